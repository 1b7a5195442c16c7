import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../../database/tenant-isolation.ts';
import { ALL, DERIVED } from './privileges.ts';

/** What texts call outside of their environment: services of the customer, assessments elsewhere; and what became of it. */
export const createCalls = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table external_call (
      tenant_id uuid not null references tenant,
      call_id uuid not null,
      environment_id uuid not null,
      name text not null,
      name_key text not null,
      description text not null,
      definition json not null,
      sample_response json not null,
      -- SHA-256 of the canonical definition with the name.
      content_hash text not null,
      -- By slot: sealed, with who set it and when.
      secrets jsonb not null,
      changed_by text not null,
      changed_at timestamptz not null,
      version bigint not null default 1,
      primary key (tenant_id, call_id),
      unique (tenant_id, environment_id, name_key),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    )`.execute(db);
  await isolateTenant(db, 'external_call', { app: ALL });

  // A name under which the texts of an environment call a defined assessment.
  await sql`
    create table external_assessment (
      tenant_id uuid not null references tenant,
      external_assessment_id uuid not null,
      environment_id uuid not null,
      name text not null,
      name_key text not null,
      description text not null,
      target_environment_id uuid not null,
      target_assessment text not null,
      changed_by text not null,
      changed_at timestamptz not null,
      version bigint not null default 1,
      primary key (tenant_id, external_assessment_id),
      unique (tenant_id, environment_id, name_key),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id),
      foreign key (tenant_id, target_environment_id) references environment (tenant_id, environment_id)
    )`.execute(db);
  await isolateTenant(db, 'external_assessment', { app: ALL });

  // Calls of a minute by target (an external call or external assessment) and outcome.
  await sql`
    create table call_metric (
      tenant_id uuid not null,
      environment_id uuid not null,
      target_id uuid not null,
      minute timestamptz not null,
      outcome text not null,
      calls integer not null,
      total_ms bigint not null,
      latency integer[] not null,
      primary key (tenant_id, environment_id, target_id, minute, outcome)
    );
    create index call_metric_minute on call_metric (tenant_id, minute)`.execute(db);
  await isolateTenant(db, 'call_metric', DERIVED);
};
