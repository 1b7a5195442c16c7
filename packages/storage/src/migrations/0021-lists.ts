import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../database/tenant-isolation.ts';

/**
 * Lists and every content they ever had. Rows stand in chunks of file order: a list is read whole or paged, never
 * joined. A deleted list keeps its contents, because plans of past events name them.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table list (
      tenant_id uuid not null references tenant,
      list_id uuid not null,
      environment_id uuid not null,
      name text not null,
      name_key text not null,
      description text not null,
      content_version integer not null,
      changed_by text not null,
      changed_at timestamptz not null,
      deleted_at timestamptz,
      version bigint not null default 1,
      primary key (tenant_id, list_id),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    )`.execute(db);
  await sql`create unique index list_name on list (tenant_id, environment_id, name_key) where deleted_at is null`.execute(
    db,
  );

  await sql`
    create table list_version (
      tenant_id uuid not null references tenant,
      list_id uuid not null,
      content_version integer not null,
      columns text[] not null,
      row_count integer not null,
      size_bytes bigint not null,
      content_hash text not null,
      uploaded_by text not null,
      uploaded_at timestamptz not null,
      primary key (tenant_id, list_id, content_version),
      foreign key (tenant_id, list_id) references list
    )`.execute(db);

  await sql`
    create table list_chunk (
      tenant_id uuid not null references tenant,
      list_id uuid not null,
      content_version integer not null,
      first_ordinal integer not null,
      rows json not null,
      primary key (tenant_id, list_id, content_version, first_ordinal),
      foreign key (tenant_id, list_id, content_version) references list_version
    )`.execute(db);

  await isolateTenant(db, 'list', { app: ['select', 'insert', 'update'] });
  await isolateTenant(db, 'list_version', { app: ['select', 'insert'] });
  await isolateTenant(db, 'list_chunk', { app: ['select', 'insert'] });
};
