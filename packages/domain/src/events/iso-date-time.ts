const ISO_DATE_TIME =
  /^(?!0000)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,7})?)?(?:Z|z|[+-](?:0\d|1[0-4]):?[0-5]\d)?)?$/;

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;
/** Days that every month has. */
const SHORTEST_MONTH = '28';

/** ISO 8601 date with optional time, up to seven fractional digits and an offset within 14 hours, on a day that exists. */
export const isIsoDateTime = (text: string): boolean => {
  if (!ISO_DATE_TIME.test(text)) return false;
  const day = text.slice(8, 10);
  if (day <= SHORTEST_MONTH) return true;
  const [year, month] = [Number(text.slice(0, 4)), Number(text.slice(5, 7))];
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return Number(day) <= (DAYS[month - 1] ?? 0) + (leap && month === 2 ? 1 : 0);
};

/** The instant in milliseconds since 1970; without an offset the text means UTC. Null for text that is no date-time. */
export const parseIsoDateTime = (text: string): number | null => {
  if (!isIsoDateTime(text)) return null;
  const normal = text.replace(' ', 'T');
  const hasOffset = /(?:Z|z|[+-]\d{2}:?\d{2})$/.test(normal) && normal.includes('T');
  const instant = Date.parse(hasOffset || !normal.includes('T') ? normal : `${normal}Z`);
  return Number.isNaN(instant) ? null : instant;
};
