import { DAY_MS } from '@redoubt/kernel';
import { fromMomentField, toMomentField } from '../../shared/moment-field.ts';

/** The moment at which a day ends that a date field holds; null where it holds none. */
export const endOfDay = (day: string, zone: 'local' | 'utc'): string | null => {
  const start = fromMomentField(day === '' ? '' : `${day}T00:00:00`, zone);
  if (start === '') return null;
  // A day has 23 or 25 hours at times, so the next one is asked for and not added up.
  const next = toMomentField(new Date(Date.parse(start) + 1.5 * DAY_MS).toISOString(), zone).slice(0, 10);
  return fromMomentField(`${next}T00:00:00`, zone);
};

/** The last day of something that ends at a moment, as a date field shows it. */
export const lastDayOf = (iso: string | null, zone: 'local' | 'utc'): string =>
  iso === null ? '' : toMomentField(new Date(Date.parse(iso) - 1000).toISOString(), zone).slice(0, 10);
