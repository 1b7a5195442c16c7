import { DAY_MS } from '@redoubt/kernel';

/** One unit of `base` is worth `rate` units of `quote` on a day. */
export type ExchangeRate = {
  /** `2026-03-04`, in UTC. */
  readonly day: string;
  readonly base: string;
  readonly quote: string;
  readonly rate: number;
};

/** What amounts of a tree of environments are added up in. */
export type CurrencySettings = {
  /** ISO 4217; null where each currency stands alone. */
  readonly currency: string | null;
  /** How many days before an event the newest rate may lie. */
  readonly maxAgeDays: number;
};

/** A week: it bridges weekends and the holidays of the banks that publish rates. */
export const DEFAULT_CURRENCY_SETTINGS: CurrencySettings = { currency: null, maxAgeDays: 7 };
export const MAX_RATE_AGE_DAYS = 366;

/** Rates of one file: all that the European Central Bank has published since 1999 fit twice. */
export const MAX_FILE_RATES = 500_000;
export const MAX_RATE_FILE_BYTES = 20_000_000;
export const MAX_RATE_FILE_NAME = 200;
/** No two currencies are further apart than this; beyond it a column was mistaken for another. */
export const RATE_RANGE = { least: 1e-9, most: 1e9 } as const;

const CODE = /^[A-Z]{3}$/;

/** Whether a text is written as ISO 4217 writes a currency. */
export const isCurrencyCode = (text: string): boolean => CODE.test(text);

/** The text of a day in UTC. */
export const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Where a day begins, in milliseconds since 1970; null for a text that is no day. */
export const dayStartMs = (text: string): number | null => {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(ms) || dayText(ms) !== text ? null : ms;
};

/** Monday to Friday without a rate between the first and the last day of some: holidays, or files that are missing. */
export const weekdaysWithout = (days: readonly string[]): readonly string[] => {
  const known = new Set(days);
  const sorted = days.toSorted();
  const [firstMs, lastMs] = [dayStartMs(sorted[0] ?? ''), dayStartMs(sorted.at(-1) ?? '')];
  if (firstMs === null || lastMs === null) return [];
  const missing: string[] = [];
  for (let atMs = firstMs; atMs <= lastMs; atMs += DAY_MS) {
    const weekday = new Date(atMs).getUTCDay();
    if (weekday !== 0 && weekday !== 6 && !known.has(dayText(atMs))) missing.push(dayText(atMs));
  }
  return missing;
};
