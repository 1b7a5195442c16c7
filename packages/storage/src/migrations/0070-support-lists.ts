import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../database/tenant-isolation.ts';

/**
 * Support lists: every entry they ever had, with the revision and the log position it came and went at, because plans of
 * past events name revisions and backtests ask what a list said then. A list without a row has never been changed.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table support_list (
      tenant_id uuid not null references tenant,
      environment_id uuid not null,
      entity text not null,
      revision integer not null,
      changed_by text not null,
      changed_at timestamptz not null,
      primary key (tenant_id, environment_id, entity),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    )`.execute(db);

  await sql`
    create table support_list_entry (
      tenant_id uuid not null references tenant,
      environment_id uuid not null,
      entity text not null,
      value_key text not null,
      from_revision integer not null,
      until_revision integer,
      from_position bigint not null,
      until_position bigint,
      value text not null,
      status text not null check (status in ('Safe', 'Watch', 'Block')),
      reason text not null,
      comments text not null,
      expires_at timestamptz,
      source text not null,
      added_by text not null,
      added_at timestamptz not null,
      primary key (tenant_id, environment_id, entity, value_key, from_revision),
      foreign key (tenant_id, environment_id, entity) references support_list
    )`.execute(db);
  await sql`
    create unique index support_list_current on support_list_entry (tenant_id, environment_id, entity, value_key)
    where until_revision is null`.execute(db);
  await sql`
    create index support_list_newest on support_list_entry (tenant_id, environment_id, entity, from_revision desc, value_key)
    where until_revision is null`.execute(db);

  await isolateTenant(db, 'support_list', { app: ['select', 'insert', 'update'] });
  await isolateTenant(db, 'support_list_entry', { app: ['select', 'insert', 'update'] });
};
