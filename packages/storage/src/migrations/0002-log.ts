import { sql, type Kysely } from 'kysely';
import { APP_ROLE, INGEST_ROLE } from '../database/roles.ts';
import { isolateTenant } from '../database/tenant-isolation.ts';

const IDENTITY_PARTITIONS = 8;

/** The log: who was here before (identity), what happened (segments), in which order (batches and the stream's head). */
export const up = async (db: Kysely<never>): Promise<void> => {
  const ingest = sql.id(INGEST_ROLE);

  await sql`
    create table stream (
      stream_id smallint primary key check (stream_id = 1),
      position bigint not null
    ) with (fillfactor = 10)`.execute(db);
  await sql`insert into stream values (1, 0)`.execute(db);
  await sql`grant select, update on stream to ${ingest}`.execute(db);

  await sql`create sequence commit_batch_id`.execute(db);
  await sql`grant usage on sequence commit_batch_id to ${ingest}`.execute(db);
  await sql`
    create table commit_batch (
      batch_id bigint primary key,
      first_position bigint not null unique,
      event_count integer not null check (event_count > 0),
      tenant_ids uuid[] not null,
      committed_at timestamptz not null
    )`.execute(db);
  await sql`grant select, insert on commit_batch to ${ingest}`.execute(db);

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
  for (let part = 0; part < IDENTITY_PARTITIONS; part++) {
    await sql`
      create table ${sql.table(`event_identity_${part}`)} partition of event_identity
        for values with (modulus ${sql.lit(IDENTITY_PARTITIONS)}, remainder ${sql.lit(part)})`.execute(db);
  }
  await isolateTenant(db, 'event_identity', { ingest: ['select', 'insert', 'update'] });

  await sql`
    create table segment (
      tenant_id uuid not null,
      environment_id uuid not null,
      first_position bigint not null,
      event_count integer not null,
      committed_at timestamptz not null,
      codec smallint not null,
      data bytea not null,
      primary key (tenant_id, environment_id, first_position, committed_at)
    ) partition by range (committed_at)`.execute(db);
  await sql`alter table segment alter column data set storage external`.execute(db);
  await sql`create index segment_order on segment (first_position)`.execute(db);
  await isolateTenant(db, 'segment', { app: ['select'], ingest: ['select', 'insert'] });
  // Without the tenants of the batch, which are none of one tenant's business.
  await sql`grant select (first_position, event_count, committed_at) on commit_batch to ${sql.id(APP_ROLE)}`.execute(
    db,
  );

  // Runs as the owner, so that the running server needs no right to change the schema.
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
    end $$`.execute(db);
  await sql`revoke execute on function make_segment_partitions(integer) from public`.execute(db);
  await sql`grant execute on function make_segment_partitions(integer) to ${ingest}`.execute(db);
  await sql`select make_segment_partitions(2)`.execute(db);
};
