import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../database/tenant-isolation.ts';

/**
 * Calls of the public API by hour, kept for good: what was used stays known after an environment is gone. Hours before
 * this begin with what is kept of the minutes.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table usage_hour (
      tenant_id uuid not null,
      environment_id uuid,
      hour timestamptz not null,
      path text not null,
      status_class smallint not null check (status_class between 1 and 5),
      calls bigint not null,
      constraint usage_hour_once unique nulls not distinct (tenant_id, environment_id, hour, path, status_class)
    )`.execute(db);
  await sql`create index usage_hour_time on usage_hour (tenant_id, hour)`.execute(db);
  await sql`
    insert into usage_hour (tenant_id, environment_id, hour, path, status_class, calls)
    select tenant_id, environment_id, date_trunc('hour', minute, 'UTC'), path, status / 100, sum(calls)
      from api_call group by 1, 2, 3, 4, 5`.execute(db);
  await isolateTenant(db, 'usage_hour', { app: ['select'], ingest: ['select', 'insert', 'update'] });
};
