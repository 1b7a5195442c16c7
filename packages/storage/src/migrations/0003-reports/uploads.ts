import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../../database/tenant-isolation.ts';
import { ALL } from '../0001-schema/privileges.ts';

/** Files of past events, from their first byte until their events are stored or taken back. */
export const createUploads = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table data_upload (
      tenant_id uuid not null references tenant,
      upload_id uuid not null,
      environment_id uuid not null,
      data_set text not null,
      -- Of the file, as its sender has it.
      name text not null,
      size_bytes bigint not null,
      received_bytes bigint not null default 0,
      state text not null,
      has_header boolean not null default true,
      -- How the bytes are read; null until they are all here.
      format jsonb,
      -- What fills which field: [{field, source}].
      mapping jsonb not null default '[]',
      -- Lines with cells, without the header; 0 until they were checked.
      rows bigint not null default 0,
      refused bigint not null default 0,
      -- Lines that were worked off, stored or refused.
      done_rows bigint not null default 0,
      stored bigint not null default 0,
      -- Lines whose event was there before.
      repeated bigint not null default 0,
      -- Code of the error that ended it, and the line where it is.
      problem text,
      problem_line bigint,
      -- Of the log: no event of the file stands before; where a search for them is, and where it ends.
      first_position bigint,
      undo_cursor bigint,
      undo_until bigint,
      undone bigint not null default 0,
      created_by text not null,
      created_at timestamptz not null,
      changed_at timestamptz not null,
      primary key (tenant_id, upload_id),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    );
    create index data_upload_newest on data_upload (tenant_id, environment_id, created_at desc)`.execute(db);
  await isolateTenant(db, 'data_upload', { app: ALL, ingest: ['select', 'update'] });
  for (const kind of ['uploadCheck', 'uploadImport', 'uploadUndo']) {
    await sql`
      create trigger ${sql.id(`forget_job_${kind}`)} after delete on data_upload
        for each row execute function forget_job(${sql.lit(kind)}, 'upload_id')`.execute(db);
  }

  // The bytes as they were sent, each part packed for itself.
  await sql`
    create table upload_part (
      tenant_id uuid not null references tenant,
      upload_id uuid not null,
      part integer not null,
      start_byte bigint not null,
      bytes integer not null,
      -- Of the bytes before they are packed.
      crc32 bigint not null,
      data bytea not null,
      primary key (tenant_id, upload_id, part),
      foreign key (tenant_id, upload_id) references data_upload on delete cascade
    );
    alter table upload_part alter column data set storage external`.execute(db);
  await isolateTenant(db, 'upload_part', { app: ['select', 'insert', 'delete'], ingest: ['select', 'delete'] });

  await sql`
    create table upload_refusal (
      tenant_id uuid not null references tenant,
      upload_id uuid not null,
      -- Of the file, from 1, with the header.
      line bigint not null,
      reason text not null,
      -- The column that it is about; null where it is about the whole line.
      field text,
      message text not null,
      -- What the line says, card numbers masked.
      cells jsonb not null,
      primary key (tenant_id, upload_id, line),
      foreign key (tenant_id, upload_id) references data_upload on delete cascade
    )`.execute(db);
  await isolateTenant(db, 'upload_refusal', {
    app: ['select', 'insert', 'delete'],
    ingest: ['select', 'insert', 'delete'],
  });
};
