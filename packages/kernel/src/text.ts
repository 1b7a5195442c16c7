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

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as it may stand in HTML, in an attribute as well. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);

/** Text without the encoding of an address, or as it is where that is broken. */
export const decodedText = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
