import { describe, expect, it } from 'vitest';
import { backlogBuckets, backlogSum, usualRanges } from './backlog.ts';

const HOURS = [
  { at: '2026-11-23T09:00:00.000Z', open: 20, came: 5, ended: 5 },
  { at: '2026-11-23T10:00:00.000Z', open: 26, came: 8, ended: 2 },
  { at: '2026-11-23T10:30:00.000Z', open: 29, came: 4, ended: 1 },
];

describe('the backlog', () => {
  it('goes on at the pace of the last hour and a half', () => {
    const buckets = backlogBuckets(HOURS);
    expect(buckets.map(({ counts }) => counts.open ?? counts.ahead)).toEqual([20, 26, 29, 38, 44, 50, 56, 62, 68]);
    expect(buckets.map(({ unfinished = false }) => unfinished).indexOf(true)).toBe(2);
    expect(buckets[0]).toMatchObject({ fromMs: Date.UTC(2026, 10, 23, 8), toMs: Date.UTC(2026, 10, 23, 9) });
    expect(buckets.at(-1)?.toMs).toBe(Date.UTC(2026, 10, 23, 17));
  });

  it('is never less than nothing', () => {
    const emptied = backlogBuckets(HOURS.map((hour) => ({ ...hour, came: 0, ended: 30 })));
    expect(emptied.at(-1)?.counts.ahead).toBe(0);
    expect(backlogBuckets([])).toEqual([]);
  });

  it('has what is usual in the hour of each bar', () => {
    const range = { low: 10, middle: 14, high: 20.5 };
    const usual = usualRanges(backlogBuckets(HOURS), [
      { from: '2026-11-23T09:00:00.000Z', range },
      { from: '2026-11-23T10:00:00.000Z', range: null },
    ]);
    expect(usual).toEqual([null, range, null, null, null, null, null, null, null]);
  });

  it('adds up from a day ago to now', () => {
    expect(backlogSum(HOURS)).toEqual({ first: 20, came: 17, ended: 8 });
  });
});
