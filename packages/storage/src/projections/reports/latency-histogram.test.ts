import { describe, expect, it } from 'vitest';
import { LATENCY_BUCKETS, latencyBucket, latencyQuantileMs } from './latency-histogram.ts';

const histogramOf = (latenciesUs: readonly number[]): number[] => {
  const histogram = Array.from({ length: LATENCY_BUCKETS }, () => 0);
  for (const us of latenciesUs) histogram[latencyBucket(us)] = (histogram[latencyBucket(us)] ?? 0) + 1;
  return histogram;
};

describe('the latency histogram', () => {
  it('reads quantiles back within the width of a bucket', () => {
    const latencies = Array.from({ length: 10_000 }, (_, i) => 150 + i * 3);
    for (const quantile of [0.5, 0.9, 0.99]) {
      const exactMs = (latencies[Math.floor(quantile * latencies.length)] ?? 0) / 1000;
      const readMs = latencyQuantileMs(histogramOf(latencies), quantile) ?? 0;
      expect(readMs / exactMs).toBeGreaterThan(1 / 1.3);
      expect(readMs / exactMs).toBeLessThan(1.3);
    }
  });

  it('takes the fastest and the slowest in its outer buckets', () => {
    expect(latencyBucket(0)).toBe(0);
    expect(latencyBucket(1e12)).toBe(LATENCY_BUCKETS - 1);
    expect(latencyQuantileMs(histogramOf([]), 0.5)).toBe(null);
  });
});
