import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../database/tenant-isolation.ts';

/**
 * Experiments, and what came of them: decisions over time, pairs of clauses with money in 1e-4 units, and the newest
 * events that were decided differently.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table experiment (
      tenant_id uuid not null references tenant,
      experiment_id uuid not null,
      branch_id uuid not null,
      share_percent integer not null check (share_percent between 1 and 100),
      watched text not null,
      starts_at timestamptz not null,
      ends_at timestamptz,
      started_by text not null,
      started_at timestamptz not null,
      stopped_by text,
      stopped_at timestamptz,
      skipped bigint not null default 0,
      failed bigint not null default 0,
      primary key (tenant_id, experiment_id),
      foreign key (tenant_id, branch_id) references rule_branch on delete cascade
    )`.execute(db);
  await sql`create index experiment_branch on experiment (tenant_id, branch_id)`.execute(db);

  const result = sql`
      tenant_id uuid not null,
      experiment_id uuid not null,
      production_decision text not null,
      branch_decision text not null,`;
  const clauses = sql`
      production_rule text not null,
      production_clause text not null,
      branch_rule text not null,
      branch_clause text not null,`;
  const owner = sql`foreign key (tenant_id, experiment_id) references experiment on delete cascade`;
  await sql`
    create table experiment_slot (${result}
      slot timestamptz not null,
      events bigint not null,
      primary key (tenant_id, experiment_id, slot, production_decision, branch_decision),
      ${owner}
    )`.execute(db);
  await sql`
    create table experiment_pair (${result} ${clauses}
      currency text not null,
      events bigint not null,
      amount_units numeric not null,
      primary key (tenant_id, experiment_id, production_decision, branch_decision, production_rule, production_clause,
        branch_rule, branch_clause, currency),
      ${owner}
    )`.execute(db);
  await sql`
    create table experiment_difference (${result} ${clauses}
      environment_id uuid not null,
      event_id text not null,
      received_at timestamptz not null,
      currency text not null,
      amount_units numeric,
      primary key (tenant_id, experiment_id, environment_id, event_id),
      ${owner}
    )`.execute(db);

  await isolateTenant(db, 'experiment', {
    app: ['select', 'insert', 'update', 'delete'],
    ingest: ['select', 'update'],
  });
  for (const table of ['experiment_slot', 'experiment_pair', 'experiment_difference']) {
    await isolateTenant(db, table, { app: ['select'], ingest: ['select', 'insert', 'update', 'delete'] });
  }
};
