import type { Id } from '@redoubt/kernel';
import type { Database } from '@redoubt/storage';
import { inRole } from '../measure/in-role.ts';

type CopiedTable = {
  readonly table: string;
  readonly time: string;
  /** Ids of events, which get the number of the day. */
  readonly ids?: readonly string[];
  /** How rows of several days become one: labels of many days arrive in one minute and on one day. */
  readonly merge?: string;
};

const SUMS = 'events = t.events + excluded.events, amount_units = t.amount_units + excluded.amount_units';
/** What projectors make of events and reports or monitors read. */
export const REPORT_TABLES: readonly CopiedTable[] = [
  { table: 'report_event', time: 'hour', ids: ['event_id'] },
  { table: 'report_total_hour', time: 'hour' },
  { table: 'report_hour', time: 'hour' },
  { table: 'report_day', time: 'day' },
  { table: 'report_dimension_day', time: 'day' },
  { table: 'report_figure', time: 'at' },
  { table: 'report_hit_day', time: 'day' },
  { table: 'report_overlap_day', time: 'day' },
  { table: 'report_label_day', time: 'day' },
  { table: 'report_chargeback_day', time: 'day' },
  { table: 'report_observation', time: 'arrived', ids: ['event_id', 'observation_id'] },
  {
    table: 'report_observation_day',
    time: 'day',
    merge: `(tenant_id, environment_id, kind, observation, dimension, day, value, linked, decision, score, delay, currency)
      do update set ${SUMS}`,
  },
  {
    table: 'rollup_minute',
    time: 'minute',
    merge: `(tenant_id, environment_id, minute, kind, decision, rule, clause, currency)
      do update set ${SUMS}, latency = add_histograms(t.latency, excluded.latency)`,
  },
  { table: 'rule_hit_minute', time: 'minute' },
  { table: 'rollup_value_minute', time: 'minute' },
  {
    table: 'rollup_quarter',
    time: 'quarter',
    merge: `(tenant_id, environment_id, kind, quarter, decision, rule, clause)
      do update set events = t.events + excluded.events`,
  },
  { table: 'rollup_value_quarter', time: 'quarter' },
];

/** Writes what the projectors made of a day again for each of the days after it, as if the same had happened on them. */
export const copyDay = async (
  database: Database,
  tenantId: Id,
  days: number,
  say: (text: string) => void,
): Promise<void> => {
  for (const { table, time, ids = [], merge } of REPORT_TABLES) {
    await inRole(database, tenantId, 'ingest', async (client) => {
      await client.query('set local synchronous_commit = off');
      await client.query('set local statement_timeout = 0');
      const { rows } = await client.query(
        `select attname as name from pg_attribute
          where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
        [table],
      );
      const columns = (rows as readonly { readonly name: string }[]).map(({ name }) => name);
      const values = columns.map((column) => {
        if (column === time) return `b.${column} + $1::integer * interval '1 day'`;
        return ids.includes(column) ? `b.${column} || '-' || $1::integer` : `b.${column}`;
      });
      await client.query(`create temporary table day_of_${table} on commit drop as select * from ${table}`);
      for (let day = 1; day < days; day += 1) {
        await client.query(
          `insert into ${table} as t (${columns.join(', ')}) select ${values.join(', ')} from day_of_${table} b
           ${merge === undefined ? '' : `on conflict ${merge}`}`,
          [day],
        );
      }
    });
    say(`  ${table} copied to ${days} days`);
  }
};
