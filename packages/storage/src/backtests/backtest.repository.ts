import type { BacktestBaseline, BacktestStatus } from '@redoubt/domain';
import type { Json } from '@redoubt/kernel';
import type { TenantTransaction } from '../database/database.ts';
import type { StoredClause } from '../schema/rule-tables.ts';

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
  readonly startedAt: Date;
};

export type StoredBacktest = NewBacktest & {
  readonly status: BacktestStatus;
  readonly eventsTotal: number;
  readonly eventsDone: number;
  readonly problem: string | null;
  readonly result: Json;
  readonly seenAt: Date;
  readonly finishedAt: Date | null;
};

const COLUMNS = [
  'backtest_id as id',
  'environment_id as environmentId',
  'assessment',
  'rule_id as ruleId',
  'branch_id as branchId',
  'state',
  'rule_name as ruleName',
  'condition',
  'clauses',
  'baseline',
  'from_time as from',
  'to_time as to',
  'started_by as startedBy',
  'started_at as startedAt',
  'status',
  'events_total as eventsTotal',
  'events_done as eventsDone',
  'problem',
  'seen_at as seenAt',
  'finished_at as finishedAt',
] as const;

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
      status: 'waiting',
      cancel_asked: false,
      events_total: 0,
      events_done: 0,
      problem: null,
      result: null,
      started_by: backtest.startedBy,
      started_at: backtest.startedAt,
      seen_at: backtest.startedAt,
      finished_at: null,
    })
    .execute();
};

export const findBacktest = async (
  trx: TenantTransaction,
  environmentId: string,
  id: string,
): Promise<StoredBacktest | undefined> =>
  trx
    .selectFrom('backtest')
    .select([...COLUMNS, 'result'])
    .where('environment_id', '=', environmentId)
    .where('backtest_id', '=', id)
    .executeTakeFirst();

/** Those of a rule, or of a branch as a whole: newest first, without results. */
export const listBacktests = async (
  trx: TenantTransaction,
  environmentId: string,
  of: { readonly ruleId: string } | { readonly branchId: string },
  limit: number,
): Promise<readonly StoredBacktest[]> => {
  const rows = await trx
    .selectFrom('backtest')
    .select(COLUMNS)
    .where('environment_id', '=', environmentId)
    .where('ruleId' in of ? 'rule_id' : 'branch_id', '=', 'ruleId' in of ? of.ruleId : of.branchId)
    .orderBy('started_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, result: null }));
};

export type BacktestChange = {
  readonly status: BacktestStatus;
  readonly eventsTotal: number;
  readonly eventsDone: number;
  readonly seenAt: Date;
  readonly problem?: string;
  readonly result?: Json;
  readonly finishedAt?: Date;
};

/** Writes how far a backtest is; tells whether a user asked to cancel it. */
export const updateBacktest = async (trx: TenantTransaction, id: string, change: BacktestChange): Promise<boolean> => {
  const row = await trx
    .updateTable('backtest')
    .set({
      status: change.status,
      events_total: change.eventsTotal,
      events_done: change.eventsDone,
      seen_at: change.seenAt,
      ...(change.problem === undefined ? {} : { problem: change.problem }),
      ...(change.result === undefined ? {} : { result: JSON.stringify(change.result) }),
      ...(change.finishedAt === undefined ? {} : { finished_at: change.finishedAt }),
    })
    .where('backtest_id', '=', id)
    .returning('cancel_asked as cancelAsked')
    .executeTakeFirst();
  return row?.cancelAsked ?? true;
};

/** Asks whichever node runs it to stop. */
export const askToCancelBacktest = async (trx: TenantTransaction, id: string): Promise<void> => {
  await trx
    .updateTable('backtest')
    .set({ cancel_asked: true })
    .where('backtest_id', '=', id)
    .where('status', 'in', ['waiting', 'running'])
    .execute();
};

/** Removes those that ended before a time. */
export const deleteBacktestsBefore = async (trx: TenantTransaction, before: Date): Promise<void> => {
  await trx.deleteFrom('backtest').where('started_at', '<', before).execute();
};
