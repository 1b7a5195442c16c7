import type { Backtest } from '@redoubt/contracts';
import { fail, type AssessmentName } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { findBacktest, listBacktests, type StoredBacktest } from '@redoubt/storage';
import { seenBacktest } from '../privacy/mask-operations.ts';
import { requireBranch } from '../rules/branch-scope.ts';
import type { EnvironmentContext } from '../context.ts';
import { nameCustomers } from './name-customers.ts';
import { inTransaction } from '../unit-of-work.ts';

const MAX_LISTED = 20;

export const backtestAnswer = (stored: StoredBacktest): Backtest => ({
  id: stored.id,
  ruleId: stored.ruleId,
  ruleName: stored.ruleName,
  state: stored.state,
  status: stored.status,
  baseline: stored.baseline,
  from: stored.from.toISOString(),
  to: stored.to.toISOString(),
  condition: stored.condition,
  clauses: [...stored.clauses],
  started: { by: stored.startedBy, at: stored.startedAt.toISOString() },
  finishedAt: stored.finishedAt?.toISOString() ?? null,
  eventsTotal: stored.eventsTotal,
  eventsDone: stored.eventsDone,
  problem: stored.problem,
  result: stored.result as Backtest['result'],
});

/** One backtest of this environment. @throws `BACKTEST-UNKNOWN`. */
export const getBacktest = async (
  context: EnvironmentContext,
  assessment: AssessmentName,
  backtestId: Id,
): Promise<Backtest> => {
  const { environmentId } = context;
  const stored = await inTransaction(context, (trx) => findBacktest(trx, environmentId, backtestId));
  if (!stored || stored.assessment !== assessment) throw fail('BACKTEST-UNKNOWN', { id: backtestId });
  const answer = backtestAnswer(stored);
  return answer.result === null
    ? answer
    : { ...answer, result: seenBacktest(context, await nameCustomers(context, assessment, answer.result)) };
};

/** The newest backtests of a rule, or of a branch, without results. @throws `BRANCH-UNKNOWN`. */
export const getBacktests = async (
  context: EnvironmentContext,
  assessment: AssessmentName,
  of: { readonly ruleId: Id } | { readonly branch: string },
): Promise<{ backtests: Backtest[] }> => {
  const { environmentId } = context;
  const stored = await inTransaction(context, async (trx) => {
    const tried = 'ruleId' in of ? of : { branchId: (await requireBranch(trx, context, assessment, of.branch)).id };
    return listBacktests(trx, environmentId, tried, MAX_LISTED);
  });
  return { backtests: stored.map(backtestAnswer) };
};
