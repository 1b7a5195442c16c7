/** Weeks before the present one that a usual range is made of. */
export const USUAL_WEEKS = 6;

/** Weeks with events that must be known before anything is said. */
export const LEAST_USUAL_WEEKS = 3;

/** Between which values a figure usually lies at its time of the week. */
export type UsualRange = { readonly low: number; readonly middle: number; readonly high: number };

/** How many robust standard deviations a value may be away from the median. */
const DEVIATIONS = 3;

/** Makes the median absolute deviation a standard deviation where values are normal: 1 / Φ⁻¹(3/4). */
const MAD_SCALE = 1.4826;

const medianOf = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
};

/** Of a count that varies by chance alone. */
export const poissonDeviation = (middle: number): number => Math.sqrt(Math.max(1, middle));

/**
 * The usual range of a count: median ± 3 standard deviations of the values at the same time of earlier weeks, where the
 * standard deviation is 1.4826 × the median absolute deviation, and never less than that of a Poisson count with this median
 * (its square root, 1 at least), so that a quiet hour is not unusual by one event. Medians ignore single bad weeks: up to half of the values
 * may be outliers.
 *
 * Source: C. Leys et al., "Detecting outliers: Do not use standard deviation around the mean, use absolute deviation around the
 * median", Journal of Experimental Social Psychology 49 (2013) 764–766; P. J. Rousseeuw and C. Croux, "Alternatives to the
 * Median Absolute Deviation", JASA 88 (1993) 1273–1283.
 *
 * @param earlier counts at the same time of the week; none of the present week
 * @param leastOf the least standard deviation for a median, where values are no counts
 * @returns null where there are none
 */
export const usualRange = (earlier: readonly number[], leastOf = poissonDeviation): UsualRange | null => {
  if (earlier.length === 0) return null;
  const middle = medianOf(earlier);
  const spread = MAD_SCALE * medianOf(earlier.map((value) => Math.abs(value - middle)));
  const deviation = Math.max(spread, leastOf(middle));
  return { low: Math.max(0, middle - DEVIATIONS * deviation), middle, high: middle + DEVIATIONS * deviation };
};

/**
 * Usual ranges of bars that follow each other: for each bar the same bar of every earlier week and its two neighbours.
 *
 * @param weeks counts of each earlier week that had events at all (before the first traffic nothing is usual), each with one bar
 *   more at both ends than the answer has; null where there was nothing to measure
 * @param leastOf as of `usualRange`
 * @returns one for each bar; null for all of them below `LEAST_USUAL_WEEKS` weeks
 */
export const usualRanges = (
  weeks: readonly (readonly (number | null)[])[],
  bars: number,
  leastOf = poissonDeviation,
): readonly (UsualRange | null)[] =>
  Array.from({ length: bars }, (_each, at) => {
    if (weeks.length < LEAST_USUAL_WEEKS) return null;
    const near = weeks.flatMap((week) => week.slice(at, at + 3)).filter((value) => value !== null);
    return usualRange(near, leastOf);
  });
