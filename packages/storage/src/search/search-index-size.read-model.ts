import type { Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';
import { INDEX_ATTRIBUTES } from '../projections/search/links.ts';

/** What an environment has in the index. */
export type IndexSize = {
  readonly environmentId: Id;
  readonly rows: number;
  readonly bytes: number;
};

/** Pages of a table that are looked at: 32 MB. A smaller table is counted whole. */
const MAX_PAGES = 4096;

/** Row pointer of the heap, and the one of the index over the whole row. */
const POINTER_BYTES = 4;

type Counted = { readonly id: Id; readonly rows: number; readonly bytes: number };

/**
 * Rows and bytes by environment in a table whose key holds the whole row, so that the row is stored twice. Of a table of more
 * than `MAX_PAGES` pages a random sample of as many is counted and extrapolated. Free space is not in it.
 */
const measure = async (
  trx: TenantTransaction,
  table: 'event_link' | 'event_attribute',
): Promise<readonly Counted[]> => {
  const size = await sql<{ pages: number }>`
    select (pg_relation_size(${table}::regclass) / current_setting('block_size')::int)::int as pages`.execute(trx);
  const percent = Math.min(100, (MAX_PAGES / Math.max(1, size.rows[0]?.pages ?? 1)) * 100);
  const only = table === 'event_link' ? sql`where r.attribute = any (${INDEX_ATTRIBUTES}::smallint[])` : sql``;
  const { rows } = await sql<Counted>`
    select r.environment_id as id, round(count(*) * 100 / ${percent}::float8)::float8 as rows,
           round(sum(pg_column_size(r.*) + ${POINTER_BYTES}::int) * 2 * 100 / ${percent}::float8)::float8 as bytes
      from ${sql.table(table)} r tablesample system (${percent}::real) ${only} group by r.environment_id`.execute(trx);
  return rows;
};

/** How large the index of each environment is; those without rows are left out. */
export const measureSearchIndex = async (trx: TenantTransaction): Promise<readonly IndexSize[]> => {
  const counted = [...(await measure(trx, 'event_link')), ...(await measure(trx, 'event_attribute'))];
  return [...Map.groupBy(counted, ({ id }) => id)].map(([environmentId, parts]) => ({
    environmentId,
    rows: parts.reduce((sum, { rows }) => sum + rows, 0),
    bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
  }));
};

/** When the oldest event of each environment arrived or happened, whichever is earlier; by the time that search orders by. */
export const readOldestEvents = async (
  trx: TenantTransaction,
  environmentIds: readonly Id[],
): Promise<ReadonlyMap<Id, Date>> => {
  const { rows } = await sql<{ id: Id; at: Date }>`
    select e.id, s.event_time as at from unnest(${[...environmentIds]}::uuid[]) as e(id)
     cross join lateral (select event_time from event_search where environment_id = e.id order by event_time limit 1) s`.execute(
    trx,
  );
  return new Map(rows.map(({ id, at }) => [id, at]));
};
