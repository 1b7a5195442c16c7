/** A Monday, for the names of the days of the week. */
const MONDAY_MS = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** The name of a day of the week, 1 (Monday) to 7. */
export const weekdayName = (weekday: number, language: string): string =>
  new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(MONDAY_MS + (weekday - 1) * DAY_MS);

/** A full hour as clocks of a language show it. */
export const hourText = (hour: number, language: string): string =>
  new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).format(
    MONDAY_MS + hour * HOUR_MS,
  );

/** The time zone of the browser. */
export const ownTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Names of time zones, with the chosen one among them. */
export const timeZones = (chosen: string): readonly string[] => {
  const known = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
  return known.includes(chosen) ? known : [chosen, ...known];
};
