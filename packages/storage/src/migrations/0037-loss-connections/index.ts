import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../../database/tenant-isolation.ts';
import { ALL } from '../0001-schema/privileges.ts';

/** Folders that files of loss prevention are taken from by the hour or day. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table loss_connection (
      tenant_id uuid not null references tenant,
      environment_id uuid not null,
      is_connected boolean not null,
      -- hour or day
      frequency text not null,
      -- [{set, pattern, hasHeader, mapping}]: which names files of each kind have, and how they are read.
      sets jsonb not null,
      next_sync_at timestamptz not null,
      created_by text not null,
      created_at timestamptz not null,
      primary key (tenant_id, environment_id),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    );
    create table loss_sync (
      tenant_id uuid not null references tenant,
      environment_id uuid not null,
      sync_id uuid not null,
      started_at timestamptz not null,
      -- When the whole folder was looked at; files that were taken are stored afterwards.
      looked_at timestamptz,
      -- Code of the error that kept a file, or all of them, from being taken.
      problem text,
      problem_file text,
      -- Files that are left to the next sync.
      waiting integer not null default 0,
      primary key (tenant_id, sync_id),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    );
    create index loss_sync_started on loss_sync (tenant_id, environment_id, started_at);
    create table loss_file (
      tenant_id uuid not null references tenant,
      environment_id uuid not null,
      name text not null,
      size_bytes bigint not null,
      -- As the file system has it.
      modified_at timestamptz not null,
      -- Of the content that was taken last, as hexadecimal digits.
      sha256 text not null,
      upload_id uuid not null,
      primary key (tenant_id, environment_id, name),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    );
    -- The sync that took the file; null where a person sent it.
    alter table data_upload add column sync_id uuid;
    create index data_upload_sync on data_upload (tenant_id, sync_id) where sync_id is not null`.execute(db);
  for (const table of ['loss_connection', 'loss_sync', 'loss_file']) await isolateTenant(db, table, { app: ALL });
};
