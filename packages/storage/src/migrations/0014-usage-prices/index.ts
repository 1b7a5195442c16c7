import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../../database/tenant-isolation.ts';

/** What was kept, and so has to be paid, stays told when an environment is purged. */
const keepMeasures = async (db: Kysely<never>): Promise<void> => {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_functiondef('purge_environment_rows(uuid, integer)'::regprocedure) as definition`.execute(db);
  const before = rows[0]?.definition ?? '';
  const after = before.replace(',report_observation_day}', ',report_observation_day,storage_day}');
  if (after === before) throw new Error('purge_environment_rows does not name the tables that it keeps');
  await sql.raw(after).execute(db);
};

/** What usage costs, and how much of the log was kept day by day. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table usage_prices (
      tenant_id uuid not null references tenant primary key,
      prices json not null,
      changed_by text not null,
      changed_at timestamptz not null,
      version bigint not null default 1
    )`.execute(db);
  await isolateTenant(db, 'usage_prices', { app: ['select', 'insert', 'update'] });

  await sql`
    create table storage_day (
      tenant_id uuid not null references tenant,
      environment_id uuid not null,
      -- Of UTC.
      day date not null,
      -- Of the event log, as it is compressed.
      bytes bigint not null,
      primary key (tenant_id, day, environment_id),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    )`.execute(db);
  await isolateTenant(db, 'storage_day', { app: ['select', 'insert'] });
  await keepMeasures(db);
};
