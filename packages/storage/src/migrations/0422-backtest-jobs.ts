import { sql, type Kysely } from 'kysely';

/** Backtests become jobs: what one tries and its result stay in its row. One that ran or waited begins anew. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    insert into job (tenant_id, kind, subject_id, environment_id, name, state, not_before, done, total, problem, asked_by,
        asked_at, finished_at)
      select tenant_id, 'backtest', backtest_id, environment_id, rule_name,
          case when status in ('waiting', 'running') then case when cancel_asked then 'cancelled' else 'queued' end
               else status end,
          started_at, events_done, events_total, problem, started_by, started_at,
          case when status in ('waiting', 'running') and cancel_asked then now() else finished_at end
        from backtest`.execute(db);
  await sql`
    alter table backtest
      drop column status, drop column cancel_asked, drop column events_total, drop column events_done, drop column problem,
      drop column started_by, drop column started_at, drop column seen_at, drop column finished_at`.execute(db);
  await sql`create index backtest_rule on backtest (tenant_id, environment_id, rule_id)`.execute(db);
  await sql`create index backtest_branch on backtest (tenant_id, branch_id) where branch_id is not null`.execute(db);
  await sql`
    create trigger forget_job after delete on backtest for each row execute function forget_job('backtest', 'backtest_id')
  `.execute(db);
};
