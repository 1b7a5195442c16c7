import { describe, expect, it } from 'vitest';
import { cellsOf, comparisonBuckets, decisionsIn, differingEvents, eventsOn } from './comparison.ts';

const cells = cellsOf({
  decisions: [
    { production: 'Approve', branch: 'Approve', currency: 'EUR', events: 7, amount: 70 },
    { production: 'Approve', branch: 'Review', currency: 'EUR', events: 2, amount: 20 },
    { production: 'Approve', branch: 'Review', currency: '', events: 1, amount: 0 },
  ],
});

describe('a comparison of decisions', () => {
  it('joins currencies in one cell and leaves sums of nothing out', () => {
    expect(cells).toContainEqual({
      production: 'Approve',
      branch: 'Review',
      events: 3,
      amounts: [{ currency: 'EUR', amount: 20 }],
    });
    expect(decisionsIn(cells)).toEqual(expect.arrayContaining(['Approve', 'Review']));
    expect([eventsOn(cells, 'production', 'Review'), eventsOn(cells, 'branch', 'Review')]).toEqual([0, 3]);
    expect(differingEvents(cells)).toBe(3);
  });

  it('has a bar for each part of time, empty ones too', () => {
    const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 10, minute)).toISOString();
    const buckets = comparisonBuckets({
      partMs: 300_000,
      slots: [
        { at: at(0), production: 'Approve', branch: 'Approve', events: 4 },
        { at: at(10), production: 'Approve', branch: 'Reject', events: 1 },
      ],
    });
    expect(buckets.map(({ counts }) => counts)).toEqual([{ same: 4 }, {}, { Reject: 1 }]);
    expect(comparisonBuckets({ partMs: 300_000, slots: [] })).toEqual([]);
  });
});
