/**
 * Latencies in 40 buckets from 100 µs up, each 30 % wider than the one before (100 µs · 1.3^i), so that a percentile read
 * from merged histograms is at most 30 % off.
 */
const FIRST_BOUND_US = 100;
const GROWTH = 1.3;
export const LATENCY_BUCKETS = 40;

export const latencyBucket = (us: number): number => {
  if (us <= FIRST_BOUND_US) return 0;
  return Math.min(LATENCY_BUCKETS - 1, Math.ceil(Math.log(us / FIRST_BOUND_US) / Math.log(GROWTH)));
};

const upperBoundUs = (bucket: number): number => FIRST_BOUND_US * GROWTH ** bucket;

/** The latency in milliseconds below which the fraction `quantile` of the events lies; null without events. */
export const latencyQuantileMs = (histogram: readonly number[], quantile: number): number | null => {
  const total = histogram.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let left = quantile * total;
  for (const [bucket, count] of histogram.entries()) {
    if (count === 0) continue;
    if (left <= count) {
      const lower = bucket === 0 ? 0 : upperBoundUs(bucket - 1);
      return (lower + (upperBoundUs(bucket) - lower) * (left / count)) / 1000;
    }
    left -= count;
  }
  return upperBoundUs(histogram.length - 1) / 1000;
};
