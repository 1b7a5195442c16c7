import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../database/tenant-isolation.ts';

/** Backtests with what they tried and what came out. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table backtest (
      tenant_id uuid not null references tenant,
      backtest_id uuid not null,
      environment_id uuid not null,
      assessment text not null,
      rule_id uuid,
      rule_name text not null,
      condition text not null,
      clauses json not null,
      baseline text not null check (baseline in ('today', 'recorded')),
      from_time timestamptz not null,
      to_time timestamptz not null,
      status text not null check (status in ('waiting', 'running', 'done', 'cancelled', 'failed')),
      cancel_asked boolean not null,
      events_total bigint not null,
      events_done bigint not null,
      problem text,
      result json,
      started_by text not null,
      started_at timestamptz not null,
      seen_at timestamptz not null,
      finished_at timestamptz,
      primary key (tenant_id, backtest_id),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    )`.execute(db);
  await sql`create index backtest_rule on backtest (tenant_id, environment_id, rule_id, started_at desc)`.execute(db);
  await isolateTenant(db, 'backtest', { app: ['select', 'insert', 'update', 'delete'] });
};
