import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../../database/tenant-isolation.ts';
import { ALL, DERIVED } from './privileges.ts';

/** Device fingerprinting: what the script in shops' pages collected, and where it is served from. */
export const createFingerprints = async (db: Kysely<never>): Promise<void> => {
  // Dropped after 28 days. The indexes find earlier sessions of the same device: by cookie, by device, by fingerprint.
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
      -- Fastest speed that the device needed between the places of this and its last sessions.
      speed_mph real not null,
      attributes jsonb not null,
      primary key (tenant_id, session_id, environment_id)
    );
    create index device_session_cookie on device_session (tenant_id, cookie_id, collected_at desc);
    create index device_session_device on device_session (tenant_id, device_id, collected_at desc);
    create index device_session_fingerprint on device_session (tenant_id, fingerprint, collected_at desc);
    create index device_session_age on device_session (tenant_id, collected_at)`.execute(db);
  await isolateTenant(db, 'device_session', DERIVED);

  // The sub-domain of a shop that serves the script of an environment, and what the last check of it found.
  await sql`
    create table fingerprint_host (
      tenant_id uuid not null,
      environment_id uuid not null,
      host_name text not null,
      changed_by text not null,
      changed_at timestamptz not null,
      checked_at timestamptz,
      problem text,
      certificate_until timestamptz,
      primary key (tenant_id, environment_id)
    )`.execute(db);
  await isolateTenant(db, 'fingerprint_host', { app: ALL });
};
