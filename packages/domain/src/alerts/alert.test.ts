import { HOUR_MS, MINUTE_MS } from '@redoubt/kernel';
import { describe, expect, it } from 'vitest';
import {
  ALERT_FIGURE_FACTS,
  ALERT_FIGURES,
  alertProblem,
  alertSpan,
  isSilenceOver,
  leastDeviationOf,
} from './alert.ts';
import { firingsOf, isOpenAfter, isOutside, type AlertPoint } from './alert-state.ts';

const point = (value: number | null, at = 0): AlertPoint => ({
  fromMs: at * MINUTE_MS,
  toMs: (at + 1) * MINUTE_MS,
  value,
  range: { low: 2, middle: 5, high: 8 },
});
const points = (...values: readonly (number | null)[]) => values.map((value, at) => point(value, at));
const above = (row: number) => ({ condition: 'above', threshold: 10, row }) as const;

describe('an alert', () => {
  it('knows what is outside: strictly above, strictly below, or not in the usual range', () => {
    expect(isOutside(above(1), point(10))).toBe(false);
    expect(isOutside(above(1), point(11))).toBe(true);
    expect(isOutside({ condition: 'below', threshold: 3, row: 1 }, point(2))).toBe(true);
    const unusual = { condition: 'unusual', threshold: null, row: 1 } as const;
    expect([1, 2, 8, 9].map((value) => isOutside(unusual, point(value)))).toEqual([true, false, false, true]);
    expect(isOutside(unusual, { ...point(9), range: null })).toBe(null);
    expect(isOutside(above(1), point(null))).toBe(null);
  });

  it('opens after windows in a row, and closes with the first that is inside', () => {
    expect(firingsOf(above(2), points(11, 3, 11, 12, 13, 4, 20))).toEqual([
      { openedMs: 4 * MINUTE_MS, closedMs: 6 * MINUTE_MS },
    ]);
    expect(firingsOf(above(1), points(3, 20))).toEqual([{ openedMs: 2 * MINUTE_MS, closedMs: null }]);
    expect(firingsOf(above(3), points(11, 12))).toEqual([]);
  });

  it('neither opens nor closes with a window of which nothing is known', () => {
    expect(isOpenAfter(above(2), points(11, null, 11), false)).toBe(false);
    expect(isOpenAfter(above(2), points(11, null), true)).toBe(true);
    expect(isOpenAfter(above(1), [], true)).toBe(true);
    expect(isOpenAfter(above(1), points(1), true)).toBe(false);
  });

  it('tells what a choice lacks, by field', () => {
    const series = {
      figure: 'events',
      target: 'purchase',
      decision: null,
      includeChildren: true,
      windowMinutes: 15,
    } as const;
    const choice = { ...series, ...above(1) };
    expect(alertProblem(choice)).toBe(undefined);
    expect(alertProblem({ ...choice, target: null })?.field).toBe('target');
    expect(alertProblem({ ...choice, figure: 'backlog', target: null })).toBe(undefined);
    expect(alertProblem({ ...choice, figure: 'decisionCount' })?.field).toBe('decision');
    expect(alertProblem({ ...choice, decision: 'Reject' })?.field).toBe('decision');
    expect(alertProblem({ ...choice, windowMinutes: 7 })?.field).toBe('windowMinutes');
    expect(alertProblem({ ...choice, threshold: null })?.field).toBe('threshold');
    expect(alertProblem({ ...choice, condition: 'unusual', threshold: null, windowMinutes: 5 })?.field).toBe(
      'windowMinutes',
    );
  });

  it('counts whole windows, and is silent for its hours', () => {
    expect(alertSpan(15, 2, Date.UTC(2026, 2, 14, 10, 22))).toEqual({
      fromMs: Date.UTC(2026, 2, 14, 9, 45),
      toMs: Date.UTC(2026, 2, 14, 10, 15),
      stepMs: 15 * MINUTE_MS,
    });
    expect([isSilenceOver(null, 4, 0), isSilenceOver(0, 4, 4 * HOUR_MS), isSilenceOver(1, 4, 4 * HOUR_MS)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('offers windows for every figure, and a least deviation for every unit', () => {
    for (const figure of ALERT_FIGURES) {
      const { unit, windows } = ALERT_FIGURE_FACTS[figure];
      expect(windows.length).toBeGreaterThan(0);
      expect(leastDeviationOf(unit)(0)).toBeGreaterThan(0);
    }
  });
});
