import type { Database } from '@redoubt/storage';
import { inRole } from '../measure/in-role.ts';

/** Sums of reports and of monitors. */
const SUM_TABLES = [
  'report_event',
  'report_total_hour',
  'report_hour',
  'report_day',
  'report_dimension_day',
  'report_figure',
  'report_hit_day',
  'report_overlap_day',
  'report_label_day',
  'report_chargeback_day',
  'report_observation',
  'report_observation_day',
  'rollup_minute',
  'rule_hit_minute',
  'rollup_value_minute',
  'rollup_quarter',
  'rollup_value_quarter',
] as const;
/** Ids of the place, which differ between two that are compared. */
const LEFT_OUT = ['tenant_id', 'environment_id'];

/** Rows of a tenant in each table, and a hash of all of them without its ids. */
export const sumsOf = async (
  database: Database,
  tenantId: string,
): Promise<readonly { readonly table: string; readonly rows: number; readonly hash: string }[]> =>
  inRole(database, tenantId, 'app', async (client) => {
    await client.query('set local statement_timeout = 0');
    const sums: { table: string; rows: number; hash: string }[] = [];
    for (const table of SUM_TABLES) {
      const columns = await client.query(
        `select string_agg(attname, ', ' order by attnum) as names from pg_attribute
          where attrelid = $1::regclass and attnum > 0 and not attisdropped and attname <> all($2)`,
        [table, LEFT_OUT],
      );
      const { names } = columns.rows[0] as { readonly names: string };
      const { rows } = await client.query(
        `select count(*)::float8 as rows, coalesce(md5(string_agg(line, '' order by line)), '') as hash
           from (select md5(row(${names})::text) as line from ${table}) x`,
      );
      sums.push({ table, ...(rows[0] as { readonly rows: number; readonly hash: string }) });
    }
    return sums;
  });

/** Rows of each table and their bytes, of all tenants. */
export const sizesOf = async (
  database: Database,
): Promise<readonly { readonly table: string; readonly rows: number; readonly bytes: number }[]> => {
  const { rows } = await database.pools.ingest.query<{ table: string; rows: number; bytes: number }>(
    `select t.name as table, c.reltuples::float8 as rows, pg_total_relation_size(c.oid)::float8 as bytes
       from unnest($1::text[]) as t(name) join pg_class c on c.oid = t.name::regclass`,
    [[...SUM_TABLES]],
  );
  return rows;
};
