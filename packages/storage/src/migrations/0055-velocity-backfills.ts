import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../database/tenant-isolation.ts';

/**
 * Backfills of velocity sets, and what they found old events to add. The latter takes positions of the log like events
 * do, in a table of its own, so that readers of events need not know of it.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table velocity_backfill (
      tenant_id uuid not null references tenant,
      backfill_id uuid not null,
      environment_id uuid not null,
      set_id uuid not null,
      set_version integer not null,
      velocity_ids uuid[] not null,
      status text not null check (status in ('waiting', 'running', 'done', 'cancelled', 'failed')),
      read_position bigint not null,
      events_total bigint not null,
      events_done bigint not null,
      events_counted bigint not null,
      events_per_second double precision not null,
      missing_lists text[] not null,
      problem text,
      node_id uuid,
      seen_at timestamptz,
      started_by text not null,
      started_at timestamptz not null,
      finished_at timestamptz,
      primary key (tenant_id, backfill_id),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id),
      foreign key (tenant_id, set_id) references velocity_set on delete cascade
    )`.execute(db);
  await sql`create index velocity_backfill_set on velocity_backfill (tenant_id, set_id, started_at desc)`.execute(db);
  await sql`
    create index velocity_backfill_open on velocity_backfill (started_at) where status in ('waiting', 'running')`.execute(
    db,
  );
  await isolateTenant(db, 'velocity_backfill', {
    app: ['select', 'insert', 'update', 'delete'],
    ingest: ['select', 'update'],
  });

  await sql`
    create table velocity_backfill_segment (
      tenant_id uuid not null,
      first_position bigint not null,
      entry_count integer not null check (entry_count > 0),
      environment_id uuid not null,
      backfill_id uuid not null,
      from_time timestamptz not null,
      to_time timestamptz not null,
      codec smallint not null,
      data bytea not null,
      primary key (tenant_id, first_position)
    )`.execute(db);
  await sql`alter table velocity_backfill_segment alter column data set storage external`.execute(db);
  await sql`create index velocity_backfill_segment_order on velocity_backfill_segment (first_position)`.execute(db);
  await sql`
    create index velocity_backfill_segment_time on velocity_backfill_segment (tenant_id, environment_id, to_time)`.execute(
    db,
  );
  await isolateTenant(db, 'velocity_backfill_segment', { app: ['select'], ingest: ['select', 'insert'] });
};
