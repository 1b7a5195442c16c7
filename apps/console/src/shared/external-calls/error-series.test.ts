import type { CallMetricsAnswer } from '@redoubt/contracts';
import { expect, it } from 'vitest';
import { errorSeries } from './error-series.ts';

const answer = {
  failures: [
    { outcome: 'timeout', calls: 4 },
    { outcome: 'http:500', calls: 1 },
  ],
  buckets: [{ failures: { timeout: 3, 'http:500': 1 } }, { failures: {} }, { failures: { timeout: 1 } }],
} as unknown as CallMetricsAnswer;

it('errors are counted by kind, or are shares of those of their bar', () => {
  const counts = errorSeries(answer, false, (outcome) => outcome);
  expect(counts.map(({ id, values }) => [id, values])).toEqual([
    ['timeout', [3, 0, 1]],
    ['http:500', [1, 0, 0]],
  ]);
  expect(errorSeries(answer, true, (outcome) => outcome).map(({ values }) => values)).toEqual([
    [75, 0, 100],
    [25, 0, 0],
  ]);
});
