import type { SearchRow } from '@redoubt/contracts';
import { isMasked } from '@redoubt/domain';
import type { AnyField, OwnFields } from '../../../shared/search/search-fields.ts';

/** Values of one field of some events, each once with the first event that has it. */
export type FieldValues = {
  readonly field: AnyField;
  readonly values: readonly string[];
  readonly eventIds: readonly string[];
};

/** Fields whose values are put into lists, in the order in which they are offered. */
const LISTED = [
  'userId',
  'email',
  'paymentInstrumentId',
  'deviceId',
  'ipAddress',
  'userName',
  'country',
  'eventId',
] as const satisfies readonly (AnyField & keyof SearchRow)[];

/** What links events in the graph, the closest first. */
const LINKING = ['userId', 'deviceId', 'paymentInstrumentId', 'email', 'ipAddress'] as const;

const distinct = (
  field: AnyField,
  rows: readonly SearchRow[],
  of: (row: SearchRow) => readonly string[],
): FieldValues => {
  const first = new Map<string, string>();
  for (const row of rows)
    for (const value of of(row)) if (!isMasked(value) && !first.has(value)) first.set(value, row.eventId);
  return { field, values: [...first.keys()], eventIds: [...first.values()] };
};

/** Values that events have and that are not masked, by field. */
export const valuesByField = (rows: readonly SearchRow[], own: OwnFields): readonly FieldValues[] =>
  [
    ...LISTED.map((field) => distinct(field, rows, (row) => (row[field] === null ? [] : [row[field]]))),
    ...own
      .filter(({ type }) => type !== 'datetime' && type !== 'boolean')
      .map(({ field, path }) =>
        distinct(
          field as AnyField,
          rows,
          (row) => row.own.find((each) => each.path === path)?.values.map(String) ?? [],
        ),
      ),
  ].filter(({ values }) => values.length > 0);

/** What the graph starts from: one event, or a value that all events share; null where they share none. */
export const graphSeedOf = (rows: readonly SearchRow[]): { readonly kind: string; readonly value: string } | null => {
  const [first, ...others] = rows;
  if (first === undefined) return null;
  if (others.length === 0) return { kind: first.eventType, value: first.eventId };
  for (const kind of LINKING) {
    const value = first[kind];
    if (value !== null && !isMasked(value) && others.every((row) => row[kind] === value)) return { kind, value };
  }
  return null;
};
