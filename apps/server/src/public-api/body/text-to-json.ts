import { fail, maskCardData } from '@redoubt/domain';
import { isTooDeep, MAX_DEPTH } from '../../http/json-limits.ts';
import { isJsonObject, type Json, type JsonObject, keepLargeIntegers } from '@redoubt/kernel';

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Escapes that may spell NUL or half a surrogate pair; only then is every string looked at. */
const SUSPECT_ESCAPE = /\\u(?:0000|[dD][89a-fA-F])/;

/** An escape of printable ASCII other than quote and backslash, or any other escape, so that pairs stay pairs. */
const ESCAPE = /\\(?:u00([2-7][\da-fA-F])|[^])/g;
const KEPT_ESCAPES = new Set(['22', '5c', '5C', '7f', '7F']);

/** Spells out what has no need of an escape, so that `\u0034111…` is as plain to the masking as `4111…`. */
const spellOut = (text: string): string =>
  text.includes('\\u00')
    ? text.replace(ESCAPE, (escape: string, code: string | undefined) =>
        code === undefined || KEPT_ESCAPES.has(code) ? escape : String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;

const isCleanText = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed();

const findUncleanText = (value: Json, path: string): string | null => {
  if (typeof value === 'string') return isCleanText(value) ? null : path;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, member] of Object.entries(value)) {
    if (!isCleanText(key)) return path;
    const found = findUncleanText(member, Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`);
    if (found) return found;
  }
  return null;
};

const ANY_DIGIT = /\p{N}/gu;

/** What may be kept of a body that is not JSON: its beginning without a single digit, since no mask can be sure. */
export const unreadableExcerpt = (bytes: Uint8Array, characters: number): string =>
  new TextDecoder().decode(bytes.subarray(0, characters)).replaceAll(ANY_DIGIT, '*');

/** Why a text is no JSON, without the digits of what the parser quotes of it. */
const reasonOf = (error: unknown): string =>
  (error as Error).message.replace(/".*"/s, (quoted) => quoted.replaceAll(ANY_DIGIT, '*'));

export type ParsedBody = {
  /** Request text with card data masked, and whole numbers beyond 2^53 as text: what is kept. */
  readonly text: string;
  readonly value: JsonObject;
};

/**
 * Bytes of a request → masked text and its value.
 *
 * @param cardFingerprint tells two masked card numbers apart, see `maskCardData`.
 * @throws `REQ-BODY-NOT-JSON` for anything but one JSON object in UTF-8, at most 64 levels deep, without NUL and half
 * surrogate pairs; `reason` says which.
 */
export const parseBody = (bytes: Uint8Array, cardFingerprint: (digits: string) => string): ParsedBody => {
  let raw: string;
  try {
    raw = decoder.decode(bytes);
  } catch (error) {
    throw fail('REQ-BODY-NOT-JSON', { reason: 'the body is not UTF-8' }, error);
  }
  if (raw.includes('\u0000')) throw fail('REQ-BODY-NOT-JSON', { reason: 'the body contains NUL' });
  if (isTooDeep(raw)) throw fail('REQ-BODY-NOT-JSON', { reason: `nested deeper than ${MAX_DEPTH} levels` });
  const text = keepLargeIntegers(maskCardData(spellOut(raw), cardFingerprint));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw fail('REQ-BODY-NOT-JSON', { reason: reasonOf(error) }, error);
  }
  if (!isJsonObject(value)) throw fail('REQ-BODY-NOT-JSON', { reason: 'the body is not a JSON object' });
  if (text.includes('\\u') && SUSPECT_ESCAPE.test(text)) {
    const place = findUncleanText(value, '$');
    if (place) throw fail('REQ-BODY-NOT-JSON', { reason: `text with NUL or half a surrogate pair at ${place}` });
  }
  return { text, value };
};
