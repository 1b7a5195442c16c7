import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../database/tenant-isolation.ts';

/**
 * Changes of what decides that wait for a second person, whatever they change: one table for all of them, in place of the
 * one for publications and the columns for promotions. Publications that were open have to be asked for again; the drafts
 * they were made from are still there.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`drop table publish_request`.execute(db);
  await sql`
    alter table rule_branch
      drop column asked_state, drop column asked_by_id, drop column asked_by, drop column asked_at`.execute(db);
  await sql`
    create table change_request (
      tenant_id uuid not null references tenant,
      request_id uuid not null,
      environment_id uuid not null,
      endpoint text not null,
      permission text not null,
      target_type text not null,
      target_id text not null,
      target_name text not null,
      payload json,
      secrets text,
      differences json not null,
      note text not null,
      asked_by_id text not null,
      asked_by text not null,
      asked_at timestamptz not null,
      state text not null check (state in ('open', 'approved', 'rejected', 'withdrawn')),
      decided_by text,
      decided_at timestamptz,
      reason text,
      primary key (tenant_id, request_id),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    )`.execute(db);
  await sql`create index change_request_newest on change_request (tenant_id, environment_id, asked_at desc)`.execute(
    db,
  );
  await sql`create index change_request_target on change_request (tenant_id, target_id, asked_at desc)`.execute(db);
  await isolateTenant(db, 'change_request', { app: ['select', 'insert', 'update'] });
};
