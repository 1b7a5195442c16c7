import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../../database/tenant-isolation.ts';
import { DERIVED } from './privileges.ts';

/**
 * Calls of the public API, for the people who integrate and operate it. `path` is the address as it is registered;
 * `environment_id` is null where none was found out.
 */
export const createTraffic = async (db: Kysely<never>): Promise<void> => {
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
    );
    create index api_call_minute on api_call (tenant_id, minute)`.execute(db);
  await isolateTenant(db, 'api_call', DERIVED);

  // The same by hour and class of status (2 for 2xx), kept for good: what was used stays known after an environment is gone.
  await sql`
    create table usage_hour (
      tenant_id uuid not null,
      environment_id uuid,
      hour timestamptz not null,
      path text not null,
      status_class smallint not null check (status_class between 1 and 5),
      calls bigint not null,
      constraint usage_hour_once unique nulls not distinct (tenant_id, environment_id, hour, path, status_class)
    );
    create index usage_hour_time on usage_hour (tenant_id, hour)`.execute(db);
  await isolateTenant(db, 'usage_hour', { app: ['select'], ingest: ['select', 'insert', 'update'] });

  // The newest calls of an address in an environment, accepted or not, as one small row.
  await sql`
    create table recent_call (
      tenant_id uuid not null,
      environment_id uuid,
      path text not null,
      calls jsonb not null,
      constraint recent_call_once unique nulls not distinct (tenant_id, environment_id, path)
    )`.execute(db);
  await isolateTenant(db, 'recent_call', { app: ['select'], ingest: ['select', 'insert', 'update'] });

  // Calls that were refused, the newest of each tenant. `calls` is how many a row stands for: calls past a limit come by
  // the thousand and say the same.
  await sql`
    create table refused_call (
      tenant_id uuid not null,
      call_id bigint generated always as identity,
      received_at timestamptz not null,
      client_id text not null,
      environment_id uuid,
      -- What the caller wrote.
      environment_reference text,
      path text not null,
      status integer not null,
      code text not null,
      message text not null,
      excerpt text,
      correlation_id text not null,
      calls integer not null default 1,
      primary key (tenant_id, call_id)
    );
    create index refused_call_received on refused_call (tenant_id, received_at)`.execute(db);
  await isolateTenant(db, 'refused_call', { app: ['select'], ingest: ['select', 'insert', 'delete'] });
};
