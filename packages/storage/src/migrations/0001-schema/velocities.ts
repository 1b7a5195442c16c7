import { sql, type Kysely } from 'kysely';
import { INGEST_ROLE } from '../../database/role-names.ts';
import { isolateTenant } from '../../database/tenant-isolation.ts';
import { ALL } from './privileges.ts';

/** Velocity sets with draft and versions, counting of history, and snapshots of what was counted. */
export const createVelocities = async (db: Kysely<never>): Promise<void> => {
  await createSets(db);
  await createBackfills(db);
  await createSnapshots(db);
};

const createSets = async (db: Kysely<never>): Promise<void> => {
  // Where the windows of an environment's velocities begin; no row means aligned windows.
  await sql`
    create table velocity_setting (
      tenant_id uuid not null references tenant,
      environment_id uuid not null,
      window_mode text not null check (window_mode in ('aligned', 'sliding')),
      changed_by text not null,
      changed_at timestamptz not null,
      primary key (tenant_id, environment_id),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    )`.execute(db);
  await isolateTenant(db, 'velocity_setting', { app: ['select', 'insert', 'update'] });

  // Sets of the product are no rows: every environment has the same ones.
  await sql`
    create table velocity_set (
      tenant_id uuid not null references tenant,
      set_id uuid not null,
      environment_id uuid not null,
      name text not null,
      name_key text not null,
      description text not null,
      active boolean not null,
      -- Null until the first publication.
      published_version integer,
      changed_by text not null,
      changed_at timestamptz not null,
      version bigint not null default 1,
      primary key (tenant_id, set_id),
      unique (tenant_id, environment_id, name_key),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id),
      constraint velocity_set_active_once_published check (published_version is not null or not active)
    )`.execute(db);
  await isolateTenant(db, 'velocity_set', { app: ALL });

  await sql`
    create table velocity_set_draft (
      tenant_id uuid not null references tenant,
      set_id uuid not null,
      condition text not null,
      velocities json not null,
      sample_event text not null,
      sample_payload json not null,
      -- Published version the draft was begun on; 0 where there was none.
      based_on_version integer not null,
      saved_by text not null,
      saved_at timestamptz not null,
      primary key (tenant_id, set_id),
      foreign key (tenant_id, set_id) references velocity_set on delete cascade
    )`.execute(db);
  await isolateTenant(db, 'velocity_set_draft', { app: ALL });

  await sql`
    create table velocity_set_version (
      tenant_id uuid not null references tenant,
      set_id uuid not null,
      set_version integer not null,
      condition text not null,
      velocities json not null,
      sample_event text not null,
      sample_payload json not null,
      -- SHA-256 of the canonical text: equal hashes share one compiled unit.
      content_hash text not null,
      -- What names of defined assessments in FROM meant at publication; null where it uses none.
      sources json,
      -- The version of every function that it reached at publication: history is counted with those.
      function_versions json not null default '[]',
      -- Older version whose text this one brought back.
      restores integer,
      start text not null check (start in ('withHistory', 'fromNow')),
      -- Newest event of the log at publication: counts that begin then take what follows.
      published_position bigint not null,
      published_by text not null,
      published_at timestamptz not null,
      note text not null,
      primary key (tenant_id, set_id, set_version),
      foreign key (tenant_id, set_id) references velocity_set on delete cascade
    )`.execute(db);
  // A sample may be an event of a person, who is erased from it.
  await isolateTenant(db, 'velocity_set_version', { app: ['select', 'insert', 'delete', 'update (sample_payload)'] });
};

const createBackfills = async (db: Kysely<never>): Promise<void> => {
  // The count of stored events for a set that was published with history: a job, and what it counts.
  await sql`
    create table velocity_backfill (
      tenant_id uuid not null references tenant,
      backfill_id uuid not null,
      environment_id uuid not null,
      set_id uuid not null,
      set_version integer not null,
      -- The velocities of that text that are counted; the others go on as they did before it.
      velocity_ids uuid[] not null,
      -- Position up to which events were looked at.
      read_position bigint not null,
      -- Those that added something.
      events_counted bigint not null,
      -- Lists that some events were counted without, because they did not exist then.
      missing_lists text[] not null,
      primary key (tenant_id, backfill_id),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id),
      foreign key (tenant_id, set_id) references velocity_set on delete cascade
    );
    create index velocity_backfill_set on velocity_backfill (tenant_id, set_id);
    create trigger forget_job after delete on velocity_backfill
      for each row execute function forget_job('velocityBackfill', 'backfill_id')`.execute(db);
  await isolateTenant(db, 'velocity_backfill', { app: ALL, ingest: ['select', 'update'] });

  // What a backfill found old events to add. Takes positions of the log as events do, in a table of its own, so that
  // readers of events need not know of it. `environment_id` is the set's; the events may be of one below.
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
    );
    alter table velocity_backfill_segment alter column data set storage external;
    create index velocity_backfill_segment_order on velocity_backfill_segment (first_position);
    -- Backtests and contributors ask for a window of time.
    create index velocity_backfill_segment_time on velocity_backfill_segment (tenant_id, environment_id, to_time)`.execute(
    db,
  );
  await isolateTenant(db, 'velocity_backfill_segment', { app: ['select'], ingest: ['select', 'insert'] });
};

const createSnapshots = async (db: Kysely<never>): Promise<void> => {
  const ingest = sql.id(INGEST_ROLE);
  // What velocities came to, so that a start need not count the log from its beginning. Of no tenant: keys are hashes under
  // secrets of their tenants, all in one store. Whole once `whole_at` is set; then its pieces stand between the two
  // positions, and `batch_id` is the commit of the higher one, by which a log that lost its end is noticed.
  await sql`
    create table velocity_snapshot (
      snapshot_id uuid primary key,
      format integer not null,
      -- Tells one installation key from another without giving it away.
      key_check text not null,
      begun_at timestamptz not null default now(),
      lowest_position bigint,
      highest_position bigint,
      batch_id bigint,
      parts integer,
      keys bigint,
      bytes bigint,
      whole_at timestamptz
    );
    create table velocity_snapshot_part (
      snapshot_id uuid not null references velocity_snapshot on delete cascade,
      part integer not null,
      crc32 bigint not null,
      data bytea not null,
      primary key (snapshot_id, part)
    );
    alter table velocity_snapshot_part alter column data set storage external;
    grant select, insert, update, delete on velocity_snapshot, velocity_snapshot_part to ${ingest}`.execute(db);
};
