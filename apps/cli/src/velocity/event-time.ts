const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s?(Z|[+-]\d{2}:?\d{2})?$/i;
const EPOCH = /^\d{9,13}$/;
const OFFSET = /^([+-])(\d{2}):?(\d{2})$/;
const MINUTE_S = 60;
const HOUR_S = 3600;

/** Reads a time as whole seconds since 1970 in UTC; null for what is none. */
export type TimeReader = (text: string) => number | null;

const offsetSeconds = (text: string): number | null => {
  if (/^(z|utc)$/i.test(text)) return 0;
  const [, sign, hours, minutes] = OFFSET.exec(text) ?? [];
  if (hours === undefined) return null;
  const seconds = Number(hours) * HOUR_S + Number(minutes) * MINUTE_S;
  return sign === '-' ? -seconds : seconds;
};

/** Seconds that clocks of a named zone are ahead of UTC at a moment. */
const zoneOffsets = (timeZone: string): ((utcS: number) => number) => {
  const format = new Intl.DateTimeFormat('en-US-u-hc-h23', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (utcS) => {
    const part = Object.fromEntries(format.formatToParts(utcS * 1000).map(({ type, value }) => [type, Number(value)]));
    const wall = Date.UTC(part.year ?? 0, (part.month ?? 1) - 1, part.day, part.hour, part.minute, part.second);
    return wall / 1000 - utcS;
  };
};

/** Wall clock → UTC. Of a time that clocks show twice, the first is meant; one they skip counts as before the gap. */
const fromWall = (timeZone: string): ((wallS: number) => number) => {
  const offsetAt = zoneOffsets(timeZone);
  const known = new Map<number, number>();
  const offsetFor = (wallS: number): number => {
    const before = offsetAt(wallS - 24 * HOUR_S);
    return offsetAt(wallS - before) === before ? before : offsetAt(wallS - offsetAt(wallS + 24 * HOUR_S));
  };
  return (wallS) => {
    // Zones change their offset on quarters of an hour at the finest.
    const quarter = Math.floor(wallS / (15 * MINUTE_S));
    let offset = known.get(quarter);
    if (offset === undefined) {
      offset = offsetFor(quarter * 15 * MINUTE_S);
      known.set(quarter, offset);
    }
    return wallS - offset;
  };
};

/**
 * A reader of times: ISO 8601, with a blank for its T if need be, or seconds or milliseconds since 1970.
 *
 * @param timeZone of times that carry no offset: `UTC`, an offset such as `+02:00`, or a name such as `Europe/Brussels`.
 * @throws `RangeError` for an unknown zone.
 */
export const timeReader = (timeZone: string): TimeReader => {
  const fixed = offsetSeconds(timeZone);
  const toUtc = fixed === null ? fromWall(timeZone) : (wallS: number) => wallS - fixed;
  return (text) => {
    if (EPOCH.test(text)) return text.length > 11 ? Math.floor(Number(text) / 1000) : Number(text);
    const match = DATE_TIME.exec(text);
    if (match === null) return null;
    const [, year, month, day, hour = '0', minute = '0', second = '0', , offset] = match;
    const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
    const isDay = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
    if (!isDay || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
    const wallS = date.getTime() / 1000 + Number(hour) * HOUR_S + Number(minute) * MINUTE_S + Number(second);
    if (offset === undefined) return toUtc(wallS);
    return wallS - (offsetSeconds(offset) ?? 0);
  };
};
