/** What a bucket has to be a multiple of to stand out. */
const SPIKE_FACTOR = 3;
/** Buckets with something in them, besides the one that is looked at, below which nothing can stand out. */
const LEAST_OTHERS = 2;

const medianOf = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] = [sorted[middle - 1], sorted[middle]];
  return sorted.length % 2 === 1 ? high : (low + high) / 2;
};

/**
 * Which values stand out from the others of their kind: more than three times the median of the others that are not zero,
 * where at least two of those are.
 */
export const spikesOf = (values: readonly number[]): readonly boolean[] =>
  values.map((value, index) => {
    const others = values.filter((other, place) => place !== index && other > 0);
    return others.length >= LEAST_OTHERS && value > SPIKE_FACTOR * medianOf(others);
  });
