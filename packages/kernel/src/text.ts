import type { Json } from './json.ts';

/** Whether a text can be stored and sent as UTF-8: no NUL, no half of a surrogate pair. */
export const isCleanText = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** Deepest nesting of JSON that is taken in: far more than people write, far less than a stack holds. */
const MAX_JSON_DEPTH = 200;

/** Whether every text of a JSON value is clean, property names included, and nothing is nested beyond reason. */
export const isCleanJson = (value: Json, depth = 0): boolean => {
  if (typeof value === 'string') return isCleanText(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth >= MAX_JSON_DEPTH) return false;
  if (Array.isArray(value)) return value.every((item: Json) => isCleanJson(item, depth + 1));
  return Object.entries(value).every(([name, member]) => isCleanText(name) && isCleanJson(member, depth + 1));
};
