import { isJsonObject, type Json } from '@redoubt/kernel';
import { isIsoDateTime } from '../events/iso-date-time.ts';
import { isIpAddress } from '../support-lists/ip-address.ts';
import { isEmailAddress } from '../text/email-address.ts';
import type { FieldType } from './definition.ts';

/** A path found in bodies: what it looks like, and in how many of them it stood. */
type ProposedField = {
  readonly path: string;
  readonly type: FieldType;
  readonly sample: Json;
  readonly count: number;
};

const MAX_PATHS = 300;
const MAX_DEPTH = 6;
const MAX_SAMPLE_CHARACTERS = 120;
const PLAIN_NAME = /^[A-Za-z_][\w-]{0,59}$/;

const textType = (value: string): FieldType => {
  if (isIsoDateTime(value)) return 'datetime';
  if (isEmailAddress(value)) return 'email';
  return isIpAddress(value) && value.length > 6 ? 'ipAddress' : 'string';
};

const typeOf = (value: Exclude<Json, null>): FieldType => {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'string') return textType(value);
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'integer' : 'double';
  return typeof value === 'boolean' ? 'boolean' : 'object';
};

/** The type that holds both: a whole number is a number, and what differs in text is text. */
const joined = (a: FieldType, b: FieldType): FieldType | null => {
  if (a === b) return a;
  const both = new Set([a, b]);
  if (both.has('integer') && both.has('double')) return 'double';
  const texts: readonly FieldType[] = ['string', 'datetime', 'email', 'ipAddress'];
  return texts.includes(a) && texts.includes(b) ? 'string' : null;
};

const sampleOf = (value: Exclude<Json, null>): Json =>
  typeof value === 'string' ? value.slice(0, MAX_SAMPLE_CHARACTERS).toWellFormed() : value;

/**
 * Fields that occur in bodies, members of objects behind dots, lists as a whole; the first body's order and samples. A
 * path whose values do not fit one type is left out, and so are names no field can have.
 */
export const proposeFields = (bodies: readonly Json[]): readonly ProposedField[] => {
  const found = new Map<string, ProposedField & { readonly clashes: boolean }>();
  const visit = (value: Json, prefix: string, depth: number, seen: Set<string>): void => {
    if (!isJsonObject(value) || depth > MAX_DEPTH) return;
    for (const [name, member] of Object.entries(value)) {
      if (member === null || !PLAIN_NAME.test(name) || name === '__proto__') continue;
      const path = `${prefix}${name}`;
      if (isJsonObject(member) && Object.keys(member).length > 0) {
        visit(member, `${path}.`, depth + 1, seen);
        continue;
      }
      const key = path.toLowerCase();
      if (seen.has(key)) continue;
      seen.add(key);
      const known = found.get(key);
      const type = typeOf(member);
      if (known === undefined) {
        if (found.size < MAX_PATHS) found.set(key, { path, type, sample: sampleOf(member), count: 1, clashes: false });
        continue;
      }
      const both = joined(known.type, type);
      found.set(key, {
        ...known,
        type: both ?? known.type,
        count: known.count + 1,
        clashes: known.clashes || both === null,
      });
    }
  };
  for (const body of bodies) visit(body, '', 0, new Set());
  return [...found.values()].flatMap(({ clashes, ...field }) => (clashes ? [] : [field]));
};
