import type { Json } from '@redoubt/kernel';
import type { LogEvent } from './log-event.ts';

/** Longest id the index of identities takes whatever the characters (`docs/reference/wire.md` names no limit). */
const MAX_ID_CHARACTERS = 256;

/** PostgreSQL and ISO 8601 agree on four-digit years; a time outside could never be projected. */
const FIRST_MS = Date.parse('0001-01-01T00:00:00Z');
const LAST_MS = Date.parse('9999-12-31T00:00:00Z');

/** What JSON writes for NUL and for half of a character pair, and also for the same spelt out in text. */
const SUSPICIOUS = /\\u(0000|d[89a-f])/i;

const isText = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

const isClean = (value: Json): boolean => {
  if (typeof value === 'string') return isText(value);
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every((item: Json) => isClean(item));
  return Object.entries(value).every(([name, member]) => isText(name) && isClean(member));
};

const isTime = (ms: number): boolean => ms >= FIRST_MS && ms <= LAST_MS;

/**
 * True where every projection can hold the event. The public API refuses such input before; the log asks again, because
 * an event that was acknowledged and cannot be projected would stay invisible.
 */
export const isStorable = (event: LogEvent, encodedHead: string): boolean =>
  event.eventId.length <= MAX_ID_CHARACTERS &&
  isTime(event.eventTimeMs) &&
  isTime(event.receivedAtMs) &&
  !event.requestText.includes('\0') &&
  (!SUSPICIOUS.test(encodedHead) || (isText(event.eventId) && isClean(event.facts)));
