import { sql, type RawBuilder } from 'kysely';

/**
 * Which bucket a time falls into, from 0. Select it under a name and group by its place or name: written again, the
 * expression would carry parameters of its own and be another one.
 *
 * @param column a `timestamptz`, as SQL names it.
 * @param originMs where the first bucket begins, in milliseconds since 1970.
 */
export const timeBucket = (column: string, originMs: number, bucketMs: number): RawBuilder<number> =>
  sql<number>`floor((extract(epoch from ${sql.ref(column)}) * 1000 - ${originMs}::bigint) / ${bucketMs}::bigint)::integer`;

/**
 * The same for a column of whole minutes: those are exact as floating-point numbers, where decimal ones take longer than the sums
 * beside them.
 */
export const minuteBucket = (column: string, originMs: number, bucketMs: number): RawBuilder<number> =>
  sql<number>`floor((date_part('epoch', ${sql.ref(column)}) * 1000 - ${originMs}::float8) / ${bucketMs}::float8)::integer`;
