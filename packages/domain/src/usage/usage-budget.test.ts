import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { budgetSpan, budgetUse, isBudgetStart, isRising, reachedPercents, type UsageBudget } from './usage-budget.ts';

const at = (text: string): number => Date.parse(`${text}:00Z`);
const spanOf = (period: UsageBudget['period'], startsOn: string, now: string) => {
  const span = budgetSpan({ period, startsOn }, at(now));
  return span && [new Date(span.fromMs).toISOString().slice(0, 10), new Date(span.toMs).toISOString().slice(0, 10)];
};

describe('a budget', () => {
  it('begins each month and each year on its day, and not before its first', () => {
    expect(spanOf('month', '2026-01-15', '2026-01-14T23:59')).toBeNull();
    expect(spanOf('month', '2026-01-15', '2026-01-15T00:00')).toEqual(['2026-01-15', '2026-02-15']);
    expect(spanOf('month', '2026-01-15', '2027-01-03T12:00')).toEqual(['2026-12-15', '2027-01-15']);
    expect(spanOf('year', '2024-07-01', '2026-06-30T23:59')).toEqual(['2025-07-01', '2026-07-01']);
    expect(spanOf('year', '2024-07-01', '2026-07-01T00:00')).toEqual(['2026-07-01', '2027-07-01']);
  });

  it('has a moment in exactly one period', () => {
    const day = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(day, day, fc.constantFrom('month', 'year'), (start, now, period) => {
        const startsOn = `${start.toISOString().slice(0, 8)}${String(Math.min(28, start.getUTCDate())).padStart(2, '0')}`;
        const span = budgetSpan({ period, startsOn }, now.getTime());
        if (span === null) {
          expect(now.getTime()).toBeLessThan(Date.parse(startsOn));
          return;
        }
        const next = budgetSpan({ period, startsOn }, span.toMs);
        expect([span.fromMs <= now.getTime(), now.getTime() < span.toMs]).toEqual([true, true]);
        expect(next?.fromMs).toBe(span.toMs);
      }),
    );
  });

  it('starts only on days that every month has', () => {
    expect(['2026-02-28', '2026-01-29', '2026-02-30', 'soon'].map(isBudgetStart)).toEqual([true, false, false, false]);
  });

  it('tells what is used of it and what that comes to', () => {
    const span = { fromMs: 0, toMs: 100 };
    expect(budgetUse({ amount: 200 }, span, 50, 25)).toEqual({ used: 50, percent: 25, projected: 200 });
    expect(budgetUse({ amount: 200 }, span, 0, 0)).toEqual({ used: 0, percent: 0, projected: null });
  });

  it('is reached at a percent, not before', () => {
    const budget = { amount: 3, period: 'month', startsOn: '2026-01-01', alertsAt: [66, 67, 100] } as const;
    expect([1, 2, 3].map((used) => reachedPercents(budget, used))).toEqual([[], [66], [66, 67, 100]]);
    expect([isRising([80, 100]), isRising([80, 80]), isRising([100, 80])]).toEqual([true, false, false]);
  });
});
