import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../../database/tenant-isolation.ts';

/** What administrators choose for cases. Defaults have no row. */
export const createCaseSettings = async (db: Kysely<never>): Promise<void> => {
  // Decisions of an assessment for a whole tree of environments: a row of its root.
  await sql`
    create table case_configuration (
      tenant_id uuid not null references tenant,
      environment_id uuid not null,
      assessment text not null,
      -- A CaseConfiguration of domain/cases/case-decisions.ts.
      configuration json not null,
      changed_by text not null,
      changed_at timestamptz not null,
      version bigint not null default 1,
      primary key (tenant_id, environment_id, assessment),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    )`.execute(db);
  await isolateTenant(db, 'case_configuration', { app: ['select', 'insert', 'update', 'delete'] });

  await sql`
    create table case_settings (
      tenant_id uuid not null references tenant,
      environment_id uuid not null,
      hold_ms bigint not null,
      second_review_percent double precision not null check (second_review_percent between 0 and 100),
      -- Amounts by currency above which every case is reviewed twice.
      second_review_limits json not null,
      hides_agents boolean not null,
      masks_personal boolean not null default false,
      changed_by text not null,
      changed_at timestamptz not null,
      version bigint not null default 1,
      primary key (tenant_id, environment_id),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    )`.execute(db);
  await isolateTenant(db, 'case_settings', { app: ['select', 'insert', 'update', 'delete'] });
};
