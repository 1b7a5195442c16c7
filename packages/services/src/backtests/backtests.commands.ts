import type { Backtest, BodyOf, startBacktest as endpoint } from '@redoubt/contracts';
import { fail, type AssessmentName } from '@redoubt/domain';
import { newId, type Id } from '@redoubt/kernel';
import { cancelJobs, countOpenJobs, deleteBacktestsBefore, insertBacktest } from '@redoubt/storage';
import { changedBy, jobAsker, recordActivity } from '../activity/record-activity.ts';
import { requireBranch } from '../rules/branch-scope.ts';
import { readPromotionState } from '../branches/promotion.ts';
import type { EnvironmentContext } from '../context.ts';
import { failAt, requireClean } from '../problems.ts';
import { storableText } from '../symbols/rule-text.ts';
import { getBacktest } from './backtests.queries.ts';
import { prepareBacktest, type BacktestRequest } from './prepare-backtest.ts';
import { inTransaction } from '../unit-of-work.ts';

/** Backtests are kept for a while, so that a result can be shown to a colleague. */
const KEPT_MS = 30 * 24 * 3_600_000;
/** Backtests of a tenant that may wait for their turn. */
const MAX_WAITING = 20;

const requestOf = (
  context: EnvironmentContext,
  assessment: AssessmentName,
  body: BodyOf<typeof endpoint>,
): BacktestRequest => {
  const { branch, ruleId, ruleName, baseline } = body;
  requireClean({ 'body.ruleName': ruleName });
  if ((branch === undefined) === (body.clauses.length === 0)) {
    const message = branch === undefined ? 'is missing' : 'does not go with body.branch';
    throw failAt('REQ-INVALID', { count: 1 }, [{ path: 'body.clauses', message }]);
  }
  const { condition, clauses } = storableText(assessment, {
    condition: body.condition,
    clauses: body.clauses,
    samplePayload: {},
  });
  const [from, to] = [new Date(body.from), new Date(body.to)];
  if (from >= to) {
    throw failAt('REQ-INVALID', { count: 1 }, [{ path: 'body.to', message: 'is not after body.from' }]);
  }
  const { environmentId } = context;
  const tried =
    branch === undefined
      ? { ruleId, ruleName, text: { condition, clauses } }
      : { ruleId: null, branch, ruleName: branch, text: null };
  return { environmentId, assessment, baseline, from, to, ...tried };
};

/**
 * Stores a backtest for a node to run.
 *
 * @throws `RULE-UNKNOWN`, `BRANCH-UNKNOWN`; `RULE-NOT-PUBLISHABLE` with the places of a text that does not compile; `REQ-INVALID` for a
 *   period that ends before it begins; `REQ-OVERLOADED` where too many wait already.
 */
export const startBacktest = async (
  context: EnvironmentContext,
  assessment: AssessmentName,
  body: BodyOf<typeof endpoint>,
): Promise<Backtest> => {
  const { tenantId, environmentId } = context;
  const request = requestOf(context, assessment, body);
  await prepareBacktest(context, request);
  const { by, at } = changedBy(context);
  const id = newId();
  await inTransaction(context, async (trx) => {
    if ((await countOpenJobs(trx, 'backtest')) >= MAX_WAITING) throw fail('REQ-OVERLOADED');
    await deleteBacktestsBefore(trx, new Date(at.getTime() - KEPT_MS));
    const branch = request.branch === undefined ? null : await requireBranch(trx, context, assessment, request.branch);
    const { text, ruleId, baseline, from, to } = request;
    const name = branch?.name ?? request.ruleName;
    await insertBacktest(trx, tenantId, {
      id,
      environmentId,
      assessment,
      ruleId,
      ruleName: name,
      branchId: branch?.id ?? null,
      state: branch && (await readPromotionState(trx, context, assessment, branch)).state,
      condition: text?.condition ?? '',
      clauses: text?.clauses ?? [],
      baseline,
      from,
      to,
      startedBy: by,
      startedById: jobAsker(context).askedById ?? null,
      startedAt: at,
    });
    await recordActivity(trx, context, {
      operation: 'Create',
      type: 'Backtest',
      id,
      name,
      environmentId,
      original: null,
      modified: {
        ...(branch ? { branch: branch.apiName } : { ruleId }),
        from: body.from,
        to: body.to,
        baseline: request.baseline,
      },
    });
  });
  return getBacktest(context, assessment, id);
};

/** Stops a backtest; one that has ended stays as it is. @throws `BACKTEST-UNKNOWN`. */
export const cancelBacktest = async (
  context: EnvironmentContext,
  assessment: AssessmentName,
  backtestId: Id,
): Promise<Backtest> => {
  const { environmentId } = context;
  const { ruleName } = await getBacktest(context, assessment, backtestId);
  await inTransaction(context, async (trx) => {
    await cancelJobs(trx, 'backtest', [backtestId], changedBy(context).at);
    await recordActivity(trx, context, {
      operation: 'Update',
      type: 'Backtest',
      id: backtestId,
      name: ruleName,
      environmentId,
      modified: { cancel: 'asked' },
    });
  });
  return getBacktest(context, assessment, backtestId);
};
