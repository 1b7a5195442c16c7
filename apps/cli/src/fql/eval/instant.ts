const HAS_OFFSET = /(?:z|[+-]\d\d:?\d\d)$/i;
const HAS_TIME = /\d[t ]\d/i;

/**
 * Milliseconds since 1970 of a date as requests write it: ISO 8601, taken as UTC where it names no offset, or the
 * milliseconds themselves. NaN where it is no date.
 */
export const instantOf = (value: string | number): number => {
  if (typeof value === 'number') return value;
  const text = value.trim();
  return Date.parse(HAS_TIME.test(text) && !HAS_OFFSET.test(text) ? `${text}Z` : text);
};
