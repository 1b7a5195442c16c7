import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../database/tenant-isolation.ts';

/**
 * Branches: named copies of a rule list. A rule without a branch is a rule of production. Names are unique in their
 * list; a promotion changes many at once, so the check can wait for the end of the transaction.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table rule_branch (
      tenant_id uuid not null references tenant,
      branch_id uuid not null,
      environment_id uuid not null,
      assessment text not null,
      name text not null,
      name_key text not null,
      api_name text not null,
      api_key text not null,
      source text,
      run_mode text not null check (run_mode in ('firstMatch', 'allUntilDecision')),
      sample_payload json,
      version bigint not null default 1,
      created_by text not null,
      created_at timestamptz not null,
      asked_state text,
      asked_by_id text,
      asked_by text,
      asked_at timestamptz,
      primary key (tenant_id, branch_id),
      unique (tenant_id, environment_id, assessment, name_key),
      unique (tenant_id, environment_id, assessment, api_key),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    )`.execute(db);
  await sql`
    alter table rule
      add column branch_id uuid,
      add column origin_rule_id uuid,
      add column origin_version integer,
      add foreign key (tenant_id, branch_id) references rule_branch on delete cascade,
      drop constraint rule_tenant_id_environment_id_assessment_name_key_key,
      add constraint rule_name_once unique nulls not distinct
        (tenant_id, environment_id, assessment, branch_id, name_key) deferrable`.execute(db);
  await sql`alter table rule_set add column promotions integer not null default 0`.execute(db);
  await isolateTenant(db, 'rule_branch', { app: ['select', 'insert', 'update', 'delete'] });
};
