import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../database/tenant-isolation.ts';

const WRITE = ['select', 'insert', 'update', 'delete'] as const;

/**
 * Velocity sets, their drafts and their published versions; which velocities a published rule reads; and velocity sets
 * as units of plans. The sets of the system are no rows: every environment has the same ones.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table velocity_set (
      tenant_id uuid not null references tenant,
      set_id uuid not null,
      environment_id uuid not null,
      name text not null,
      name_key text not null,
      description text not null,
      active boolean not null,
      published_version integer,
      changed_by text not null,
      changed_at timestamptz not null,
      version bigint not null default 1,
      primary key (tenant_id, set_id),
      unique (tenant_id, environment_id, name_key),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id),
      check (published_version is not null or not active)
    )`.execute(db);

  await sql`
    create table velocity_set_draft (
      tenant_id uuid not null references tenant,
      set_id uuid not null,
      condition text not null,
      velocities json not null,
      sample_event text not null,
      sample_payload json not null,
      based_on_version integer not null,
      saved_by text not null,
      saved_at timestamptz not null,
      primary key (tenant_id, set_id),
      foreign key (tenant_id, set_id) references velocity_set on delete cascade
    )`.execute(db);

  await sql`
    create table velocity_set_version (
      tenant_id uuid not null references tenant,
      set_id uuid not null,
      set_version integer not null,
      condition text not null,
      velocities json not null,
      sample_event text not null,
      sample_payload json not null,
      content_hash text not null,
      start text not null check (start in ('withHistory', 'fromNow')),
      published_position bigint not null,
      published_by text not null,
      published_at timestamptz not null,
      note text not null,
      primary key (tenant_id, set_id, set_version),
      foreign key (tenant_id, set_id) references velocity_set on delete cascade
    )`.execute(db);

  await isolateTenant(db, 'velocity_set', { app: WRITE });
  await isolateTenant(db, 'velocity_set_draft', { app: WRITE });
  await isolateTenant(db, 'velocity_set_version', { app: ['select', 'insert', 'delete'] });

  await sql`alter table rule_version add column velocities jsonb not null default '[]'`.execute(db);
  await sql`alter table rule_version alter column velocities drop default`.execute(db);

  await sql`alter table plan_unit drop constraint plan_unit_kind_check`.execute(db);
  await sql`
    alter table plan_unit add constraint plan_unit_kind_check check (kind in ('rule', 'list', 'velocitySet'))`.execute(
    db,
  );
};
