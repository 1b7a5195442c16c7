/**
 * Squares of amounts outgrow the whole numbers a double holds, so their sums are kept in two halves: high · 2^48 + low.
 */
export const HALF = 2 ** 48;

/** Largest number whose square a double holds exactly. */
const EXACT_ROOT = 94_906_265;

export const squareHigh = (value: number): number =>
  Math.abs(value) <= EXACT_ROOT ? Math.floor((value * value) / HALF) : Number((BigInt(value) ** 2n) >> 48n);

export const squareLow = (value: number): number =>
  Math.abs(value) <= EXACT_ROOT ? (value * value) % HALF : Number((BigInt(value) ** 2n) & 0xffff_ffff_ffffn);

/** What a sum of two low halves adds to the high one. */
export const carry = (sum: number): number => (sum >= HALF ? 1 : 0);

/** √(whole / divisor) to the last bits: the square root of a rational number too large for doubles. */
const ratio = (whole: bigint, divisor: bigint): number => {
  const bits = BigInt(Math.max(0, 120 - (whole.toString(2).length - divisor.toString(2).length)));
  return Number((whole << bits) / divisor) / 2 ** Number(bits);
};

/** Sample standard deviation (n - 1, as spreadsheets and pandas have it); 0 for fewer than two values. */
export const standardDeviation = (count: number, sum: number, high: number, low: number): number => {
  if (count < 2) return 0;
  const n = BigInt(count);
  const squares = (BigInt(high) << 48n) + BigInt(low);
  return Math.sqrt(ratio(n * squares - BigInt(sum) ** 2n, n * (n - 1n)));
};
