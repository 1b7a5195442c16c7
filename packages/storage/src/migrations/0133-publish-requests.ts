import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../database/tenant-isolation.ts';

/** Environments where a second person approves what gets published, and the publications that were asked for. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table publish_approval (
      tenant_id uuid not null references tenant,
      environment_id uuid not null,
      required boolean not null,
      changed_by text not null,
      changed_at timestamptz not null,
      primary key (tenant_id, environment_id),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    )`.execute(db);
  await sql`
    create table publish_request (
      tenant_id uuid not null references tenant,
      rule_id uuid not null,
      request_id uuid not null,
      name text not null,
      description text not null,
      active boolean not null,
      note text not null,
      based_on_version integer not null,
      restores integer,
      condition text not null,
      clauses json not null,
      sample_payload json not null,
      asked_by_id text not null,
      asked_by text not null,
      asked_at timestamptz not null,
      declined_by text,
      declined_at timestamptz,
      reason text,
      primary key (tenant_id, rule_id),
      foreign key (tenant_id, rule_id) references rule on delete cascade
    )`.execute(db);
  await isolateTenant(db, 'publish_approval', { app: ['select', 'insert', 'update'] });
  await isolateTenant(db, 'publish_request', { app: ['select', 'insert', 'update', 'delete'] });
};
