import { isIsoDateTime } from './iso-date-time.ts';
import type { ScalarType } from './schema/object-schema.ts';

/** What a value of another type is read as; `value` undefined where the field counts as absent. */
export type LenientReading = { readonly value: unknown; readonly message: string };

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
/** Fraction of a second past the seven digits that a time has. */
const LONG_FRACTION = /(\.\d{7})\d+(?=Z|[+-]|$)/i;

const EMPTY: LenientReading = { value: undefined, message: 'empty text read as absent' };

const isEmpty = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

const numberIn = (value: unknown): number | undefined => {
  if (typeof value !== 'string' || !NUMBER.test(value.trim())) return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
};

const asText = (value: unknown): LenientReading | undefined => {
  if (typeof value === 'boolean') return { value: String(value), message: `the boolean ${value} read as text` };
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  // A long number has lost digits already: an id of it would be another one.
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return undefined;
  return { value: String(value), message: 'a number read as text' };
};

const asNumber = (value: unknown): LenientReading | undefined => {
  if (isEmpty(value)) return EMPTY;
  const number = numberIn(value);
  return number === undefined ? undefined : { value: number, message: 'text read as a number' };
};

const asInteger = (value: unknown): LenientReading | undefined => {
  const read = asNumber(value);
  return read === EMPTY || Number.isSafeInteger(read?.value) ? read : undefined;
};

const asBoolean = (value: unknown): LenientReading | undefined => {
  if (isEmpty(value)) return EMPTY;
  if (typeof value === 'number' && Number.isFinite(value)) {
    return { value: value !== 0, message: `the number ${value} read as ${value !== 0}` };
  }
  const text = typeof value === 'string' ? value.trim().toLowerCase() : '';
  return text === 'true' || text === 'false'
    ? { value: text === 'true', message: 'text read as true or false' }
    : undefined;
};

const asDateTime = (value: unknown): LenientReading | undefined => {
  if (isEmpty(value)) return EMPTY;
  if (typeof value !== 'string') return undefined;
  const shorter = value.trim().replace(LONG_FRACTION, '$1');
  return isIsoDateTime(shorter)
    ? { value: shorter, message: 'a time read to its seventh fractional digit' }
    : undefined;
};

/**
 * Values of another type that the original's serializer (Json.NET, into typed members) took, by the type of the field;
 * undefined for what is refused (ADR 0059).
 */
export const LENIENT: Readonly<Record<ScalarType, (value: unknown) => LenientReading | undefined>> = {
  text: asText,
  number: asNumber,
  integer: asInteger,
  boolean: asBoolean,
  dateTime: asDateTime,
};

/** Empty text where an object or a list belongs. */
export const emptyAsAbsent = (value: unknown): LenientReading | undefined => (value === '' ? EMPTY : undefined);
