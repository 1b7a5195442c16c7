import { describe, expect, it } from 'vitest';
import { changePercent, chartMarks, dayBuckets, letteredChanges, sharePercent } from './day.ts';
import { waitMs } from './dashboard.queries.ts';

const since = '2026-11-21T00:00:00.000Z';
const change = (at: string, operation: string, resourceType = 'DecisionRule') => ({
  at,
  operation,
  resourceType,
  by: 'Ines',
  resourceName: 'Gift cards',
});

describe('the numbers of today', () => {
  it('say the change only where there was something before', () => {
    expect(changePercent(110, 100)).toBeCloseTo(10);
    expect(changePercent(5, 0)).toBeUndefined();
    expect(sharePercent(1, 0)).toBe(0);
  });

  it('stand in a chart of the whole day whose present bucket is unfinished', () => {
    const buckets = dayBuckets({
      since,
      asOf: '2026-11-21T00:20:00.000Z',
      series: [{ from: '2026-11-21T00:15:00.000Z', decisions: { Reject: 2 } }],
    });
    expect(buckets).toHaveLength(96);
    expect(buckets.map((bucket) => bucket.unfinished).indexOf(true)).toBe(1);
    expect(buckets[1]?.counts).toEqual({ Reject: 2 });
  });

  it('are marked by every change of the day, however many there are, and older ones only fill the list', () => {
    const today = Array.from({ length: 12 }, (_each, hour) =>
      change(`2026-11-21T${String(22 - hour)}:00:00.000Z`, 'Publish'),
    );
    const older = change('2026-11-20T11:00:00.000Z', 'Update', 'CustomList');
    const many = letteredChanges([...today, older], Date.parse(since), 7);
    expect(many.map((each) => each.letter).join('')).toBe('ABCDEFGHIJKL');
    expect(chartMarks(many, (each) => each.operation)).toHaveLength(12);
    const busy = Array.from({ length: 705 }, (_each, minute) =>
      change(new Date(Date.parse(since) + (705 - minute) * 60_000).toISOString(), 'Publish'),
    );
    const letters = letteredChanges(busy, Date.parse(since), 7).map((each) => each.letter);
    expect([25, 26, 27, 51, 52, 701, 702].map((at) => letters[at])).toEqual(['Z', 'AA', 'AB', 'AZ', 'BA', 'ZZ', 'AAA']);
    expect(new Set(letters).size).toBe(705);
    const few = letteredChanges([...today.slice(0, 1), older], Date.parse(since), 7);
    expect(few.map((each) => each.letter)).toEqual(['A', undefined]);
  });
});

describe('fetching again', () => {
  it('waits longer after each failure, five minutes at most', () => {
    expect([0, 1, 2, 9].map(waitMs)).toEqual([30_000, 60_000, 120_000, 300_000]);
  });
});
