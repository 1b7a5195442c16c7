import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../database/tenant-isolation.ts';

/**
 * Events whose post-decision actions went on after their answers, for as long as they do: the next node continues them.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table late_action (
      tenant_id uuid not null,
      environment_id uuid not null,
      kind smallint not null,
      event_id text collate "C" not null,
      due_at timestamptz not null,
      attempts integer not null default 0,
      primary key (tenant_id, environment_id, kind, event_id)
    )`.execute(db);
  await sql`create index late_action_due on late_action (due_at)`.execute(db);
  await isolateTenant(db, 'late_action', { ingest: ['select', 'insert', 'update', 'delete'] });
};
