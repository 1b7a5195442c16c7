import { kindFacts, type LoggedAssessmentKind, type ObjectSchema } from '@redoubt/domain';
import { isJsonObject, type Json, type JsonObject } from '@redoubt/kernel';
import { searchedFacts } from '../decisions/assessment-facts.ts';

/** Passes for an address, so that a user name that is one is found as such. */
const PROBE = 'probe@redoubt.example';
const PROBE_NUMBER = 1;

const bodyWith = (schema: ObjectSchema, [name = '', ...rest]: readonly string[]): JsonObject | null => {
  const field = schema[name];
  if (field === undefined) return null;
  if (rest.length === 0) {
    if (field.type === 'text') return { [name]: PROBE };
    return field.type === 'number' || field.type === 'integer' ? { [name]: PROBE_NUMBER } : null;
  }
  if (field.type !== 'object' && field.type !== 'list') return null;
  const members = bodyWith(field.schema, rest);
  if (members === null) return null;
  return { [name]: field.type === 'list' ? [members] : members };
};

const holds = (value: unknown): boolean =>
  value === PROBE || value === PROBE_NUMBER || (Array.isArray(value) && value.includes(PROBE));

/**
 * The field of search that an attribute of a schema fills, or null. Found by asking what search would keep of an event
 * that carries nothing else, so that the two cannot drift apart.
 */
export const searchFieldAt = (kind: LoggedAssessmentKind, schema: ObjectSchema, path: string): string | null => {
  if (kindFacts(kind).id === path) return 'eventId';
  const body: Json = bodyWith(schema, path.split('.'));
  if (!isJsonObject(body)) return null;
  return Object.entries(searchedFacts(kind, body)).find(([, value]) => holds(value))?.[0] ?? null;
};
