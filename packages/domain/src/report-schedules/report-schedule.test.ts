import { describe, expect, it } from 'vitest';
import { isTimeZone, nextReportAt, type ReportTiming } from './report-schedule.ts';

const next = (timing: Partial<ReportTiming>, after: string): string =>
  new Date(
    nextReportAt(
      { frequency: 'daily', weekday: 1, day: 1, hour: 8, timeZone: 'Europe/Berlin', ...timing },
      Date.parse(after),
    ),
  ).toISOString();

describe('the next time of a report', () => {
  it('is the hour of the zone, today or tomorrow', () => {
    expect(next({}, '2026-03-10T06:59:00Z')).toBe('2026-03-10T07:00:00.000Z');
    expect(next({}, '2026-03-10T07:00:00Z')).toBe('2026-03-11T07:00:00.000Z');
    expect(next({ timeZone: 'Asia/Kolkata' }, '2026-03-10T00:00:00Z')).toBe('2026-03-10T02:30:00.000Z');
    expect(next({ timeZone: 'Pacific/Auckland', hour: 0 }, '2026-06-30T11:30:00Z')).toBe('2026-06-30T12:00:00.000Z');
  });

  it('stays at the hour when clocks change', () => {
    expect(next({}, '2026-03-28T08:00:00Z')).toBe('2026-03-29T06:00:00.000Z');
    expect(next({}, '2026-10-24T08:00:00Z')).toBe('2026-10-25T07:00:00.000Z');
  });

  it('is right after an hour that is skipped, and the first of one that comes twice', () => {
    expect(next({ hour: 2 }, '2026-03-28T08:00:00Z')).toBe('2026-03-29T01:00:00.000Z');
    expect(next({ hour: 2 }, '2026-03-29T01:00:00Z')).toBe('2026-03-30T00:00:00.000Z');
    expect(next({ hour: 2 }, '2026-10-24T08:00:00Z')).toBe('2026-10-25T00:00:00.000Z');
    expect(next({ hour: 2 }, '2026-10-25T00:00:00Z')).toBe('2026-10-26T01:00:00.000Z');
  });

  it('is the day of the week or of the month, counted in the zone', () => {
    expect(next({ frequency: 'weekly', weekday: 7 }, '2026-03-10T12:00:00Z')).toBe('2026-03-15T07:00:00.000Z');
    expect(next({ frequency: 'weekly', weekday: 2 }, '2026-03-10T12:00:00Z')).toBe('2026-03-17T07:00:00.000Z');
    expect(next({ frequency: 'monthly', day: 28 }, '2026-01-28T12:00:00Z')).toBe('2026-02-28T07:00:00.000Z');
    expect(next({ frequency: 'monthly', day: 1, hour: 0 }, '2026-12-01T12:00:00Z')).toBe('2026-12-31T23:00:00.000Z');
  });
});

it('a time zone has a name that is known', () => {
  expect(['Europe/Berlin', 'UTC', 'Mars/Base', ''].map(isTimeZone)).toEqual([true, true, false, false]);
});
