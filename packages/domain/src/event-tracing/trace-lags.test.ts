import { expect, it } from 'vitest';
import { TRACE_LAG_ENDS_MS, TRACE_LAG_SPANS, traceLagShare, traceLagSpan } from './trace-lags.ts';

it('a time belongs to the first span whose end it does not pass', () => {
  expect([-5, 0, 100, 101, 300_000, 300_001].map(traceLagSpan)).toEqual([0, 0, 0, 1, 9, 10]);
  expect(TRACE_LAG_SPANS).toBe(TRACE_LAG_ENDS_MS.length + 1);
});

it('shares are found by nearest rank', () => {
  expect(traceLagShare([], 0.5)).toBeNull();
  expect(traceLagShare([0, 0], 0.5)).toBeNull();
  expect(traceLagShare([1], 0.99)).toBe(0);
  const counts = [50, 40, 9, 0, 1];
  expect([0, 0.5, 0.51, 0.9, 0.99, 1].map((share) => traceLagShare(counts, share))).toEqual([0, 0, 1, 1, 2, 4]);
});
