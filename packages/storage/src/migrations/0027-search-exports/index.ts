import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../../database/tenant-isolation.ts';

/** Files with the events of a search, which a job writes and the person who asked for them downloads. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table search_export (
      tenant_id uuid not null references tenant,
      export_id uuid not null,
      environment_id uuid not null,
      format text not null check (format in ('csv', 'ndjson', 'parquet')),
      -- Whether personal values stand in it as they are; masks otherwise.
      has_personal boolean not null,
      -- What is searched for; it may name a person.
      question jsonb not null,
      -- Searchable fields of the customer's own that have a column.
      own_paths text[] not null,
      state text not null check (state in ('open', 'ready', 'removed')),
      -- Where the search goes on; null at its beginning.
      cursor text,
      -- Share of what is searched that was looked at, 0 to 1.
      share double precision not null default 0,
      events bigint not null default 0,
      bytes bigint not null default 0,
      -- More events match than a file takes.
      is_cut boolean not null default false,
      asked_by_id text not null,
      asked_by text not null,
      asked_at timestamptz not null,
      ready_at timestamptz,
      expires_at timestamptz not null,
      primary key (tenant_id, export_id),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    );
    create index search_export_of_person on search_export (tenant_id, environment_id, asked_by_id, asked_at desc);
    create trigger forget_job after delete on search_export for each row
      execute function forget_job('searchExport', 'export_id')`.execute(db);
  await isolateTenant(db, 'search_export', { app: ['select', 'insert', 'update', 'delete'] });

  // Pieces of the file, compressed one by one; of rows that are still to be written to it where they have no place.
  await sql`
    create table search_export_part (
      tenant_id uuid not null,
      export_id uuid not null,
      part integer not null,
      -- Where its bytes stand in the file.
      first_byte bigint,
      bytes bigint not null,
      data bytea not null,
      primary key (tenant_id, export_id, part),
      foreign key (tenant_id, export_id) references search_export on delete cascade
    );
    alter table search_export_part alter column data set storage external`.execute(db);
  await isolateTenant(db, 'search_export_part', { app: ['select', 'insert', 'delete'] });
};
