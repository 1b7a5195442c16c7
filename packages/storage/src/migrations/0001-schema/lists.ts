import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../../database/tenant-isolation.ts';

/** Custom lists and support lists, with everything they ever held: plans of past events and backtests ask for it. */
export const createLists = async (db: Kysely<never>): Promise<void> => {
  await createCustomLists(db);
  await createSupportLists(db);
};

const createCustomLists = async (db: Kysely<never>): Promise<void> => {
  // A deleted list keeps its contents, because plans of past events name them.
  await sql`
    create table list (
      tenant_id uuid not null references tenant,
      list_id uuid not null,
      environment_id uuid not null,
      name text not null,
      name_key text not null,
      description text not null,
      -- The content that is current.
      content_version integer not null,
      -- Sealed: what opens the place where the rows are kept, if that is elsewhere. Of the list, not of its versions.
      secret text,
      changed_by text not null,
      changed_at timestamptz not null,
      deleted_at timestamptz,
      version bigint not null default 1,
      primary key (tenant_id, list_id),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    );
    create unique index list_name on list (tenant_id, environment_id, name_key) where deleted_at is null`.execute(db);
  await isolateTenant(db, 'list', { app: ['select', 'insert', 'update'] });

  // A content: the order of its chunks. A list is read whole or paged, never joined.
  await sql`
    create table list_version (
      tenant_id uuid not null references tenant,
      list_id uuid not null,
      content_version integer not null,
      -- How it came to be; a roll-back names the version that it brought back.
      origin text not null check (origin in ('upload', 'append', 'edit', 'rollback', 'expiry', 'source')),
      restored_version integer,
      columns text[] not null,
      -- The column that says when a row expires; null where rows never do.
      expiry_column text,
      -- The way to rows that are kept elsewhere; null where they are in chunks.
      source jsonb,
      -- Hashes of the chunks in the order of the file, and the rows of each.
      chunks text[] not null,
      chunk_rows integer[] not null,
      row_count integer not null,
      size_bytes bigint not null,
      content_hash text not null,
      -- Where the log stood when it became current: a backtest asks what the list said at an event.
      active_from_position bigint not null,
      uploaded_by text not null,
      uploaded_at timestamptz not null,
      primary key (tenant_id, list_id, content_version),
      foreign key (tenant_id, list_id) references list on delete cascade
    )`.execute(db);
  await isolateTenant(db, 'list_version', { app: ['select', 'insert'] });

  // Rows, named by what they are: contents of one list share the chunks that are equal. Written while a file is read,
  // before its list may exist, so that is looked for when the transaction ends.
  await sql`
    create table list_chunk (
      tenant_id uuid not null references tenant,
      list_id uuid not null,
      chunk_hash text not null,
      rows json not null,
      primary key (tenant_id, list_id, chunk_hash),
      foreign key (tenant_id, list_id) references list on delete cascade deferrable initially deferred
    )`.execute(db);
  await isolateTenant(db, 'list_chunk', { app: ['select', 'insert'] });
};

const createSupportLists = async (db: Kysely<never>): Promise<void> => {
  // A support list has a revision, which grows with every change; one without a row has never been changed.
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
  await isolateTenant(db, 'support_list', { app: ['select', 'insert', 'update'] });

  // Every entry there was, with the revision and the position of the log at which it came and at which it went; the latter
  // are null while it stands.
  await sql`
    create table support_list_entry (
      tenant_id uuid not null references tenant,
      environment_id uuid not null,
      entity text not null,
      -- The value as values are compared.
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
    );
    create unique index support_list_current on support_list_entry (tenant_id, environment_id, entity, value_key)
      where until_revision is null;
    create index support_list_newest
      on support_list_entry (tenant_id, environment_id, entity, from_revision desc, value_key)
      where until_revision is null`.execute(db);
  await isolateTenant(db, 'support_list_entry', { app: ['select', 'insert', 'update'] });
};
