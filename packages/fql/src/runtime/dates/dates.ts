import { formatDate } from './date-format.ts';
import { dateAt, dateMinusDate, dateMinusSpan, datePlusSpan, negateSpan } from '../operations.ts';
import type { Run } from '../run.ts';
import {
  compareInstants,
  DEFAULT_DATE,
  Fault,
  FqlDate,
  FqlSpan,
  MAX_DATE_MS,
  MIN_DATE_MS,
  TICKS_PER_MS,
} from '../values.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const NO_TIME = FqlSpan.of(0, 0);

const startOfYear = (local: Date): number => {
  const start = new Date(0);
  start.setUTCFullYear(local.getUTCFullYear(), 0, 1);
  return start.getTime();
};

const startOfDay = (local: Date): number => Math.floor(local.getTime() / DAY_MS) * DAY_MS;

/** Rounds down to a multiple of whole milliseconds, counted from the year 1 as .NET's ticks are. */
const truncateTo = (date: FqlDate, ms: number): FqlDate => {
  const localMs = date.ms + date.offsetMinutes * MINUTE_MS;
  return date.withLocal(MIN_DATE_MS + Math.floor((localMs - MIN_DATE_MS) / ms) * ms);
};

/** Milliseconds of the value's own fields since the year 1. */
const localMsOf = (date: FqlDate): number => date.ms + date.offsetMinutes * MINUTE_MS - MIN_DATE_MS;

const truncateToSpan = (date: FqlDate, span: FqlSpan): FqlDate => {
  if (!Number.isFinite(span.ms) || compareInstants(span, NO_TIME) <= 0) return date;
  if (span.ticks === 0) return truncateTo(date, span.ms);
  const perMs = BigInt(TICKS_PER_MS);
  const size = BigInt(span.ms) * perMs + BigInt(span.ticks);
  const ticks = BigInt(localMsOf(date)) * perMs + BigInt(date.ticks);
  const rounded = ticks - (ticks % size);
  return date.withLocal(MIN_DATE_MS + Number(rounded / perMs), Number(rounded % perMs));
};

/** .NET rounds the amount to whole milliseconds. */
const add = (unitMs: number) => (_run: Run, site: number, date: FqlDate, amount: number) =>
  dateAt(date.ms + Math.round(amount * unitMs), date.offsetMinutes, site, date.ticks);

const daysInMonth = (site: number, year: number, month: number): number => {
  if (!(year >= 1 && year <= 9999 && month >= 1 && month <= 12))
    throw new Fault('EVAL-OUT-OF-RANGE', site, 'The year or the month does not exist.');
  const last = new Date(0);
  last.setUTCFullYear(year, month, 0);
  return last.getUTCDate();
};

const addMonths = (site: number, date: FqlDate, months: number): FqlDate => {
  const local = date.local;
  const timeOfDay = local.getTime() - startOfDay(local);
  const month = local.getUTCFullYear() * 12 + local.getUTCMonth() + Math.trunc(months);
  const year = Math.floor(month / 12);
  if (!(year >= 1 && year <= 9999))
    throw new Fault('EVAL-OUT-OF-RANGE', site, 'The date lies outside the years 1 to 9999.');
  const lastDay = new Date(0);
  lastDay.setUTCFullYear(year, (month % 12) + 1, 0);
  const day = new Date(0);
  day.setUTCFullYear(year, month % 12, Math.min(local.getUTCDate(), lastDay.getUTCDate()));
  return date.withLocal(day.getTime() + timeOfDay, date.ticks);
};

const unit =
  (unitMs: number, modulo: number) =>
  (span: FqlSpan): number =>
    Math.trunc((span.totalMs / unitMs) % modulo) + 0;
const total =
  (unitMs: number) =>
  (span: FqlSpan): number =>
    span.totalMs / unitMs;
const from =
  (unitMs: number) =>
  (amount: number): FqlSpan =>
    FqlSpan.ofMs(amount * unitMs);

/** Dates and durations, by the ids of the function table. Parts are those of the value's own offset. */
export const DATE_IMPLEMENTATIONS = {
  'DateTime.UtcNow': (run: Run): FqlDate => run.now,
  'DateTime.Today': (run: Run): FqlDate => truncateTo(run.now, DAY_MS),
  DaysSince: (run: Run, _site: number, date: FqlDate): number =>
    Math.trunc(dateMinusDate(run.now, date).totalMs / DAY_MS) + 0,
  'DateTime.Subtract': dateMinusDate,
  'DateTime.Subtract#TimeSpan': (_run: Run, site: number, date: FqlDate, span: FqlSpan): FqlDate =>
    dateMinusSpan(date, span, site),
  'DateTime.Add': (_run: Run, site: number, date: FqlDate, span: FqlSpan): FqlDate => datePlusSpan(date, span, site),
  'DateTime.Year': (date: FqlDate): number => date.local.getUTCFullYear(),
  'DateTime.Month': (date: FqlDate): number => date.local.getUTCMonth() + 1,
  'DateTime.Day': (date: FqlDate): number => date.local.getUTCDate(),
  'DateTime.Hour': (date: FqlDate): number => date.local.getUTCHours(),
  'DateTime.Minute': (date: FqlDate): number => date.local.getUTCMinutes(),
  'DateTime.Second': (date: FqlDate): number => date.local.getUTCSeconds(),
  'DateTime.Millisecond': (date: FqlDate): number => date.local.getUTCMilliseconds(),
  'DateTime.DayOfYear': (date: FqlDate): number => (startOfDay(date.local) - startOfYear(date.local)) / DAY_MS + 1,
  'DateTime.DayOfWeek': (date: FqlDate): number => date.local.getUTCDay(),
  'DateTime.Date': (date: FqlDate): FqlDate => truncateTo(date, DAY_MS),
  'DateTime.AddYears': (_run: Run, site: number, date: FqlDate, years: number): FqlDate =>
    addMonths(site, date, Math.trunc(years) * 12),
  'DateTime.AddMonths': (_run: Run, site: number, date: FqlDate, months: number): FqlDate =>
    addMonths(site, date, months),
  'DateTime.AddDays': add(DAY_MS),
  'DateTime.AddHours': add(HOUR_MS),
  'DateTime.AddMinutes': add(MINUTE_MS),
  'DateTime.AddSeconds': add(SECOND_MS),
  'DateTime.AddMilliseconds': add(1),
  'DateTime.AddTicks': (_run: Run, site: number, date: FqlDate, ticks: number): FqlDate =>
    dateAt(date.ms, date.offsetMinutes, site, date.ticks + Math.round(ticks)),
  'DateTime.MinValue': (): FqlDate => DEFAULT_DATE,
  'DateTime.MaxValue': (): FqlDate => new FqlDate(MAX_DATE_MS, 0, TICKS_PER_MS - 1),
  'DateTime.Compare': (first: FqlDate, second: FqlDate): number => Math.sign(compareInstants(first, second)),
  'DateTime.IsLeapYear': (_run: Run, site: number, year: number): boolean => daysInMonth(site, year, 2) === 29,
  'DateTime.DaysInMonth': (_run: Run, site: number, year: number, month: number): number =>
    daysInMonth(site, year, month),
  'DateTime.TimeOfDay': (date: FqlDate): FqlSpan => FqlSpan.of(localMsOf(date) % DAY_MS, date.ticks),
  'DateTime.Ticks': (date: FqlDate): number => localMsOf(date) * TICKS_PER_MS + date.ticks,
  'DateTime.ToUniversalTime': (date: FqlDate): FqlDate => new FqlDate(date.ms, 0, date.ticks),
  'DateTime.ToString': (_run: Run, site: number, date: FqlDate, format = 'G'): string => {
    const written = formatDate(date, format);
    if (written === null) throw new Fault('EVAL-FORMAT', site, 'The date format is not known.');
    return written;
  },
  'DateTime.TruncateTo': truncateToSpan,
  'DateTime.TruncateToYear': (date: FqlDate): FqlDate => date.withLocal(startOfYear(date.local)),
  'DateTime.TruncateToMonth': (date: FqlDate): FqlDate => {
    const local = date.local;
    return date.withLocal(startOfDay(local) - (local.getUTCDate() - 1) * DAY_MS);
  },
  'DateTime.TruncateToWeek': (date: FqlDate): FqlDate => {
    const local = date.local;
    return date.withLocal(startOfDay(local) - local.getUTCDay() * DAY_MS);
  },
  'DateTime.TruncateToDay': (date: FqlDate): FqlDate => truncateTo(date, DAY_MS),
  'DateTime.TruncateToHour': (date: FqlDate): FqlDate => truncateTo(date, HOUR_MS),
  'DateTime.TruncateToMinute': (date: FqlDate): FqlDate => truncateTo(date, MINUTE_MS),
  'DateTime.TruncateToSecond': (date: FqlDate): FqlDate => truncateTo(date, SECOND_MS),
  'DateTime.TruncateToMillisecond': (date: FqlDate): FqlDate => truncateTo(date, 1),
  'TimeSpan.FromDays': from(DAY_MS),
  'TimeSpan.FromHours': from(HOUR_MS),
  'TimeSpan.FromMinutes': from(MINUTE_MS),
  'TimeSpan.FromSeconds': from(SECOND_MS),
  'TimeSpan.FromMilliseconds': from(1),
  'TimeSpan.FromTicks': from(1 / TICKS_PER_MS),
  'TimeSpan.Zero': (): FqlSpan => NO_TIME,
  'TimeSpan.Duration': (span: FqlSpan): FqlSpan => (span.ms < 0 ? negateSpan(span) : span),
  'TimeSpan.Ticks': (span: FqlSpan): number => span.ms * TICKS_PER_MS + span.ticks,
  'TimeSpan.TotalDays': total(DAY_MS),
  'TimeSpan.TotalHours': total(HOUR_MS),
  'TimeSpan.TotalMinutes': total(MINUTE_MS),
  'TimeSpan.TotalSeconds': total(SECOND_MS),
  'TimeSpan.TotalMilliseconds': total(1),
  'TimeSpan.Days': unit(DAY_MS, Infinity),
  'TimeSpan.Hours': unit(HOUR_MS, 24),
  'TimeSpan.Minutes': unit(MINUTE_MS, 60),
  'TimeSpan.Seconds': unit(SECOND_MS, 60),
  'TimeSpan.Milliseconds': unit(1, SECOND_MS),
} as const;
