import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../../database/tenant-isolation.ts';
import { DERIVED } from '../0001-schema/privileges.ts';
import { fillCounts } from './fill.ts';

const TABLES = ['rollup_quarter', 'rollup_value_quarter'] as const;

/** Counts that name no person stay when their environment is purged. */
const keepCounts = async (db: Kysely<never>): Promise<void> => {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_functiondef('purge_environment_rows(uuid, integer)'::regprocedure) as definition`.execute(db);
  const before = rows[0]?.definition ?? '';
  const after = before.replace(',report_hit_day}', `,report_hit_day,${TABLES.join(',')}}`);
  if (after === before) throw new Error('purge_environment_rows does not name the tables that it keeps');
  await sql.raw(after).execute(db);
};

/** Coarser counts for monitors of days and weeks, and coarser sums of observations (ADR 103). */
export const up = async (db: Kysely<never>): Promise<void> => {
  // `rollup_minute` without currency, amount and latency.
  await sql`
    create table rollup_quarter (
      tenant_id uuid not null,
      environment_id uuid not null,
      kind smallint not null,
      -- The beginning of a quarter of an hour.
      quarter timestamptz not null,
      decision text collate "C" not null,
      rule text collate "C" not null,
      clause text collate "C" not null,
      events integer not null,
      primary key (tenant_id, environment_id, kind, quarter, decision, rule, clause)
    )`.execute(db);
  await sql`
    create table rollup_value_quarter (
      tenant_id uuid not null,
      environment_id uuid not null,
      kind smallint not null,
      quarter timestamptz not null,
      -- As in rollup_value_minute.
      dimension smallint not null,
      value text collate "C" not null,
      events integer not null,
      primary key (tenant_id, environment_id, kind, quarter, dimension, value)
    )`.execute(db);
  for (const table of TABLES) {
    const retained = `retained_${table}`;
    // oxlint-disable-next-line eslint/no-await-in-loop -- one connection, one statement after the other
    await sql`create table ${sql.table(retained)} (like ${sql.table(table)} including all)`.execute(db);
    for (const name of [table, retained]) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- likewise
      await isolateTenant(db, name, DERIVED);
    }
  }
  await keepCounts(db);
  await fillCounts(db);
};
