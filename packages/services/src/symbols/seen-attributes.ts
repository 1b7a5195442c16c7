import type { JsonKind } from '@redoubt/fql';
import { isJsonObject, type Json } from '@redoubt/kernel';

export type SeenAttribute = {
  /** As sent; lists are crossed without an index. */
  readonly path: string;
  readonly type: Exclude<JsonKind, 'enum'>;
  /** A value of the newest event that had one; null for objects and lists. */
  readonly example: string | number | boolean | null;
  /** In how many of the events it stood. */
  readonly events: number;
};

const MAX_PATHS = 500;
const MAX_DEPTH = 8;
const MAX_EXAMPLE_CHARACTERS = 80;

/** Names that a path would need brackets for are left out. */
const PLAIN_NAME = /^[^.[\]"]{1,100}$/;

/** Only a full date with a time counts: a bare year or date is as often a number or a name. */
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?$/;

const kindOf = (value: Exclude<Json, null>): SeenAttribute['type'] => {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'object') return 'object';
  if (typeof value === 'string') return DATE_TIME.test(value) ? 'dateTime' : 'string';
  return typeof value as 'number' | 'boolean';
};

const exampleOf = (value: Json): SeenAttribute['example'] => {
  if (typeof value === 'string') return value.slice(0, MAX_EXAMPLE_CHARACTERS).toWellFormed();
  return typeof value === 'number' || typeof value === 'boolean' ? value : null;
};

/**
 * Paths that occur in events, each with an example and how often it occurs, by lower-case path. Of a path that occurs in several events the
 * first one given counts.
 */
export const seenAttributes = (requests: readonly Json[]): ReadonlyMap<string, SeenAttribute> => {
  const seen = new Map<string, SeenAttribute>();
  const visit = (value: Json, path: string, depth: number, counted: Set<string>): void => {
    if (depth > MAX_DEPTH) return;
    if (Array.isArray(value)) {
      for (const item of value as readonly Json[]) if (isJsonObject(item)) visit(item, path, depth + 1, counted);
    } else if (isJsonObject(value)) {
      for (const [name, member] of Object.entries(value)) {
        if (member === null || !PLAIN_NAME.test(name)) continue;
        const full = path === '' ? name : `${path}.${name}`;
        const key = full.toLowerCase();
        const known = seen.get(key);
        if (known === undefined && seen.size < MAX_PATHS) {
          seen.set(key, { path: full, type: kindOf(member), example: exampleOf(member), events: 1 });
        } else if (known !== undefined && !counted.has(key)) {
          seen.set(key, { ...known, events: known.events + 1 });
        }
        counted.add(key);
        visit(member, full, depth + 1, counted);
      }
    }
  };
  for (const request of requests) visit(request, '', 0, new Set());
  return seen;
};
