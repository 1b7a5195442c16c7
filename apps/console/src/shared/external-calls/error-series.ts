import type { CallMetricsAnswer } from '@redoubt/contracts';
import type { ChartSeries } from '@redoubt/ui';

/** From dark to light, so that neighbours can be distinguished. */
const shadeOf = (at: number, count: number): string =>
  `color-mix(in srgb, var(--reject-fill) ${Math.round(100 - (at * 70) / Math.max(1, count - 1))}%, var(--bg-page))`;

/** Failed calls of each part of a period by kind, the most frequent first: how many, or what share of all failures in percent. */
export const errorSeries = (
  { failures, buckets }: Pick<CallMetricsAnswer, 'failures' | 'buckets'>,
  asShare: boolean,
  nameOf: (outcome: string) => string,
): ChartSeries[] => {
  const sums = buckets.map((bucket) => Object.values(bucket.failures).reduce((sum, count) => sum + count, 0));
  return failures.map(({ outcome }, at) => ({
    id: outcome,
    name: nameOf(outcome),
    fill: shadeOf(at, failures.length),
    values: buckets.map((bucket, index) => {
      const count = bucket.failures[outcome] ?? 0;
      if (!asShare) return count;
      const sum = sums[index] ?? 0;
      return sum === 0 ? 0 : (count / sum) * 100;
    }),
  }));
};
