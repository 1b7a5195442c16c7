import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../database/tenant-isolation.ts';

/** Calls of the public API that were refused, the newest of each tenant, for the screen that helps integrators. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table refused_call (
      tenant_id uuid not null,
      call_id bigint generated always as identity,
      received_at timestamptz not null,
      client_id text not null,
      environment_reference text,
      path text not null,
      status integer not null,
      code text not null,
      message text not null,
      excerpt text,
      correlation_id text not null,
      primary key (tenant_id, call_id)
    )`.execute(db);
  await isolateTenant(db, 'refused_call', { app: ['select'], ingest: ['select', 'insert', 'delete'] });
};
