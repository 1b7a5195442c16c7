import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../../database/tenant-isolation.ts';

/** Assessments that customers define. */
export const createAssessments = async (db: Kysely<never>): Promise<void> => {
  // Belongs to a root environment. The kinds of its events carry the number, which is never given again in the tenant.
  await sql`
    create table assessment (
      tenant_id uuid not null references tenant,
      assessment_number integer not null check (assessment_number > 0),
      environment_id uuid not null,
      template text not null,
      api_name text not null,
      api_name_key text not null,
      friendly_name text not null,
      -- Sections, fields, observations, label, settings.
      definition json not null,
      created_by text not null,
      created_at timestamptz not null,
      changed_by text not null,
      changed_at timestamptz not null,
      deleted_at timestamptz,
      version bigint not null default 1,
      primary key (tenant_id, assessment_number),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    );
    create unique index assessment_api_name on assessment (tenant_id, environment_id, api_name_key)
      where deleted_at is null`.execute(db);
  await isolateTenant(db, 'assessment', { app: ['select', 'insert', 'update'] });
};
