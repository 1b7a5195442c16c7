/** 97.5th percentile of the normal distribution: intervals hold the truth in 95 of 100 cases. */
export const Z = 1.959964;
/** Of what none was seen, no more than this many were to be expected, with 95 per cent confidence. */
const RULE_OF_THREE = 3;

/** A value, and the interval that it lies in with 95 per cent confidence. */
export type Estimate = { readonly value: number; readonly lower: number; readonly upper: number };

/** What a purchase that passed came to, and the probability that it passed. */
export type PassedValue = { readonly probability: number; readonly value: number };

/**
 * The total of all purchases that could pass, from those that passed: each weighed by one through its probability (Horvitz and
 * Thompson, "A generalization of sampling without replacement from a finite universe", Journal of the American Statistical
 * Association 47, 1952). Each is drawn for itself, so the variance is the sum of `(1 − p) / p² · y²` (Särndal, Swensson and
 * Wretman, "Model Assisted Survey Sampling", 1992, section 3.2). Where none with a value passed, three times the largest weighed
 * value bounds the total (Hanley and Lippman-Hand, "If nothing goes wrong, is everything all right?", JAMA 249, 1983).
 *
 * @param largest the largest value of one purchase through its probability; its sign is that of the values.
 */
export const estimateTotal = (passed: readonly PassedValue[], largest: number): Estimate => {
  const valued = passed.filter(({ value }) => value !== 0);
  if (valued.length === 0) {
    const bound = RULE_OF_THREE * largest;
    return { value: 0, lower: Math.min(0, bound), upper: Math.max(0, bound) };
  }
  const total = valued.reduce((sum, { probability, value }) => sum + value / probability, 0);
  const variance = valued.reduce(
    (sum, { probability, value }) => sum + ((1 - probability) / probability ** 2) * value ** 2,
    0,
  );
  const half = Z * Math.sqrt(variance);
  return { value: total, lower: total - half, upper: total + half };
};

/**
 * A share from a sample (Wilson, "Probable inference, the law of succession, and statistical inference", Journal of the American
 * Statistical Association 22, 1927). Of nothing it is anything from 0 to 1.
 */
export const estimateShare = (found: number, of: number): Estimate => {
  if (of <= 0) return { value: 0, lower: 0, upper: 1 };
  const share = found / of;
  const spread = Z ** 2 / of;
  const middle = (share + spread / 2) / (1 + spread);
  const half = (Math.sqrt(Z ** 2 * ((share * (1 - share)) / of + spread / (4 * of))) || 0) / (1 + spread);
  return { value: share, lower: Math.max(0, middle - half), upper: Math.min(1, middle + half) };
};

/** How many of some showed a thing. */
export type Sample = { readonly found: number; readonly of: number };

/**
 * How much larger the share of one sample is than that of another one (Newcombe, "Interval estimation for the difference between
 * independent proportions: comparison of eleven methods", Statistics in Medicine 17, 1998, method 10): the two score intervals of
 * Wilson, squared and added. Both samples have something in them.
 */
export const estimateDifference = (one: Sample, other: Sample): Estimate => {
  const first = estimateShare(one.found, one.of);
  const second = estimateShare(other.found, other.of);
  const value = first.value - second.value;
  return {
    value,
    lower: value - Math.hypot(first.value - first.lower, second.upper - second.value),
    upper: value + Math.hypot(first.upper - first.value, second.value - second.lower),
  };
};
