import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@redoubt/kernel';
import { describe, expect, it } from 'vitest';
import { agreementOf } from './case-agreement.ts';
import {
  CASE_TIME_BUCKETS,
  caseTimeBucket,
  caseTimeHistogram,
  caseTimeQuantileMs,
  decisionTimes,
  percentOf,
  sumHistograms,
} from './case-figures.ts';
import { forecastBacklog, FORECAST_HOURS, type CaseHour } from './case-forecast.ts';
import { caseReportSpan } from './case-report.ts';

describe('times of cases in a histogram', () => {
  it('give percentiles that are at most 15 % off', () => {
    let seed = 7;
    const times = Array.from({ length: 999 }, () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return SECOND_MS * 10 ** ((seed / 2 ** 31) * 6);
    }).toSorted((a, b) => a - b);
    const histogram = sumHistograms(times.map(caseTimeHistogram));
    for (const quantile of [0.1, 0.5, 0.9, 0.99]) {
      const exact = times[Math.ceil(quantile * times.length) - 1] ?? 0;
      const read = caseTimeQuantileMs(histogram, quantile) ?? 0;
      expect(read / exact).toBeGreaterThan(1 / 1.151);
      expect(read / exact).toBeLessThan(1.151);
    }
  });

  it('hold everything from nothing to years', () => {
    expect(caseTimeBucket(0)).toBe(0);
    expect(caseTimeBucket(SECOND_MS)).toBe(0);
    expect(caseTimeBucket(31 * DAY_MS)).toBe(CASE_TIME_BUCKETS - 1);
    expect(caseTimeBucket(4000 * DAY_MS)).toBe(CASE_TIME_BUCKETS - 1);
    expect(caseTimeQuantileMs([], 0.5)).toBeNull();
    expect(caseTimeQuantileMs([0, 0], 0.5)).toBeNull();
    expect(caseTimeHistogram(null)).toEqual([]);
  });
});

describe('times of a decision', () => {
  const lease = { agentId: 'ines', sinceMs: 5000, untilMs: 5000 + 30 * MINUTE_MS, extensions: 0 };

  it('add up to the time since the case could be taken', () => {
    expect(decisionTimes({ settlesAtMs: 1000, lease }, { actorId: 'ines', atMs: 9000 })).toEqual({
      waitedMs: 4000,
      handledMs: 4000,
    });
  });

  it('are all waiting where no agent, another one, or none any more had it', () => {
    const waited = { waitedMs: 8000, handledMs: null };
    expect(decisionTimes({ settlesAtMs: 1000, lease: null }, { actorId: 'ines', atMs: 9000 })).toEqual(waited);
    expect(decisionTimes({ settlesAtMs: 1000, lease }, { actorId: 'tom', atMs: 9000 })).toEqual(waited);
    const over = { ...lease, untilMs: 8000 };
    expect(decisionTimes({ settlesAtMs: 1000, lease: over }, { actorId: 'ines', atMs: 9000 })).toEqual(waited);
  });
});

describe('agreement of two agents', () => {
  const pairs = (...counts: readonly [string, string, number][]) =>
    counts.map(([first, second, cases]) => ({ first, second, cases }));

  it('takes off what chance explains', () => {
    // The example of many a textbook: 20 + 15 of 50 agree, pₒ = 0.7, pₑ = 0.5.
    const { cases, agreed, kappa } = agreementOf(pairs(['A', 'A', 20], ['A', 'R', 5], ['R', 'A', 10], ['R', 'R', 15]));
    expect([cases, agreed]).toEqual([50, 35]);
    expect(kappa).toBeCloseTo(0.4, 12);
  });

  it('is whole, none, and below none', () => {
    expect(agreementOf(pairs(['A', 'A', 3], ['R', 'R', 1])).kappa).toBe(1);
    expect(agreementOf(pairs(['A', 'A', 1], ['A', 'R', 1], ['R', 'A', 1], ['R', 'R', 1])).kappa).toBe(0);
    expect(agreementOf(pairs(['A', 'R', 4], ['R', 'A', 4])).kappa).toBe(-1);
    expect(agreementOf(pairs(['A', 'R', 4])).kappa).toBe(0);
  });

  it('is not defined without cases, and where both only ever decide one way', () => {
    expect(agreementOf([])).toEqual({ cases: 0, agreed: 0, kappa: null });
    expect(agreementOf(pairs(['A', 'A', 9]))).toEqual({ cases: 9, agreed: 9, kappa: null });
  });
});

describe('the forecast of waiting cases', () => {
  const NOW = Date.UTC(2026, 10, 23, 9, 30);
  const hour = (back: number, arrived: number, decided: number): CaseHour => ({
    fromMs: Date.UTC(2026, 10, 23, 9) - back * HOUR_MS,
    arrived,
    decided,
  });

  it('adds arrivals and takes decisions off, by hour of the week', () => {
    // Two weeks of Mondays: from 10:00 to 11:00 six cases come and two are decided.
    const hours = [hour(167, 6, 2), hour(335, 6, 2)];
    const forecast = forecastBacklog(hours, { sinceMs: NOW - 14 * DAY_MS, nowMs: NOW, backlog: 10 });
    expect(forecast?.hours).toBe(335);
    expect(forecast?.points).toHaveLength(FORECAST_HOURS);
    expect(forecast?.points.slice(0, 3).map(({ cases }) => cases)).toEqual([10, 14, 14]);
    expect(forecast?.points[0]?.atMs).toBe(Date.UTC(2026, 10, 23, 10));
  });

  it('never goes below none, and takes the mean of all hours where an hour was not seen yet', () => {
    const hours = Array.from({ length: 30 }, (_, index) => hour(index + 1, 1, 3));
    const forecast = forecastBacklog(hours, { sinceMs: NOW - 30 * HOUR_MS, nowMs: NOW, backlog: 5 });
    expect(forecast?.points.slice(0, 4).map(({ cases }) => cases)).toEqual([4, 2, 0, 0]);
    expect(forecast?.arrivedPerDay).toBe(24);
    expect(forecast?.decidedPerDay).toBe(72);
    expect(forecast?.points.at(-1)?.cases).toBe(0);
  });

  it('is not made from less than a day', () => {
    expect(forecastBacklog([hour(1, 9, 0)], { sinceMs: NOW - 20 * HOUR_MS, nowMs: NOW, backlog: 9 })).toBeNull();
  });
});

it('the report ends with the bar that still fills', () => {
  const nowMs = Date.UTC(2026, 10, 23, 9, 30);
  expect(caseReportSpan('28d', nowMs)).toEqual({
    fromMs: Date.UTC(2026, 9, 27),
    toMs: Date.UTC(2026, 10, 24),
    stepMs: DAY_MS,
  });
});

it('a share is of something', () => {
  expect(percentOf(0, 0)).toBeNull();
  expect(percentOf(1, 4)).toBe(25);
});
