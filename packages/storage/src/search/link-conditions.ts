import { sql, type RawBuilder } from 'kysely';
import { HIT_ATTRIBUTES } from '../projections/search/links.ts';
import type { SearchFilter, StoredValue } from './search-filter.ts';

type Condition = RawBuilder<unknown>;

type HitField = 'hit' | 'decidedBy';
export const isHit = (field: SearchFilter['field']): field is HitField => field === 'hit' || field === 'decidedBy';

/** A value as the database can take it: what it cannot hold, it does not find. */
export const textOf = (value: string): string => value.replaceAll('\0', '').toWellFormed();

/** Equality where it can be: an index then gives rows in order of time, which it cannot for a set of values. */
export const oneOf = (of: RawBuilder<unknown>, values: readonly string[]): Condition =>
  values.length === 1 ? sql`${of} = ${values[0]}::text` : sql`${of} = any(${values}::text[])`;

/** Ways that are merged at most: each is an index scan of its own in every environment. */
export const MOST_WAYS = 32;

export const isStored = ({ attribute, value }: StoredValue, alias: RawBuilder<unknown>): Condition =>
  sql`${alias}.attribute = ${sql.lit(attribute)} and ${alias}.value = ${value}::text`;

/** Past every text that begins as one does, byte by byte. */
export const LAST_CHARACTER = '\u{10FFFF}';

export const beginsWith = (of: RawBuilder<unknown>, values: readonly string[]): Condition =>
  sql`(${sql.join(
    values.map((value) => sql`(${of} >= ${value}::text and ${of} < ${value + LAST_CHARACTER}::text)`),
    sql` or `,
  )})`;

/** The id of a rule names all its clauses; with a space and the name of a clause, that one. */
export const RULE_ALONE = /^[0-9a-f-]{36}$/;

export const byHit = (field: HitField, values: readonly string[], alias: RawBuilder<unknown>): Condition => {
  const [clauses, rules] = [
    values.filter((value) => !RULE_ALONE.test(value)),
    values.filter((value) => RULE_ALONE.test(value)),
  ];
  const value = sql`${alias}.value`;
  const named = [
    ...(clauses.length === 0 ? [] : [oneOf(value, clauses)]),
    ...(rules.length === 0
      ? []
      : [
          beginsWith(
            value,
            rules.map((rule) => `${rule} `),
          ),
        ]),
  ];
  const { observed, decided } = HIT_ATTRIBUTES;
  const attributes =
    field === 'decidedBy'
      ? sql`${alias}.attribute = ${sql.lit(decided)}`
      : sql`${alias}.attribute in (${sql.lit(observed)}, ${sql.lit(decided)})`;
  return sql`${attributes} and (${sql.join(named, sql` or `)})`;
};
