import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../../database/tenant-isolation.ts';
import { ALL } from './privileges.ts';

/** Rule lists, their branches, rules with draft and versions, templates. Samples are `json`: kept letter by letter. */
export const createRules = async (db: Kysely<never>): Promise<void> => {
  await createRuleLists(db);
  await createRuleTexts(db);
  await createTemplates(db);
};

const createRuleLists = async (db: Kysely<never>): Promise<void> => {
  // The rules of an assessment in an environment. Writers of its rules take turns by this row.
  await sql`
    create table rule_set (
      tenant_id uuid not null references tenant,
      environment_id uuid not null,
      assessment text not null,
      run_mode text not null check (run_mode in ('firstMatch', 'allUntilDecision')),
      -- What new rules start with; null for the sample of the product.
      sample_payload json,
      -- How often a branch took its place.
      promotions integer not null default 0,
      version bigint not null default 1,
      primary key (tenant_id, environment_id, assessment),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    )`.execute(db);
  await isolateTenant(db, 'rule_set', { app: ['select', 'insert', 'update'] });

  // A named copy of a rule list, to change and try beside production.
  await sql`
    create table rule_branch (
      tenant_id uuid not null references tenant,
      branch_id uuid not null,
      environment_id uuid not null,
      assessment text not null,
      name text not null,
      name_key text not null,
      -- What callers of its test address write.
      api_name text not null,
      api_key text not null,
      -- Name of the branch it was copied from; null for production.
      source text,
      run_mode text not null check (run_mode in ('firstMatch', 'allUntilDecision')),
      sample_payload json,
      created_by text not null,
      created_at timestamptz not null,
      version bigint not null default 1,
      primary key (tenant_id, branch_id),
      unique (tenant_id, environment_id, assessment, name_key),
      unique (tenant_id, environment_id, assessment, api_key),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    )`.execute(db);
  await isolateTenant(db, 'rule_branch', { app: ALL });
};

const createRuleTexts = async (db: Kysely<never>): Promise<void> => {
  // A decision rule, or a post-decision action, which runs when everything is decided.
  await sql`
    create table rule (
      tenant_id uuid not null references tenant,
      rule_id uuid not null,
      environment_id uuid not null,
      assessment text not null,
      -- Null for a rule of production.
      branch_id uuid,
      type text not null default 'decision' check (type in ('decision', 'action')),
      name text not null,
      name_key text not null,
      description text not null,
      active boolean not null,
      -- Null until the first publication, as is the place in the order.
      published_version integer,
      order_index integer,
      -- In a branch: the rule of production that this one stands for, and the version it was copied from.
      origin_rule_id uuid,
      origin_version integer,
      changed_by text not null,
      changed_at timestamptz not null,
      version bigint not null default 1,
      primary key (tenant_id, rule_id),
      -- A promotion changes many names at once, so the check can wait for the end of the transaction.
      constraint rule_name_once
        unique nulls not distinct (tenant_id, environment_id, assessment, branch_id, name_key) deferrable,
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id),
      foreign key (tenant_id, branch_id) references rule_branch on delete cascade,
      constraint rule_order_once_published check ((published_version is null) = (order_index is null)),
      constraint rule_active_once_published check (published_version is not null or not active)
    )`.execute(db);
  await isolateTenant(db, 'rule', { app: ALL });

  // One draft for each rule, shared by all who may write it.
  await sql`
    create table rule_draft (
      tenant_id uuid not null references tenant,
      rule_id uuid not null,
      condition text not null,
      clauses json not null,
      sample_payload json not null,
      -- Published version the draft was begun on; 0 where there was none.
      based_on_version integer not null,
      saved_by text not null,
      saved_at timestamptz not null,
      primary key (tenant_id, rule_id),
      foreign key (tenant_id, rule_id) references rule on delete cascade
    )`.execute(db);
  await isolateTenant(db, 'rule_draft', { app: ALL });

  await sql`
    create table rule_version (
      tenant_id uuid not null references tenant,
      rule_id uuid not null,
      rule_version integer not null,
      condition text not null,
      clauses json not null,
      sample_payload json not null,
      -- SHA-256 of the canonical text: equal hashes share one compiled unit.
      content_hash text not null,
      -- Older version whose text this one brought back; null for text that a user wrote.
      restores integer,
      published_by text not null,
      published_at timestamptz not null,
      note text not null,
      primary key (tenant_id, rule_id, rule_version),
      foreign key (tenant_id, rule_id) references rule on delete cascade
    )`.execute(db);
  // A sample may be an event of a person, who is erased from it.
  await isolateTenant(db, 'rule_version', { app: ['select', 'insert', 'delete', 'update (sample_payload)'] });
};

const createTemplates = async (db: Kysely<never>): Promise<void> => {
  // Rules kept to start others from. A template is a copy: it never follows the rule it was made of, which `source` names.
  await sql`
    create table rule_template (
      tenant_id uuid not null references tenant,
      template_id uuid not null,
      environment_id uuid not null,
      name text not null,
      name_key text not null,
      description text not null,
      assessment text not null,
      type text not null default 'decision' check (type in ('decision', 'action')),
      source json not null,
      condition text not null,
      clauses json not null,
      sample_payload json not null,
      created_by text not null,
      created_at timestamptz not null,
      version bigint not null default 1,
      primary key (tenant_id, template_id),
      unique (tenant_id, environment_id, name_key),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    )`.execute(db);
  await isolateTenant(db, 'rule_template', { app: ALL });
};
