import { describe, expect, it } from 'vitest';
import { cellsOf, comparisonBuckets, decisionsIn, differingEvents, eventsOn, labelledIn } from './comparison.ts';

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

  it('says which labelled events only one side stops', () => {
    const label = { currency: 'EUR', events: 2, amount: 30, isFraud: true };
    const labels = [
      { ...label, production: 'Approve', branch: 'Review' },
      { ...label, production: 'Approve', branch: 'Reject', events: 1, amount: 5 },
      { ...label, production: 'Reject', branch: 'Review' },
      { ...label, production: 'Reject', branch: 'Approve', isFraud: false },
    ] as const;
    expect(labelledIn(labels, 'fraudCaught')).toEqual({ events: 3, amounts: [{ currency: 'EUR', amount: 35 }] });
    expect(labelledIn(labels, 'fraudMissed').events).toBe(0);
    expect(labelledIn(labels, 'goodSpared').events).toBe(2);
    expect(labelledIn(labels, 'goodHeld').events).toBe(0);
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
