import type { ReportSeries } from '@redoubt/contracts';
import { describe, expect, it } from 'vitest';
import { usualOfDays } from './use-usual-ranges.ts';

const DAY_MS = 86_400_000;

/** Days from the first one on, with a Sunday of its own and nothing before `since`. */
const report = (first: string, days: number, since: string): ReportSeries => {
  const bars = Array.from({ length: days }, (_, at) => new Date(Date.parse(first) + at * DAY_MS).toISOString());
  const counted = bars.map((bar) => (bar < since ? 0 : new Date(bar).getUTCDay() === 0 ? 10 : 100));
  return {
    asOf: '2026-04-01T12:00:00.000Z',
    bars,
    total: { bars: counted.map((events) => ({ counts: { events }, amounts: {} })) },
  } as unknown as ReportSeries;
};
const week = { from: '2026-03-23', to: '2026-03-29' };

describe('the usual range of a day', () => {
  it('is that of the same days of earlier weeks, with their neighbours', () => {
    const ranges = usualOfDays(report('2026-02-08', 50, '2026-01-01'), week);
    expect(ranges).toHaveLength(7);
    // Of a Saturday, a Sunday and a Monday the middle one is that of a weekday.
    expect(ranges[6]?.middle).toBe(100);
    expect(ranges[2]).toEqual({ low: 70, middle: 100, high: 130 });
  });

  it('is not known before there were three weeks', () => {
    const ranges = usualOfDays(report('2026-02-08', 50, '2026-03-14'), week);
    expect(ranges.every((range) => range === null)).toBe(true);
  });
});
