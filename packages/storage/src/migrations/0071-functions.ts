import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../database/tenant-isolation.ts';

const WRITE = ['select', 'insert', 'update', 'delete'] as const;

/** Functions, their drafts and published versions; which functions a published rule calls; functions as units of plans. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table fql_function (
      tenant_id uuid not null references tenant,
      function_id uuid not null,
      environment_id uuid not null,
      name text not null,
      name_key text not null,
      description text not null,
      published_version integer,
      changed_by text not null,
      changed_at timestamptz not null,
      version bigint not null default 1,
      primary key (tenant_id, function_id),
      unique (tenant_id, environment_id, name_key),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    )`.execute(db);
  await sql`
    create table fql_function_draft (
      tenant_id uuid not null references tenant,
      function_id uuid not null,
      parameters json not null,
      outputs json not null,
      sample_payload json not null,
      based_on_version integer not null,
      saved_by text not null,
      saved_at timestamptz not null,
      primary key (tenant_id, function_id),
      foreign key (tenant_id, function_id) references fql_function on delete cascade
    )`.execute(db);
  await sql`
    create table fql_function_version (
      tenant_id uuid not null references tenant,
      function_id uuid not null,
      function_version integer not null,
      parameters json not null,
      outputs json not null,
      sample_payload json not null,
      content_hash text not null,
      lists jsonb not null,
      velocities jsonb not null,
      functions jsonb not null,
      published_by text not null,
      published_at timestamptz not null,
      note text not null,
      primary key (tenant_id, function_id, function_version),
      foreign key (tenant_id, function_id) references fql_function on delete cascade
    )`.execute(db);
  await isolateTenant(db, 'fql_function', { app: WRITE });
  await isolateTenant(db, 'fql_function_draft', { app: WRITE });
  await isolateTenant(db, 'fql_function_version', { app: ['select', 'insert', 'delete'] });

  await sql`alter table rule_version add column functions jsonb not null default '[]'`.execute(db);
  await sql`alter table rule_version alter column functions drop default`.execute(db);

  await sql`alter table plan_unit drop constraint plan_unit_kind_check`.execute(db);
  await sql`
    alter table plan_unit add constraint plan_unit_kind_check
    check (kind in ('rule', 'list', 'velocitySet', 'function'))`.execute(db);
};
