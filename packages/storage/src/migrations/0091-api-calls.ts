import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../database/tenant-isolation.ts';

/** Calls of the public API per minute, by environment, address and status, with how long they took. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table api_call (
      tenant_id uuid not null,
      environment_id uuid,
      minute timestamptz not null,
      path text not null,
      status smallint not null,
      calls integer not null,
      latency integer[] not null,
      constraint api_call_once unique nulls not distinct (tenant_id, environment_id, minute, path, status)
    )`.execute(db);
  await sql`create index api_call_minute on api_call (tenant_id, minute)`.execute(db);
  await isolateTenant(db, 'api_call', { app: ['select'], ingest: ['select', 'insert', 'update', 'delete'] });
};
