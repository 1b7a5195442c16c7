const ISO_DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,7})?)?(?:Z|z|[+-]\d{2}:?\d{2})?)?$/;

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** ISO 8601 date with optional time, up to seven fractional digits and optional offset, and a day that exists. */
export const isIsoDateTime = (text: string): boolean => {
  const match = ISO_DATE_TIME.exec(text);
  if (match === null) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (month < 1 || month > 12 || day < 1) return false;
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  if (day > (DAYS[month - 1] ?? 0) + (leap && month === 2 ? 1 : 0)) return false;
  return Number(match[4] ?? 0) <= 23 && Number(match[5] ?? 0) <= 59 && Number(match[6] ?? 0) <= 59;
};

/** The instant in milliseconds since 1970; without an offset the text means UTC. Null for text that is no date-time. */
export const parseIsoDateTime = (text: string): number | null => {
  if (!isIsoDateTime(text)) return null;
  const normal = text.replace(' ', 'T');
  const hasOffset = /(?:Z|z|[+-]\d{2}:?\d{2})$/.test(normal) && normal.includes('T');
  const instant = Date.parse(hasOffset || !normal.includes('T') ? normal : `${normal}Z`);
  return Number.isNaN(instant) ? null : instant;
};
