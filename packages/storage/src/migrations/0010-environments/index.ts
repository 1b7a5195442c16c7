import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../../database/tenant-isolation.ts';
import { ALL } from '../0001-schema/privileges.ts';

/** Environments that are created step by step, and templates to create them from. */
export const up = async (db: Kysely<never>): Promise<void> => {
  // What an environment starts with, and who asked for it; gone once it is Active.
  await sql`
    create table environment_creation (
      tenant_id uuid not null references tenant,
      environment_id uuid not null,
      -- Name of the template; empty where the environment starts empty.
      template text not null,
      -- Configuration files as a list of path and text.
      files json not null,
      asked_by_id text not null,
      asked_by text not null,
      primary key (tenant_id, environment_id),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    )`.execute(db);
  await isolateTenant(db, 'environment_creation', { app: ALL });

  // Configurations kept to start environments from. A template is a copy: it never follows the environment it was made of.
  await sql`
    create table environment_template (
      tenant_id uuid not null references tenant,
      template_id uuid not null,
      environment_id uuid not null,
      name text not null,
      name_key text not null,
      description text not null,
      -- Name of the environment that it was made of.
      source text not null,
      -- How many resources of each kind it holds.
      contents json not null,
      files json not null,
      created_by text not null,
      created_at timestamptz not null,
      version bigint not null default 1,
      primary key (tenant_id, template_id),
      unique (tenant_id, environment_id, name_key),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    )`.execute(db);
  await isolateTenant(db, 'environment_template', { app: ALL });
};
