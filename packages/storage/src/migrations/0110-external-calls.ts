import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../database/tenant-isolation.ts';

/** External calls with their sealed secrets, what became of the calls that were made, and calls as units of plans. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table external_call (
      tenant_id uuid not null references tenant,
      call_id uuid not null,
      environment_id uuid not null,
      name text not null,
      name_key text not null,
      description text not null,
      definition json not null,
      sample_response json not null,
      content_hash text not null,
      secrets jsonb not null,
      changed_by text not null,
      changed_at timestamptz not null,
      version bigint not null default 1,
      primary key (tenant_id, call_id),
      unique (tenant_id, environment_id, name_key),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    )`.execute(db);
  await isolateTenant(db, 'external_call', { app: ['select', 'insert', 'update', 'delete'] });

  await sql`
    create table call_metric (
      tenant_id uuid not null,
      environment_id uuid not null,
      target_id uuid not null,
      minute timestamptz not null,
      outcome text not null,
      calls integer not null,
      total_ms bigint not null,
      latency integer[] not null,
      primary key (tenant_id, environment_id, target_id, minute, outcome)
    )`.execute(db);
  await sql`create index call_metric_minute on call_metric (tenant_id, minute)`.execute(db);
  await isolateTenant(db, 'call_metric', {
    app: ['select'],
    ingest: ['select', 'insert', 'update', 'delete'],
  });

  await sql`alter table plan_unit drop constraint plan_unit_kind_check`.execute(db);
  await sql`
    alter table plan_unit add constraint plan_unit_kind_check
    check (kind in ('rule', 'list', 'velocitySet', 'function', 'call'))`.execute(db);
};
