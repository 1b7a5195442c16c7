import { FqlDate, MAX_DATE_MS, MIN_DATE_MS, TICKS_PER_MS } from '../values.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const TIME = String.raw`(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*([ap]m)?`;
const ZONE = String.raw`(z|gmt|utc|[+-]\d{2}(?::?\d{2})?)?`;

const ISO = new RegExp(String.raw`^(\d{4})-(\d{1,2})(?:-(\d{1,2}))?(?:(?:t|\s+)${TIME}\s*${ZONE})?$`, 'i');
const ISO_COMPACT =
  /^(\d{4})(\d{2})(\d{2})(?:t?(\d{2})(\d{2})(\d{2})(?:[.,](\d{1,9}))?\s*(z|[+-]\d{2}(?::?\d{2})?)?)?$/i;
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})[/.](\d{1,2})[/.](\d{1,2})(?:\s+${TIME}\s*${ZONE})?$`, 'i');
const MONTH_FIRST = new RegExp(String.raw`^(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?:\s+${TIME}\s*${ZONE})?$`, 'i');
const WEEKDAY = String.raw`(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,?\s+)?`;
const NAMED_DAY_FIRST = new RegExp(
  String.raw`^${WEEKDAY}(\d{1,2})[\s-]+([a-z]{3,9}),?[\s-]+(\d{4})(?:\s+${TIME}\s*${ZONE})?$`,
  'i',
);
const NAMED_MONTH_FIRST = new RegExp(
  String.raw`^${WEEKDAY}([a-z]{3,9})[\s,]+(\d{1,2})[\s,]+(\d{4})(?:[\s,]+${TIME}\s*${ZONE})?$`,
  'i',
);

const LONGEST_DATE_TEXT = 64;
/** Digits of a fraction of a second that are read: down to a tick. */
const MOST_FRACTION_DIGITS = 7;

const offsetOf = (zone: string | undefined): number => {
  const match = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone ?? '');
  if (!match) return 0;
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3] ?? 0));
};

const monthNamed = (name: string | undefined): number => {
  const index = MONTHS.indexOf((name ?? '').slice(0, 3).toLowerCase());
  return index < 0 ? Number.NaN : index + 1;
};

type Time = readonly [hour?: string, minute?: string, second?: string, fraction?: string, half?: string, zone?: string];

/** @param ticks of the second. */
const withFraction = (ms: number, offsetMinutes: number, ticks: number): FqlDate =>
  new FqlDate(ms + Math.floor(ticks / TICKS_PER_MS), offsetMinutes, ticks % TICKS_PER_MS);

const build = (
  year: number,
  month: number,
  day: number,
  [hour, minute, second, fraction, half, zone]: Time,
): FqlDate | null => {
  let hours = Number(hour ?? 0);
  if (half !== undefined) {
    if (hours < 1 || hours > 12) return null;
    hours = (hours % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
  }
  const minutes = Number(minute ?? 0);
  const seconds = Number(second ?? 0);
  const offsetMinutes = offsetOf(zone);
  const valid = year >= 1 && month >= 1 && month <= 12 && day >= 1 && hours < 24 && minutes < 60 && seconds < 60;
  if (!valid || Math.abs(offsetMinutes) > 14 * 60) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCDate() !== day) return null;
  date.setUTCHours(hours, minutes, seconds, 0);
  const ticks = Number((fraction ?? '').slice(0, MOST_FRACTION_DIGITS).padEnd(MOST_FRACTION_DIGITS, '0'));
  const ms = date.getTime() - offsetMinutes * 60_000;
  return ms >= MIN_DATE_MS && ms <= MAX_DATE_MS ? withFraction(ms, offsetMinutes, ticks) : null;
};

const DIGIT_0 = 48;
/** Two or four digits at an offset; not a number where one is missing. */
const digits = (text: string, at: number, count: number): number => {
  let value = 0;
  for (let index = at; index < at + count; index += 1) {
    const digit = text.charCodeAt(index) - DIGIT_0;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
};

const SECONDS_LENGTH = '2026-03-14T11:04:30'.length;
/** Days of the months that every year has. */
const SURE_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Ticks of `.123` between the seconds and the final `Z`; not a number where something else stands there. */
const fractionTicks = (text: string): number => {
  const count = text.length - SECONDS_LENGTH - 2;
  if (count === -1) return 0;
  if (count < 1 || count > MOST_FRACTION_DIGITS || text[SECONDS_LENGTH] !== '.') return Number.NaN;
  return digits(text, SECONDS_LENGTH + 1, count) * 10 ** (MOST_FRACTION_DIGITS - count);
};

/** The forms nearly every client sends, without a regular expression; null leaves it to the general way. */
const parseCanonical = (text: string): FqlDate | null => {
  if (text.length <= SECONDS_LENGTH || text[4] !== '-' || text[7] !== '-' || text[10] !== 'T') return null;
  if (text[13] !== ':' || text[16] !== ':' || text[text.length - 1] !== 'Z') return null;
  const [year, month, day] = [digits(text, 0, 4), digits(text, 5, 2), digits(text, 8, 2)];
  const [hour, minute, second] = [digits(text, 11, 2), digits(text, 14, 2), digits(text, 17, 2)];
  const ticks = fractionTicks(text);
  const plain = year >= 100 && day >= 1 && day <= (SURE_DAYS[month - 1] ?? 0);
  return plain && hour < 24 && minute < 60 && second < 60 && ticks >= 0
    ? withFraction(Date.UTC(year, month - 1, day, hour, minute, second), 0, ticks)
    : null;
};

/**
 * Text as a date: ISO 8601 first, then the written forms of the invariant culture (month before day). Without an offset
 * it is UTC. Null where it is none of these; every pattern is linear in the length of the text.
 */
export const parseDate = (text: string): FqlDate | null => {
  const canonical = parseCanonical(text);
  if (canonical) return canonical;
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > LONGEST_DATE_TEXT) return null;
  const iso = ISO.exec(trimmed) ?? YEAR_FIRST.exec(trimmed);
  if (iso) return build(Number(iso[1]), Number(iso[2]), Number(iso[3] ?? 1), iso.slice(4) as unknown as Time);
  const compact = ISO_COMPACT.exec(trimmed);
  if (compact) {
    const [, year, month, day, hour, minute, second, fraction, zone] = compact;
    return build(Number(year), Number(month), Number(day), [
      hour,
      minute,
      second,
      fraction,
      undefined,
      zone,
    ] as unknown as Time);
  }
  const numeric = MONTH_FIRST.exec(trimmed);
  if (numeric)
    return build(Number(numeric[3]), Number(numeric[1]), Number(numeric[2]), numeric.slice(4) as unknown as Time);
  const dayFirst = NAMED_DAY_FIRST.exec(trimmed);
  if (dayFirst)
    return build(
      Number(dayFirst[3]),
      monthNamed(dayFirst[2]),
      Number(dayFirst[1]),
      dayFirst.slice(4) as unknown as Time,
    );
  const monthFirst = NAMED_MONTH_FIRST.exec(trimmed);
  return monthFirst
    ? build(
        Number(monthFirst[3]),
        monthNamed(monthFirst[1]),
        Number(monthFirst[2]),
        monthFirst.slice(4) as unknown as Time,
      )
    : null;
};
