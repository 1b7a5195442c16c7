import type { Monitor, MonitorUsual } from '@redoubt/contracts';
import { describe, expect, it } from 'vitest';
import { asShares, monitorBuckets, OTHERS, rangesFor, stackOf, unusualNow } from './monitor-series.ts';

const bars = (counts: readonly number[]): Monitor['bars'] =>
  counts.map((count, at) => ({
    from: new Date(Date.UTC(2026, 2, 14, 10, at * 15)).toISOString(),
    decisions: { Approve: count, Reject: 1 },
    lastWeek: 0,
  }));
const monitor = {
  bars: bars([10, 11, 40, 3]),
  stepMinutes: 15,
  asOf: '2026-03-14T10:52:00.000Z',
} as unknown as Monitor;
const range = { low: 5, middle: 10, high: 20 };
const usual: MonitorUsual = {
  from: '2026-03-14T10:00:00.000Z',
  stepMinutes: 15,
  weeks: 6,
  events: [range, range, range, range],
  decisions: {
    Approve: [range, range, range, range],
    Reject: [null, null, null, null],
    Review: [null, null, null, null],
    Challenge: [null, null, null, null],
  },
};

describe('bars of a monitor', () => {
  it('end with one that still fills', () => {
    expect(monitorBuckets(monitor).map(({ unfinished }) => unfinished)).toEqual([false, false, false, true]);
  });

  it('as shares add up to a hundred, and an empty one to nothing', () => {
    const series = [
      { id: 'a', name: 'A', fill: '', values: [1, 0] },
      { id: 'b', name: 'B', fill: '', values: [3, 0] },
    ];
    expect(asShares(series).map(({ values }) => values)).toEqual([
      [25, 0],
      [75, 0],
    ]);
  });

  it('draw the largest values and put the rest together', () => {
    const named = Array.from({ length: 9 }, (_, at) => ({ value: `v${at}`, name: `V${at}`, bars: [9 - at] }));
    const stack = stackOf(named, { name: 'others', bars: [5] });
    expect(stack.map(({ id }) => id)).toEqual(['v0', 'v1', 'v2', 'v3', 'v4', 'v5', 'v6', OTHERS]);
    expect(stack.at(-1)?.values).toEqual([2 + 1 + 5]);
    expect(stackOf(named.slice(0, 1), { name: 'others', bars: [0] })).toHaveLength(1);
  });
});

describe('usual ranges', () => {
  it('are matched by time where they were read a bar earlier', () => {
    const earlier = { ...usual, from: '2026-03-14T09:45:00.000Z' };
    expect(rangesFor(monitor, earlier, [null, range, null, null])).toEqual([range, null, null, null]);
    expect(rangesFor({ ...monitor, stepMinutes: 60 }, usual, usual.events).every((each) => each === null)).toBe(true);
  });

  it('tell what is unusual from the newest bar that is whole', () => {
    expect(unusualNow(monitor, usual).map(({ decision, count }) => [decision, count])).toEqual([
      [null, 41],
      ['Approve', 40],
    ]);
    expect(unusualNow({ ...monitor, bars: bars([10, 11, 12, 3]) }, usual)).toEqual([]);
    expect(unusualNow(monitor, undefined)).toEqual([]);
  });
});
