import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../database/tenant-isolation.ts';

/** Names under which the texts of an environment call other assessments. */
export const up = async (db: Kysely<never>): Promise<void> => {
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
  await isolateTenant(db, 'external_assessment', { app: ['select', 'insert', 'update', 'delete'] });
};
