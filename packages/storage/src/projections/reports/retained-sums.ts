import type pg from 'pg';
import { CELL_TABLES } from './report-cells.ts';

/**
 * The table that keeps what removed events add to a table of sums. The log does not hold those events any more, so a rebuild
 * begins with it.
 */
export const retainedTable = (table: string): string => `retained_${table}`;

/** Sums of removed events, by the table that they are part of. */
const RETAINED: ReadonlySet<string> = new Set([
  'rollup_minute',
  'rule_hit_minute',
  'rollup_value_minute',
  'rollup_quarter',
  'rollup_value_quarter',
  'case_intake_hour',
  ...CELL_TABLES,
  'report_observation_day',
]);

/** Empties a table of a projection, but for the sums of events that were removed by age, and for the texts these name. */
export const emptyProjectionTable = async (client: pg.ClientBase, table: string): Promise<void> => {
  if (table === 'report_value') {
    await client.query(
      `delete from report_value v where not exists (select from ${retainedTable('report_day')} k where k.tenant_id = v.tenant_id)`,
    );
    return;
  }
  await client.query(`delete from ${table}`);
  if (RETAINED.has(table)) await client.query(`insert into ${table} select * from ${retainedTable(table)}`);
};
