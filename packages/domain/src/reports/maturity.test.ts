import { DAY_MS } from '@redoubt/kernel';
import { describe, expect, it } from 'vitest';
import { expectedShare, maturityCurve, type LabelDelay } from './maturity.ts';

const NOW_MS = Date.UTC(2026, 2, 5);
const day = (before: number): number => NOW_MS - before * DAY_MS;

/**
 * Four days of which each has half of its labels at once, a quarter after a day, an eighth after two and after three; what
 * is still to come is not there.
 */
const DELAYS: readonly LabelDelay[] = [
  { dayMs: day(4), after: 0, labels: 4 },
  { dayMs: day(4), after: 1, labels: 2 },
  { dayMs: day(4), after: 2, labels: 1 },
  { dayMs: day(4), after: 3, labels: 1 },
  { dayMs: day(3), after: 0, labels: 4 },
  { dayMs: day(3), after: 1, labels: 2 },
  { dayMs: day(3), after: 2, labels: 1 },
  { dayMs: day(2), after: 0, labels: 4 },
  { dayMs: day(2), after: 1, labels: 2 },
  { dayMs: day(1), after: 0, labels: 4 },
];

describe('the maturity of labels', () => {
  it('follows a product worked by hand', () => {
    // Of delay 3: 1 of 8. Of delay 2: 2 of 14. Of delay 1: 6 of 18.
    const curve = maturityCurve(DELAYS, NOW_MS, 1);
    expect(curve?.labels).toBe(25);
    expect(curve?.shares).toHaveLength(4);
    const expected = [(7 / 8) * (12 / 14) * (12 / 18), (7 / 8) * (12 / 14), 7 / 8, 1];
    for (const [after, share] of expected.entries()) expect(curve?.shares[after]).toBeCloseTo(share, 12);
    expect(expected[0]).toBeCloseTo(0.5, 12);
  });

  it('weighs days by their labels where they differ', () => {
    // Ten times the events on the newest day change nothing: they say nothing of later delays.
    const more = DELAYS.map((each) => (each.dayMs === day(1) ? { ...each, labels: 40 } : each));
    expect(maturityCurve(more, NOW_MS, 1)?.shares).toEqual(maturityCurve(DELAYS, NOW_MS, 1)?.shares);
    // A day whose labels all came at once raises the share within a day: of delay 1 then 6 of 24.
    const sooner = [...DELAYS, { dayMs: day(2), after: 0, labels: 6 }];
    expect(maturityCurve(sooner, NOW_MS, 1)?.shares[0]).toBeCloseTo((7 / 8) * (12 / 14) * (18 / 24), 12);
  });

  it('leaves out what arrived today and what is older than the curve looks', () => {
    const noise = [
      { dayMs: day(0), after: 0, labels: 99 },
      { dayMs: day(2), after: 2, labels: 99 },
      { dayMs: day(400), after: 3, labels: 99 },
    ];
    expect(maturityCurve([...DELAYS, ...noise], NOW_MS, 1)).toEqual(maturityCurve(DELAYS, NOW_MS, 1));
  });

  it('says nothing of a few labels', () => {
    expect(maturityCurve(DELAYS, NOW_MS)).toBe(null);
    expect(maturityCurve([], NOW_MS, 1)).toBe(null);
  });

  it('expects of a day what its age says, and of the hours of today their part', () => {
    const curve = { labels: 100, shares: [0.5, 0.75, 0.875, 1] };
    const at = (before: number, hours: number) => expectedShare(curve, day(before), NOW_MS + hours * 3_600_000);
    expect(at(1, 0)).toBe(0.5);
    expect(at(1, 12)).toBe(0.625);
    expect(at(3, 0)).toBe(0.875);
    expect(at(30, 6)).toBe(1);
    expect(at(0, 0)).toBe(0);
    expect(at(0, 12)).toBe(0.25);
    expect(at(-1, 12)).toBe(0);
  });
});
