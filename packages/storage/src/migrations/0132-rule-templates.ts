import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../database/tenant-isolation.ts';

/** Rules kept to start others from. A template is a copy: it never follows the rule it was made of. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table rule_template (
      tenant_id uuid not null references tenant,
      template_id uuid not null,
      environment_id uuid not null,
      name text not null,
      name_key text not null,
      description text not null,
      assessment text not null,
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
  await isolateTenant(db, 'rule_template', { app: ['select', 'insert', 'update', 'delete'] });
};
