import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../database/tenant-isolation.ts';

/** The sub-domain of a shop that serves the script of an environment, and what the last check of it found. */
export const up = async (db: Kysely<never>): Promise<void> => {
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
  await isolateTenant(db, 'fingerprint_host', { app: ['select', 'insert', 'update', 'delete'] });
};
