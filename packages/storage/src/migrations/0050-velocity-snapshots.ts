import { sql, type Kysely } from 'kysely';
import { INGEST_ROLE } from '../database/roles.ts';

/**
 * What velocities came to at a position of the log, so that a start need not count from its beginning. Of no tenant: keys
 * are hashes under secrets of their tenants, all in one store. For the node that decides alone.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  const ingest = sql.id(INGEST_ROLE);
  await sql`
    create table velocity_snapshot (
      snapshot_id uuid primary key,
      format integer not null,
      key_check text not null,
      begun_at timestamptz not null default now(),
      lowest_position bigint,
      highest_position bigint,
      batch_id bigint,
      parts integer,
      keys bigint,
      bytes bigint,
      whole_at timestamptz
    )`.execute(db);
  await sql`
    create table velocity_snapshot_part (
      snapshot_id uuid not null references velocity_snapshot on delete cascade,
      part integer not null,
      crc32 bigint not null,
      data bytea not null,
      primary key (snapshot_id, part)
    )`.execute(db);
  await sql`alter table velocity_snapshot_part alter column data set storage external`.execute(db);
  await sql`grant select, insert, update, delete on velocity_snapshot, velocity_snapshot_part to ${ingest}`.execute(db);
};
