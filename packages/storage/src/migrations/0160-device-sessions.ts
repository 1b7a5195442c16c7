import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../database/tenant-isolation.ts';

/** What the script in shops' pages collected, by session; dropped after 28 days. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table device_session (
      tenant_id uuid not null,
      environment_id uuid not null,
      session_id text not null,
      collected_at timestamptz not null,
      device_id uuid not null,
      confidence real not null,
      cookie_id uuid,
      fingerprint text not null,
      ip text,
      latitude real,
      longitude real,
      speed_mph real not null,
      attributes jsonb not null,
      primary key (tenant_id, session_id, environment_id)
    )`.execute(db);
  await sql`create index device_session_cookie on device_session (tenant_id, cookie_id, collected_at desc)`.execute(db);
  await sql`create index device_session_device on device_session (tenant_id, device_id, collected_at desc)`.execute(db);
  await sql`create index device_session_fingerprint on device_session (tenant_id, fingerprint, collected_at desc)`.execute(
    db,
  );
  await sql`create index device_session_age on device_session (tenant_id, collected_at)`.execute(db);
  await isolateTenant(db, 'device_session', {
    app: ['select'],
    ingest: ['select', 'insert', 'update', 'delete'],
  });
};
