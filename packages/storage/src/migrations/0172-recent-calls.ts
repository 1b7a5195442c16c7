import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../database/tenant-isolation.ts';

/** The newest calls of each address in each environment, accepted or not, as one small row each. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table recent_call (
      tenant_id uuid not null,
      environment_id uuid,
      path text not null,
      calls jsonb not null,
      constraint recent_call_once unique nulls not distinct (tenant_id, environment_id, path)
    )`.execute(db);
  await isolateTenant(db, 'recent_call', { app: ['select'], ingest: ['select', 'insert', 'update'] });
};
