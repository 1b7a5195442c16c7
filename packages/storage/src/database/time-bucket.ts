import { sql, type RawBuilder } from 'kysely';

/**
 * Which bucket a time falls into, from 0. Select it under a name and group by its place or name: written again, the
 * expression would carry parameters of its own and be another one.
 *
 * Floating-point numbers tell the microseconds of our centuries apart, and hold whole milliseconds exactly; decimal ones would take
 * longer than the sums beside them.
 *
 * @param column a `timestamptz`, as SQL names it.
 * @param originMs where the first bucket begins, in milliseconds since 1970.
 */
export const timeBucket = (column: string, originMs: number, bucketMs: number): RawBuilder<number> =>
  sql<number>`floor((date_part('epoch', ${sql.ref(column)}) * 1000 - ${originMs}::float8) / ${bucketMs}::float8)::integer`;
