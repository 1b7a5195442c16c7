import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../database/tenant-isolation.ts';

const WRITE = ['select', 'insert', 'update', 'delete'] as const;

/** Rule sets, rules, their drafts and their published versions. Samples are `json`: kept letter by letter. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table rule_set (
      tenant_id uuid not null references tenant,
      environment_id uuid not null,
      assessment text not null,
      run_mode text not null check (run_mode in ('firstMatch', 'allUntilDecision')),
      version bigint not null default 1,
      primary key (tenant_id, environment_id, assessment),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    )`.execute(db);

  await sql`
    create table rule (
      tenant_id uuid not null references tenant,
      rule_id uuid not null,
      environment_id uuid not null,
      assessment text not null,
      name text not null,
      name_key text not null,
      description text not null,
      active boolean not null,
      published_version integer,
      order_index integer,
      changed_by text not null,
      changed_at timestamptz not null,
      version bigint not null default 1,
      primary key (tenant_id, rule_id),
      unique (tenant_id, environment_id, assessment, name_key),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id),
      check ((published_version is null) = (order_index is null)),
      check (published_version is not null or not active)
    )`.execute(db);

  await sql`
    create table rule_draft (
      tenant_id uuid not null references tenant,
      rule_id uuid not null,
      condition text not null,
      clauses json not null,
      sample_payload json not null,
      based_on_version integer not null,
      saved_by text not null,
      saved_at timestamptz not null,
      primary key (tenant_id, rule_id),
      foreign key (tenant_id, rule_id) references rule on delete cascade
    )`.execute(db);

  await sql`
    create table rule_version (
      tenant_id uuid not null references tenant,
      rule_id uuid not null,
      rule_version integer not null,
      condition text not null,
      clauses json not null,
      sample_payload json not null,
      content_hash text not null,
      lists jsonb not null,
      published_by text not null,
      published_at timestamptz not null,
      note text not null,
      primary key (tenant_id, rule_id, rule_version),
      foreign key (tenant_id, rule_id) references rule on delete cascade
    )`.execute(db);

  await isolateTenant(db, 'rule_set', { app: ['select', 'insert', 'update'] });
  await isolateTenant(db, 'rule', { app: WRITE });
  await isolateTenant(db, 'rule_draft', { app: WRITE });
  await isolateTenant(db, 'rule_version', { app: ['select', 'insert', 'delete'] });
};
