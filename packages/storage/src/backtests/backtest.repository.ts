import type { BacktestBaseline, BacktestStatus } from '@redoubt/domain';
import type { Json } from '@redoubt/kernel';
import type { TenantTransaction } from '../database/database.ts';
import { factsOfJob, queueJob } from '../jobs/job.repository.ts';
import type { StoredClause } from '../schema/authoring/rule-tables.ts';

export type NewBacktest = {
  readonly id: string;
  readonly environmentId: string;
  readonly assessment: string;
  readonly ruleId: string | null;
  /** The branch that is tried as a whole, and both lists as they are; null for a rule. */
  readonly branchId: string | null;
  readonly state: string | null;
  readonly ruleName: string;
  readonly condition: string;
  readonly clauses: readonly StoredClause[];
  readonly baseline: BacktestBaseline;
  readonly from: Date;
  readonly to: Date;
  readonly startedBy: string;
  /** The person who is notified of its end. */
  readonly startedById?: string | null;
  readonly startedAt: Date;
};

export type StoredBacktest = NewBacktest & {
  readonly status: BacktestStatus;
  readonly eventsTotal: number;
  readonly eventsDone: number;
  readonly problem: string | null;
  readonly result: Json;
  readonly finishedAt: Date | null;
};

const selectBacktests = (trx: TenantTransaction, environmentId: string) =>
  trx
    .selectFrom('backtest as b')
    .innerJoin('job', (join) => join.onRef('job.subject_id', '=', 'b.backtest_id').on('job.kind', '=', 'backtest'))
    .select([
      'b.backtest_id as id',
      'b.environment_id as environmentId',
      'b.assessment',
      'b.rule_id as ruleId',
      'b.branch_id as branchId',
      'b.state',
      'b.rule_name as ruleName',
      'b.condition',
      'b.clauses',
      'b.baseline',
      'b.from_time as from',
      'b.to_time as to',
      ...factsOfJob,
    ])
    .where('b.environment_id', '=', environmentId);

/** Stores one that waits for its turn. */
export const insertBacktest = async (
  trx: TenantTransaction,
  tenantId: string,
  backtest: NewBacktest,
): Promise<void> => {
  await trx
    .insertInto('backtest')
    .values({
      tenant_id: tenantId,
      backtest_id: backtest.id,
      environment_id: backtest.environmentId,
      assessment: backtest.assessment,
      rule_id: backtest.ruleId,
      branch_id: backtest.branchId,
      state: backtest.state,
      rule_name: backtest.ruleName,
      condition: backtest.condition,
      clauses: JSON.stringify(backtest.clauses),
      baseline: backtest.baseline,
      from_time: backtest.from,
      to_time: backtest.to,
      result: null,
    })
    .execute();
  await queueJob(trx, {
    tenantId,
    kind: 'backtest',
    subjectId: backtest.id,
    environmentId: backtest.environmentId,
    name: backtest.ruleName,
    askedBy: backtest.startedBy,
    askedById: backtest.startedById ?? null,
    askedAt: backtest.startedAt,
  });
};

export const findBacktest = async (
  trx: TenantTransaction,
  environmentId: string,
  id: string,
): Promise<StoredBacktest | undefined> =>
  selectBacktests(trx, environmentId).select('b.result').where('b.backtest_id', '=', id).executeTakeFirst();

/** Those of a rule, or of a branch as a whole: newest first, without results. */
export const listBacktests = async (
  trx: TenantTransaction,
  environmentId: string,
  of: { readonly ruleId: string } | { readonly branchId: string },
  limit: number,
): Promise<readonly StoredBacktest[]> => {
  const rows = await selectBacktests(trx, environmentId)
    .where('ruleId' in of ? 'b.rule_id' : 'b.branch_id', '=', 'ruleId' in of ? of.ruleId : of.branchId)
    .orderBy('job.asked_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, result: null }));
};

export const saveBacktestResult = async (trx: TenantTransaction, id: string, result: Json): Promise<void> => {
  await trx
    .updateTable('backtest')
    .set({ result: JSON.stringify(result) })
    .where('backtest_id', '=', id)
    .execute();
};

/** Removes those that were asked for before a time, with their jobs. */
export const deleteBacktestsBefore = async (trx: TenantTransaction, before: Date): Promise<void> => {
  const old = trx.selectFrom('job').select('subject_id').where('kind', '=', 'backtest').where('asked_at', '<', before);
  await trx.deleteFrom('backtest').where('backtest_id', 'in', old).execute();
};
