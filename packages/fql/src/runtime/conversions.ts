import { dayName, formatDate, isoText } from './dates/date-format.ts';
import { parseDate } from './dates/date-parse.ts';
import { DEFAULT_DATE, FqlDate, FqlSpan, TICKS_PER_MS } from './values.ts';

const DAY_MS = 86_400_000;
const NUMBER = /^[+-]?(?:\d[\d,]*\.?\d*|\.\d+)(?:[eE][+-]?\d{1,5})?$/;

/** Text as a number in the invariant culture; null where it is none. */
export const parseNumber = (text: string): number | null => {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > 400 || !NUMBER.test(trimmed)) return null;
  const value = Number(trimmed.replaceAll(',', ''));
  return Number.isFinite(value) ? value : null;
};

/** The last whole number a Double holds exactly in 32 bits, toward zero; 0 where it does not fit. */
export const truncate = (value: number): number => {
  const whole = Math.trunc(value);
  return whole >= -2_147_483_648 && whole <= 2_147_483_647 ? whole | 0 : 0;
};

/** Any value as a number; what cannot be one is 0. */
export const number = (value: unknown): number => {
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return parseNumber(value) ?? 0;
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value instanceof FqlSpan ? value.totalMs / DAY_MS : 0;
};

/** As `number`, but empty text for what cannot be one. */
export const numberOrNothing = (value: unknown): number | '' => {
  if (typeof value === 'string') return parseNumber(value) ?? '';
  return typeof value === 'number' || typeof value === 'boolean' || value instanceof FqlSpan ? number(value) : '';
};

export const int = (value: unknown): number => truncate(number(value));

const pad = (value: number): string => String(Math.floor(value)).padStart(2, '0');

/** `[-][d.]hh:mm:ss[.fffffff]`, as .NET writes a TimeSpan. */
export const spanText = (span: FqlSpan): string => {
  const size = span.ms < 0 ? FqlSpan.of(-span.ms, -span.ticks) : span;
  const days = Math.floor(size.ms / DAY_MS);
  const fraction = (size.ms % 1000) * TICKS_PER_MS + size.ticks;
  const clock = `${pad((size.ms / 3_600_000) % 24)}:${pad((size.ms / 60_000) % 60)}:${pad((size.ms / 1000) % 60)}`;
  return `${span.ms < 0 ? '-' : ''}${days > 0 ? `${days}.` : ''}${clock}${fraction > 0 ? `.${String(fraction).padStart(7, '0')}` : ''}`;
};

/** Any value as text: missing is empty, numbers in their shortest form, Booleans as `True`/`False` (A-08), dates as .NET. */
export const text = (value: unknown): string => {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
      return String(value);
    case 'boolean':
      return value ? 'True' : 'False';
    case 'object':
      if (value === null) return '';
      if (value instanceof FqlDate) return formatDate(value, 'G') ?? '';
      if (value instanceof FqlSpan) return spanText(value);
      return JSON.stringify(value);
    default:
      return '';
  }
};

/** Any value as true or false. */
export const boolean = (value: unknown): boolean => {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return value !== 0;
  if (typeof value !== 'string') return false;
  const word = value.trim().toLowerCase();
  return word === 'true' || word === '1';
};

/** Any value as a date; what cannot be one is the year 1. */
export const date = (value: unknown): FqlDate => {
  if (value instanceof FqlDate) return value;
  return typeof value === 'string' ? (parseDate(value) ?? DEFAULT_DATE) : DEFAULT_DATE;
};

export const span = (value: unknown): FqlSpan =>
  value instanceof FqlSpan ? value : FqlSpan.ofMs(typeof value === 'number' ? value * DAY_MS : 0);

/** Any value as JSON: dates as ISO 8601, numbers that JSON cannot write as text. */
export const json = (value: unknown): unknown => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (value instanceof FqlDate) return isoText(value);
  if (value instanceof FqlSpan) return spanText(value);
  return value ?? null;
};

/** An attribute as an answer shows it: of its own kind, and empty text where it is missing. */
export const shownAttribute = (value: unknown): unknown => value ?? '';

export const dayText = (day: number): string => dayName(day);

/** Without letter case and outer blanks: how choices and list keys are matched (A-22). */
export const fold = (value: string): string => value.trim().toLowerCase();
