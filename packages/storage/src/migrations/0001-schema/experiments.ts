import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../../database/tenant-isolation.ts';
import { ALL, DERIVED } from './privileges.ts';

/** Trying rules: backtests over stored events, experiments beside production, and what came of them. */
export const createExperiments = async (db: Kysely<never>): Promise<void> => {
  await createBacktests(db);
  await createRunningExperiments(db);
};

const createBacktests = async (db: Kysely<never>): Promise<void> => {
  // What a job tries (a rule, or a whole branch with both rule lists in `state`), over which events, against what; and what
  // came of it.
  await sql`
    create table backtest (
      tenant_id uuid not null references tenant,
      backtest_id uuid not null,
      environment_id uuid not null,
      assessment text not null,
      rule_id uuid,
      branch_id uuid,
      state text,
      rule_name text not null,
      condition text not null,
      clauses json not null,
      -- Compared with the rules of today, or with what was decided then.
      baseline text not null check (baseline in ('today', 'recorded')),
      from_time timestamptz not null,
      to_time timestamptz not null,
      result json,
      primary key (tenant_id, backtest_id),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    );
    create index backtest_rule on backtest (tenant_id, environment_id, rule_id);
    create index backtest_branch on backtest (tenant_id, branch_id) where branch_id is not null;
    create trigger forget_job after delete on backtest
      for each row execute function forget_job('backtest', 'backtest_id')`.execute(db);
  await isolateTenant(db, 'backtest', { app: ALL });
};

const createRunningExperiments = async (db: Kysely<never>): Promise<void> => {
  // A branch that runs beside production over a share of the events; only production's decision counts.
  await sql`
    create table experiment (
      tenant_id uuid not null references tenant,
      experiment_id uuid not null,
      branch_id uuid not null,
      share_percent integer not null check (share_percent between 1 and 100),
      -- The decision that is compared over time.
      watched text not null,
      starts_at timestamptz not null,
      ends_at timestamptz,
      started_by text not null,
      started_at timestamptz not null,
      stopped_by text,
      stopped_at timestamptz,
      -- Events left out because the node was busy, and ones the branch could not be run over.
      skipped bigint not null default 0,
      failed bigint not null default 0,
      primary key (tenant_id, experiment_id),
      foreign key (tenant_id, branch_id) references rule_branch on delete cascade
    );
    create index experiment_branch on experiment (tenant_id, branch_id)`.execute(db);
  await isolateTenant(db, 'experiment', { app: ALL, ingest: ['select', 'update'] });

  // Decisions of both over time.
  await sql`
    create table experiment_slot (
      tenant_id uuid not null,
      experiment_id uuid not null,
      slot timestamptz not null,
      production_decision text not null,
      branch_decision text not null,
      events bigint not null,
      primary key (tenant_id, experiment_id, slot, production_decision, branch_decision),
      foreign key (tenant_id, experiment_id) references experiment on delete cascade
    )`.execute(db);
  await isolateTenant(db, 'experiment_slot', DERIVED);

  // Pairs of clauses that decided, with the money of their events. Rule and clause are empty where none decided.
  await sql`
    create table experiment_pair (
      tenant_id uuid not null,
      experiment_id uuid not null,
      production_decision text not null,
      branch_decision text not null,
      production_rule text not null,
      production_clause text not null,
      branch_rule text not null,
      branch_clause text not null,
      currency text not null,
      events bigint not null,
      amount_units numeric not null,
      primary key (tenant_id, experiment_id, production_decision, branch_decision, production_rule, production_clause,
        branch_rule, branch_clause, currency),
      foreign key (tenant_id, experiment_id) references experiment on delete cascade
    )`.execute(db);
  await isolateTenant(db, 'experiment_pair', DERIVED);

  // The newest events that the two decided differently.
  await sql`
    create table experiment_difference (
      tenant_id uuid not null,
      experiment_id uuid not null,
      environment_id uuid not null,
      event_id text not null,
      received_at timestamptz not null,
      production_decision text not null,
      branch_decision text not null,
      production_rule text not null,
      production_clause text not null,
      branch_rule text not null,
      branch_clause text not null,
      currency text not null,
      amount_units numeric,
      primary key (tenant_id, experiment_id, environment_id, event_id),
      foreign key (tenant_id, experiment_id) references experiment on delete cascade
    )`.execute(db);
  await isolateTenant(db, 'experiment_difference', DERIVED);
};
