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

  it('are marked where something changed today that can move them', () => {
    const changes = letteredChanges(
      [
        change('2026-11-21T13:00:00.000Z', 'Publish'),
        change('2026-11-21T12:00:00.000Z', 'Update'),
        change('2026-11-21T11:00:00.000Z', 'Update', 'CustomList'),
        change('2026-11-20T11:00:00.000Z', 'Publish'),
      ],
      Date.parse(since),
      10,
    );
    expect(changes.map((each) => each.letter)).toEqual(['A', undefined, 'B', undefined]);
    expect(chartMarks(changes, (each) => each.operation).map((mark) => mark.letter)).toEqual(['A', 'B']);
  });
});

describe('fetching again', () => {
  it('waits longer after each failure, five minutes at most', () => {
    expect([0, 1, 2, 9].map(waitMs)).toEqual([30_000, 60_000, 120_000, 300_000]);
  });
});
