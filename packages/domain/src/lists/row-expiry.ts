const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** Whether a date is in the calendar; `Date.parse` alone takes the 30th of February for the 1st of March. */
const isDay = (day: string): boolean => {
  const at = Date.parse(day);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
};

/**
 * The instant from which a row no longer counts, in milliseconds since 1970, as the cell of a list says: ISO 8601 with a
 * zone, or a day (`2026-12-31`), which counts to its end in UTC. Null for a row that never expires (an empty cell);
 * undefined for a text that is neither.
 */
export const rowExpiryMs = (cell: string): number | null | undefined => {
  const text = cell.trim();
  if (text === '') return null;
  if (DAY.test(text)) return isDay(text) ? Date.parse(text) + DAY_MS : undefined;
  const day = INSTANT.exec(text)?.[1];
  if (day === undefined || !isDay(day)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
};
