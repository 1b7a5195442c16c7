import { fail, filterValueOf, type OwnValue, type SearchableType } from '@redoubt/domain';
import { sql, type RawBuilder } from 'kysely';
import type { SearchFilter, OwnField } from './search-filter.ts';

export type OwnFilter = Omit<SearchFilter, 'field'> & { readonly field: OwnField };

export const isOwnFilter = (filter: SearchFilter): filter is OwnFilter => typeof filter.field !== 'string';

/** Filters that can start from rows that lead to their events, in the order of time. */
export const startsFromRows = ({ operator }: OwnFilter): boolean => operator === 'is';

/** Whether a filter asks for a range; rows lead to its events too, but not in the order of time. */
export const isRange = ({ operator }: Pick<SearchFilter, 'operator'>): boolean =>
  operator === 'atLeast' || operator === 'atMost' || operator === 'between';

const OPPOSITE: Readonly<Partial<Record<SearchFilter['operator'], string>>> = { atLeast: 'atMost', atMost: 'atLeast' };

/**
 * Filters in which the two bounds of a field are one: a value lies between both, and the rows between them are counted and
 * walked through, not those beyond one of them.
 */
export const joinBounds = (filters: readonly SearchFilter[]): readonly SearchFilter[] => {
  const joined: SearchFilter[] = [];
  const open = new Map<string, number>();
  for (const filter of filters) {
    const key = isOwnFilter(filter) ? filter.field.path : '';
    const opposite = OPPOSITE[filter.operator];
    if (key === '' || opposite === undefined || filter.values.length !== 1) {
      joined.push(filter);
      continue;
    }
    const at = open.get(`${key} ${opposite}`);
    const other = at === undefined ? undefined : joined[at];
    if (at === undefined || other === undefined) {
      open.set(`${key} ${filter.operator}`, joined.length);
      joined.push(filter);
      continue;
    }
    open.delete(`${key} ${opposite}`);
    const [low, high] = filter.operator === 'atMost' ? [other, filter] : [filter, other];
    joined[at] = { field: filter.field, operator: 'between', values: [...low.values, ...high.values] };
  }
  return joined;
};

const OPERATORS: Readonly<Record<SearchableType, ReadonlySet<SearchFilter['operator']>>> = (() => {
  const presence = ['isEmpty', 'isNotEmpty'] as const;
  const text = new Set(['is', 'isNot', ...presence] as const);
  const number = new Set(['is', 'isNot', 'atLeast', 'atMost', 'between', ...presence] as const);
  const datetime = new Set(['atLeast', 'atMost', 'between', ...presence] as const);
  return {
    string: text,
    email: text,
    ipAddress: text,
    array: text,
    boolean: text,
    integer: number,
    double: number,
    datetime,
  };
})();

/** Values as they are kept. @throws `SRCH-QUERY-INVALID` where they cannot be of the field's type, or the operator not asked of it. */
const valuesOf = ({ field: { path, type }, operator, values }: OwnFilter): readonly OwnValue[] => {
  const kept = values.map((value) => filterValueOf(type, value));
  const presence = operator === 'isEmpty' || operator === 'isNotEmpty';
  const bound = operator === 'atLeast' || operator === 'atMost' ? 1 : operator === 'between' ? 2 : null;
  const isWhole = presence ? kept.length === 0 : bound === null ? kept.length > 0 : kept.length === bound;
  if (!isWhole || !OPERATORS[type].has(operator) || kept.includes(null))
    throw fail('SRCH-QUERY-INVALID', { field: path });
  return kept.filter((value) => value !== null);
};

const inRange = (
  { operator }: OwnFilter,
  of: RawBuilder<unknown>,
  values: readonly OwnValue[],
): RawBuilder<unknown> => {
  const [first, second] = values;
  if (operator === 'between') return sql`(${of} >= ${first}::float8 and ${of} <= ${second}::float8)`;
  return operator === 'atLeast' ? sql`${of} >= ${first}::float8` : sql`${of} <= ${first}::float8`;
};

/** Rows of `alias` that hold one of the values of a filter, or one in its range. */
export const ownRows = (filter: OwnFilter, kindCode: number, alias: RawBuilder<unknown>): RawBuilder<unknown> => {
  if (isRange(filter)) {
    const lies = inRange(filter, sql`${alias}.number`, valuesOf(filter));
    return sql`${alias}.kind = ${sql.lit(kindCode)} and ${alias}.field = ${filter.field.path}::text and ${lies}`;
  }
  const values = valuesOf(filter).map(String);
  const equal =
    values.length === 1 ? sql`${alias}.value = ${values[0]}::text` : sql`${alias}.value = any(${values}::text[])`;
  return sql`${alias}.kind = ${sql.lit(kindCode)} and ${alias}.field = ${filter.field.path}::text and ${equal}`;
};

/** What an event's row has to say of its own fields. */
export const compareOwn = (filter: OwnFilter): RawBuilder<unknown> => {
  const { field, operator } = filter;
  const values = valuesOf(filter);
  const present = sql`coalesce(jsonb_exists(s.own, ${field.path}::text), false)`;
  if (operator === 'isNotEmpty') return present;
  if (operator === 'isEmpty') return sql`not ${present}`;
  const holds = (condition: RawBuilder<unknown>) =>
    sql`exists (select from jsonb_array_elements(s.own -> ${field.path}::text) as v(value) where ${condition})`;
  // Values of another type are there while a path is searched by anew as another type: they are no numbers.
  const number = sql`(case when jsonb_typeof(v.value) = 'number' then (v.value #>> '{}')::float8 end)`;
  if (isRange(filter)) return holds(inRange(filter, number, values));
  const equal =
    field.type === 'integer' || field.type === 'double'
      ? holds(sql`${number} = any(${values}::float8[])`)
      : holds(sql`v.value #>> '{}' = any(${values.map(String)}::text[])`);
  return operator === 'is' ? equal : sql`not ${equal}`;
};
