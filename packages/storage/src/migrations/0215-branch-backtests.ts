import { sql, type Kysely } from 'kysely';

/** Backtests of whole branches, and the rule lists they compared. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`alter table backtest add column branch_id uuid, add column state text`.execute(db);
  await sql`
    create index backtest_branch on backtest (tenant_id, branch_id, started_at desc)
      where branch_id is not null`.execute(db);
};
