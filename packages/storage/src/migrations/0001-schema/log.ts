import { sql, type Kysely } from 'kysely';
import { APP_ROLE, INGEST_ROLE } from '../../database/role-names.ts';
import { isolateTenant } from '../../database/tenant-isolation.ts';
import { ALL } from './privileges.ts';

const IDENTITY_PARTITIONS = 8;

/** The log: which ids are taken (identity), what happened (segments), in which order (batches and the stream's head). */
export const createLog = async (db: Kysely<never>): Promise<void> => {
  await createOrder(db);
  await createIdentities(db);
  await createSegments(db);
  await createLateActions(db);
};

const createOrder = async (db: Kysely<never>): Promise<void> => {
  const ingest = sql.id(INGEST_ROLE);
  // One row: the newest position. Its lock is held to the end of a commit, so positions are dense and in order. A page that
  // is nearly empty lets every update stay on it.
  await sql`
    create table stream (
      stream_id smallint primary key check (stream_id = 1),
      position bigint not null
    ) with (fillfactor = 10);
    insert into stream values (1, 0);
    grant select, update on stream to ${ingest}`.execute(db);

  // The commits: events first_position … first_position + event_count - 1.
  await sql`
    create sequence commit_batch_id;
    grant usage on sequence commit_batch_id to ${ingest};
    create table commit_batch (
      batch_id bigint primary key,
      first_position bigint not null unique,
      event_count integer not null check (event_count > 0),
      tenant_ids uuid[] not null,
      committed_at timestamptz not null
    );
    grant select, insert on commit_batch to ${ingest}`.execute(db);
  // Without the tenants of the batch, which are no business of a single tenant.
  await sql`
    grant select (first_position, event_count, committed_at) on commit_batch to ${sql.id(APP_ROLE)}`.execute(db);
};

const createIdentities = async (db: Kysely<never>): Promise<void> => {
  // An id is taken once, in the batch whose ordinal-th event has it; `body_hash` tells a repetition from another event.
  // `kind` is the number of a kind of event, see kindCodeOf; 10,000 and above are those that customers define.
  await sql`
    create table event_identity (
      tenant_id uuid not null,
      environment_id uuid not null,
      kind smallint not null,
      event_id text collate "C" not null,
      batch_id bigint not null,
      ordinal integer not null,
      body_hash bytea not null,
      primary key (tenant_id, environment_id, kind, event_id)
    ) partition by hash (tenant_id, environment_id, kind, event_id)`.execute(db);
  for (let part = 0; part < IDENTITY_PARTITIONS; part += 1) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one connection, one statement after the other
    await sql`
      create table ${sql.table(`event_identity_${part}`)} partition of event_identity
        for values with (modulus ${sql.lit(IDENTITY_PARTITIONS)}, remainder ${sql.lit(part)})`.execute(db);
  }
  // Erasing a person deletes.
  await isolateTenant(db, 'event_identity', { ingest: ALL });
};

const createSegments = async (db: Kysely<never>): Promise<void> => {
  const ingest = sql.id(INGEST_ROLE);
  // Events of one environment at positions without a gap, compressed as `codec` says (log/segment-codec.ts): `heads` with
  // what projectors read, `data` with request, inputs and result. Both are compressed already, so PostgreSQL does not try.
  await sql`
    create table segment (
      tenant_id uuid not null,
      environment_id uuid not null,
      first_position bigint not null,
      event_count integer not null,
      committed_at timestamptz not null,
      codec smallint not null,
      heads bytea,
      data bytea not null,
      primary key (tenant_id, environment_id, first_position, committed_at)
    ) partition by range (committed_at);
    alter table segment alter column heads set storage external, alter column data set storage external;
    -- Projectors read all tenants in the order of positions.
    create index segment_order on segment (first_position)`.execute(db);
  // Erasing a person is the one thing that changes what was written down.
  await isolateTenant(db, 'segment', { app: ['select'], ingest: ['select', 'insert', 'update (codec, heads, data)'] });

  // Partitions by month, made ahead. Runs as the owner, so that the running server needs no right to change the schema.
  await sql`
    create function make_segment_partitions(months_ahead integer) returns void
    language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' as $$
    declare
      first date;
      name text;
    begin
      perform pg_advisory_xact_lock(hashtext('redoubt.segment_partitions'));
      for step in 0 .. months_ahead loop
        first := date_trunc('month', now())::date + make_interval(months => step);
        name := 'segment_' || to_char(first, 'YYYY_MM');
        if to_regclass(name) is null then
          execute format('create table %I partition of segment for values from (%L) to (%L)',
            name, first::timestamptz, (first + interval '1 month')::timestamptz);
        end if;
      end loop;
    end $$;
    revoke execute on function make_segment_partitions(integer) from public;
    grant execute on function make_segment_partitions(integer) to ${ingest};
    select make_segment_partitions(2)`.execute(db);
};

const createLateActions = async (db: Kysely<never>): Promise<void> => {
  // Events whose post-decision actions go on after their answers, for as long as they do. A row that is past `due_at` has
  // lost its node, and the next one continues.
  await sql`
    create table late_action (
      tenant_id uuid not null,
      environment_id uuid not null,
      kind smallint not null,
      event_id text collate "C" not null,
      due_at timestamptz not null,
      attempts integer not null default 0,
      primary key (tenant_id, environment_id, kind, event_id)
    );
    create index late_action_due on late_action (due_at)`.execute(db);
  await isolateTenant(db, 'late_action', { ingest: ALL });
};
