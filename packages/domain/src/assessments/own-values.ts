import { isJsonObject, type Json } from '@redoubt/kernel';
import type { AssessmentDefinition, CustomField, FieldType } from './definition.ts';

/** Types of fields that can be searched by; an object is a place, its members are fields of their own. */
export type SearchableType = Exclude<FieldType, 'object'>;

/** A field of an assessment whose values search keeps. */
export type SearchableField = Pick<CustomField, 'path' | 'friendlyName'> & { readonly type: SearchableType };

/** A time in milliseconds since 1970; an e-mail address in lower case; everything else as sent, without blanks around. */
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

/** Longest value a filter can name, and values kept of one field of one event. */
const MAX_VALUE_CHARACTERS = 256;
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

const textOf = (value: Json): string | null => {
  if (typeof value !== 'string') return null;
  const text = value.trim().slice(0, MAX_VALUE_CHARACTERS).replaceAll('\0', '').toWellFormed();
  return text === '' ? null : text;
};

const numberOf = (value: Json): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null);

const timeOf = (value: Json): number | null => {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(ms) ? null : ms;
};

const READERS: Readonly<Record<SearchableType, (value: Json) => OwnValue | null>> = {
  string: textOf,
  ipAddress: textOf,
  email: (value) => textOf(value)?.toLowerCase() ?? null,
  integer: numberOf,
  double: numberOf,
  boolean: (value) => (typeof value === 'boolean' ? value : null),
  datetime: timeOf,
  array: (value) => textOf(typeof value === 'number' || typeof value === 'boolean' ? String(value) : value),
};

/** A value as a filter names it, in the form in which values of the type are kept; null where it can be none. */
export const filterValueOf = (type: SearchableType, text: string): OwnValue | null => {
  if (type === 'integer' || type === 'double') return text.trim() === '' ? null : numberOf(Number(text));
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : null;
  return READERS[type](text);
};

/** Everything that stands at a path; lists are crossed. */
const valuesAt = (value: Json, names: readonly string[]): readonly Json[] => {
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap((item) => valuesAt(item, names));
  const [name, ...rest] = names;
  if (name === undefined) return [value];
  return isJsonObject(value) && Object.hasOwn(value, name) ? valuesAt(value[name] ?? null, rest) : [];
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
