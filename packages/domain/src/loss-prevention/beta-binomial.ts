/** Coefficients of the Lanczos approximation (g = 7, n = 9), as Press et al., Numerical Recipes, 3rd ed., 6.1 describe it. */
const LANCZOS = [
  0.999_999_999_999_809_9, 676.520_368_121_885_1, -1259.139_216_722_402_8, 771.323_428_777_653_1,
  -176.615_029_162_140_6, 12.507_343_278_686_905, -0.138_571_095_265_720_1, 9.984_369_578_019_572e-6,
  1.505_632_735_149_311_6e-7,
] as const;

/** The logarithm of Γ(x), x > 0. */
export const logGamma = (x: number): number => {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const at = x - 1;
  const base = at + 7.5;
  let sum: number = LANCZOS[0];
  for (let index = 1; index < LANCZOS.length; index += 1) sum += (LANCZOS[index] ?? 0) / (at + index);
  return 0.5 * Math.log(2 * Math.PI) + (at + 0.5) * Math.log(base) - base + Math.log(sum);
};

const logBeta = (a: number, b: number): number => logGamma(a) + logGamma(b) - logGamma(a + b);

/** Counts of one member of a population: `hits` of `cases`, where `expected` is the share that is usual for its cases. */
export type Trial = { readonly hits: number; readonly cases: number; readonly expected: number };

/**
 * The chance that a member like the others has as many hits or more: the upper tail of the beta-binomial distribution, half
 * of the weight of `hits` itself counted (mid-p).
 *
 * @param dispersion ρ from 0 (binomial) to 1: how far the shares of honest members lie apart.
 */
export const upperTail = ({ hits, cases, expected }: Trial, dispersion: number): number => {
  const share = Math.min(1 - 1e-9, Math.max(1e-9, expected));
  const spread = Math.min(0.999, Math.max(1e-6, dispersion));
  const a = (share * (1 - spread)) / spread;
  const b = ((1 - share) * (1 - spread)) / spread;
  const logChoose = logGamma(cases + 1) - logGamma(hits + 1) - logGamma(cases - hits + 1);
  let weight = Math.exp(logChoose + logBeta(hits + a, cases - hits + b) - logBeta(a, b));
  let tail = weight / 2;
  for (let at = hits; at < cases; at += 1) {
    weight *= ((cases - at) / (at + 1)) * ((at + a) / (cases - at - 1 + b));
    tail += weight;
    if (weight < tail * 1e-12) break;
  }
  return Math.min(1, tail);
};

/** The share of a sorted list's members that stands below each end when it is winsorised. */
const WINSORISED = 0.1;
/** Mean square of a standard normal variable that is winsorised so: what chance alone leaves of 1. */
const KEPT_OF_CHANCE = 0.6787;

/**
 * How far the shares of a population lie apart beyond chance (ρ of a beta-binomial), from standardised residuals that are
 * winsorised at a tenth on either side, so that the members that are looked for do not widen what counts as usual.
 *
 * Source: D. J. Spiegelhalter, "Handling over-dispersion of performance indicators", Quality and Safety in Health Care 14
 * (2005) 347–351, for the winsorised residuals; the moments are those of the beta-binomial: E z² = 1 + (n − 1) ρ.
 */
export const dispersionOf = (trials: readonly Trial[]): number => {
  const residuals = trials
    .filter(({ cases, expected }) => cases > 1 && expected > 0 && expected < 1)
    .map(({ hits, cases, expected }) => ({
      z: (hits - cases * expected) / Math.sqrt(cases * expected * (1 - expected)),
      cases,
    }));
  if (residuals.length < 10) return 0;
  const sorted = residuals.map(({ z }) => z).toSorted((one, other) => one - other);
  const cut = Math.floor(sorted.length * WINSORISED);
  const low = sorted[cut] ?? 0;
  const high = sorted[sorted.length - 1 - cut] ?? 0;
  let excess = 0;
  let weight = 0;
  for (const { z, cases } of residuals) {
    const kept = Math.min(high, Math.max(low, z));
    excess += (kept * kept) / KEPT_OF_CHANCE - 1;
    weight += cases - 1;
  }
  return Math.min(0.9, Math.max(0, excess / weight));
};
