import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../../database/tenant-isolation.ts';

/** What is planned to be used, and which alerts about it were given. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table usage_budget (
      tenant_id uuid not null references tenant,
      -- Null: of the whole tenant.
      environment_id uuid,
      capability text not null,
      -- Counted assessments.
      amount bigint not null,
      period text not null,
      -- Of UTC.
      starts_on date not null,
      alerts_at integer[] not null,
      changed_by text not null,
      changed_at timestamptz not null,
      version bigint not null default 1,
      unique nulls not distinct (tenant_id, environment_id, capability),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    )`.execute(db);
  await isolateTenant(db, 'usage_budget', { app: ['select', 'insert', 'update', 'delete'] });

  await sql`
    create table usage_budget_alert (
      tenant_id uuid not null references tenant,
      environment_id uuid,
      capability text not null,
      period text not null,
      -- Of UTC.
      period_from date not null,
      -- A budget of another amount alerts anew.
      amount bigint not null,
      percent integer not null,
      at timestamptz not null,
      unique nulls not distinct (tenant_id, environment_id, capability, period, period_from, amount, percent),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    )`.execute(db);
  await isolateTenant(db, 'usage_budget_alert', { app: ['select', 'insert', 'delete'] });
};
