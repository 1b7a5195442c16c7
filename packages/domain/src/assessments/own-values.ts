import { isJsonObject, type Json, type JsonObject } from '@redoubt/kernel';
import { parseIsoDateTime } from '../events/iso-date-time.ts';
import type { AssessmentDefinition, CustomField, FieldType } from './definition.ts';

/** Types of fields that can be searched by; an object is a place, its members are fields of their own. */
export type SearchableType = Exclude<FieldType, 'object'>;

/** Whether values of a type are texts, which link events; many events share a number, a time or a truth value by chance. */
export const holdsTexts = (type: FieldType): boolean =>
  type === 'string' || type === 'email' || type === 'ipAddress' || type === 'array';

/** A field of an assessment whose values search keeps. */
export type SearchableField = Pick<CustomField, 'path' | 'friendlyName'> & { readonly type: SearchableType };

/**
 * A time in milliseconds since 1970; an e-mail address in lower case; everything else as sent, without blanks around. A
 * value of another type counts as what it says: the text `12.5` as a number, a number as text.
 */
export type OwnValue = string | number | boolean;

/** What search keeps of an event's own fields, by path as the schema spells it; fields without a value are absent. */
export type OwnValues = Readonly<Record<string, readonly OwnValue[]>>;

/** How a filter names a searchable field of an assessment: `own:booking.hotel`, in the spelling of its schema. */
export type OwnSearchField = `own:${string}`;
const OWN = 'own:';
export const ownSearchField = (path: string): OwnSearchField => `${OWN}${path}`;

/** The path that a filter names; null for a field of the product. */
export const ownPathOf = (field: string): string | null =>
  field.startsWith(OWN) && field.length > OWN.length ? field.slice(OWN.length) : null;

/** Longest text that is kept, which is the longest a filter can name, and values kept of one field of one event. */
export const MAX_SEARCH_TEXT = 256;
const MAX_VALUES = 20;

/** Fields of an assessment that can be searched by; none while its search is switched off. */
export const searchableFields = ({
  features,
  fields,
}: Pick<AssessmentDefinition, 'features' | 'fields'>): readonly SearchableField[] =>
  features.search
    ? fields.flatMap(({ path, friendlyName, type, searchable }) =>
        searchable && type !== 'object' ? [{ path, friendlyName, type }] : [],
      )
    : [];

/** Types whose values can be linked: texts that name one thing. Numbers, times and truth values are shared by chance. */
const LINKABLE_TYPES: readonly FieldType[] = ['string', 'email', 'ipAddress'];
export const isLinkableType = (type: FieldType): boolean => LINKABLE_TYPES.includes(type);

/** Fields of one assessment that may be linkable: each adds an edge to every event that carries it. */
export const MAX_LINKABLE_FIELDS = 10;

/** Paths of the fields of an assessment whose values are nodes of the graph; none while its search is switched off. */
export const linkablePaths = (definition: Pick<AssessmentDefinition, 'features' | 'fields'>): readonly string[] =>
  definition.features.search
    ? definition.fields.flatMap(({ path, type, searchable, linkable }) =>
        linkable === true && searchable && isLinkableType(type) ? [path] : [],
      )
    : [];

/** How rules and the log name a linkable attribute: `Points.agent.card`, the API name of its assessment and its path. */
export const attributeName = (apiName: string, path: string): string => `${apiName}.${path}`;

/** How rules name a linkable attribute as a kind of the graph. */
export const graphKindOfAttribute = (apiName: string, path: string): string =>
  `attribute:${attributeName(apiName, path)}`;

/** The path in the name of a linkable attribute: API names have no dots. */
export const pathOfAttribute = (name: string): string => name.slice(name.indexOf('.') + 1);

const textOf = (value: Json): string | null => {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return null;
  const text = value.trim().slice(0, MAX_SEARCH_TEXT).replaceAll('\0', '').toWellFormed();
  return text === '' ? null : text;
};

const numberOf = (value: Json): number | null => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
};

const booleanOf = (value: Json): boolean | null => {
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value.trim().toLowerCase() : '';
  return text === 'true' ? true : text === 'false' ? false : null;
};

const timeOf = (value: Json): number | null => (typeof value === 'string' ? parseIsoDateTime(value.trim()) : null);

const READERS: Readonly<Record<SearchableType, (value: Json) => OwnValue | null>> = {
  string: textOf,
  ipAddress: textOf,
  email: (value) => textOf(value)?.toLowerCase() ?? null,
  integer: numberOf,
  double: numberOf,
  boolean: booleanOf,
  datetime: timeOf,
  array: textOf,
};

/** A value as a filter names it, in the form in which values of the type are kept; null where it can be none. */
export const filterValueOf = (type: SearchableType, text: string): OwnValue | null => READERS[type](text);

/** The spelling of a name that an object has: letter case counts as little as in rules. */
const keyOf = (object: JsonObject, name: string): string | undefined => {
  if (Object.hasOwn(object, name)) return name;
  const lower = name.toLowerCase();
  return Object.keys(object).find((key) => key.length === name.length && key.toLowerCase() === lower);
};

/** Everything that stands at a path; lists are crossed. */
const valuesAt = (value: Json, names: readonly string[]): readonly Json[] => {
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap((item) => valuesAt(item, names));
  const [name, ...rest] = names;
  if (name === undefined) return [value];
  const key = isJsonObject(value) ? keyOf(value, name) : undefined;
  return key === undefined ? [] : valuesAt((value as JsonObject)[key] ?? null, rest);
};

/** Text of the first value at a path that has one, of as many values as are kept; empty where none has. */
export const firstTextAt = (body: Json, names: readonly string[]): string => {
  let left = MAX_VALUES;
  const find = (value: Json, at: number): string | null => {
    if (Array.isArray(value)) {
      for (const item of value as readonly Json[]) {
        const found = find(item, at);
        if (found !== null) return found;
        if (left <= 0) return null;
      }
      return null;
    }
    const name = names[at];
    if (name === undefined) {
      left -= 1;
      return left < 0 ? null : textOf(value);
    }
    const key = isJsonObject(value) ? keyOf(value, name) : undefined;
    return key === undefined ? null : find((value as JsonObject)[key] ?? null, at + 1);
  };
  return find(body, 0) ?? '';
};

/** What search keeps of a shaped body; undefined where it has no such field. */
export const ownValuesOf = (fields: readonly SearchableField[], body: Json): OwnValues | undefined => {
  let own: Record<string, readonly OwnValue[]> | undefined;
  for (const { path, type } of fields) {
    const values = valuesAt(body, path.split('.'))
      .slice(0, MAX_VALUES)
      .flatMap((value) => READERS[type](value) ?? []);
    if (values.length > 0) (own ??= {})[path] = [...new Set(values)];
  }
  return own;
};
