import { fieldDimension, MAX_REPORT_FILTERS, type FieldDimension } from '@redoubt/domain';

/** A value of a report field that a page is narrowed to. */
export type FieldValue = { readonly field: string; readonly value: string };

export type FieldFilter = { readonly dimension: FieldDimension; readonly values: string[] };

const [MAX_NAME, MAX_VALUE] = [200, 300];

const isPair = (pair: unknown): pair is [field: string, value: string] =>
  Array.isArray(pair) &&
  pair.length === 2 &&
  pair.every((part, at) => typeof part === 'string' && part.length <= (at === 0 ? MAX_NAME : MAX_VALUE)) &&
  pair[0] !== '';

/** The values of an address; none where it is not understood. */
export const parseWhere = (where: string | undefined): readonly FieldValue[] => {
  if (where === undefined) return [];
  try {
    const pairs: unknown = JSON.parse(where);
    if (!Array.isArray(pairs) || pairs.length > MAX_REPORT_FILTERS - 3 || !pairs.every(isPair)) return [];
    return pairs.map(([field, value]) => ({ field, value }));
  } catch {
    return [];
  }
};

export const formatWhere = (values: readonly FieldValue[]): string | undefined =>
  values.length === 0 ? undefined : JSON.stringify(values.map(({ field, value }) => [field, value]));

/** Narrowed to one more value; another one of the same field takes its place. */
export const narrowed = (values: readonly FieldValue[], added: FieldValue): readonly FieldValue[] => [
  ...values.filter(({ field }) => field !== added.field),
  added,
];

/** The same as filters of a question. */
export const filtersOf = (values: readonly FieldValue[]): FieldFilter[] =>
  values.map(({ field, value }) => ({ dimension: fieldDimension(field), values: [value] }));
