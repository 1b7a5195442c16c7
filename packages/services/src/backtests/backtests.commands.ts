import type { Backtest, BodyOf, startBacktest as endpoint } from '@redoubt/contracts';
import type { AssessmentName } from '@redoubt/domain';
import { newId, type Id } from '@redoubt/kernel';
import { askToCancelBacktest, deleteBacktestsBefore, insertBacktest } from '@redoubt/storage';
import { changedBy, recordActivity } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { failAt, requireClean } from '../problems.ts';
import { storableText } from '../rules/rule-text.ts';
import type { BacktestJobs } from './backtest-jobs.ts';
import { getBacktest } from './backtests.queries.ts';
import { prepareBacktest, type BacktestRequest } from './prepare-backtest.ts';

/** Backtests are kept for a while, so that a result can be shown to a colleague. */
const KEPT_MS = 30 * 24 * 3_600_000;

const requestOf = (
  context: EnvironmentContext,
  assessment: AssessmentName,
  body: BodyOf<typeof endpoint>,
): BacktestRequest => {
  const { ruleId, ruleName, baseline } = body;
  requireClean({ 'body.ruleName': ruleName });
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
  return { environmentId, assessment, ruleId, ruleName, baseline, from, to, text: { condition, clauses } };
};

/**
 * Stores a backtest and hands it to this node to run.
 *
 * @throws `RULE-UNKNOWN`; `RULE-NOT-PUBLISHABLE` with the places of a text that does not compile; `REQ-INVALID` for a
 *   period that ends before it begins; `REQ-OVERLOADED` where too many wait already.
 */
export const startBacktest = async (
  context: EnvironmentContext,
  jobs: BacktestJobs,
  assessment: AssessmentName,
  body: BodyOf<typeof endpoint>,
): Promise<Backtest> => {
  const { database, tenantId, environmentId, clock } = context;
  const request = requestOf(context, assessment, body);
  await prepareBacktest(database, tenantId, clock, request);
  const { by, at } = changedBy(context);
  const id = newId();
  await database.inTenant(tenantId, async (trx) => {
    await deleteBacktestsBefore(trx, new Date(at.getTime() - KEPT_MS));
    const { text, ...stored } = request;
    await insertBacktest(trx, tenantId, { ...stored, ...text, id, startedBy: by, startedAt: at });
    await recordActivity(trx, context, {
      operation: 'Create',
      type: 'Backtest',
      id,
      name: request.ruleName,
      environmentId,
      original: null,
      modified: { ruleId: request.ruleId, from: body.from, to: body.to, baseline: request.baseline },
    });
  });
  jobs.start({ id, tenantId, database, clock, request });
  return getBacktest(context, assessment, id);
};

/** Asks the node that runs a backtest to stop it; one that has ended stays as it is. @throws `BACKTEST-UNKNOWN`. */
export const cancelBacktest = async (
  context: EnvironmentContext,
  assessment: AssessmentName,
  backtestId: Id,
): Promise<Backtest> => {
  const { database, tenantId, environmentId } = context;
  const { ruleName } = await getBacktest(context, assessment, backtestId);
  await database.inTenant(tenantId, async (trx) => {
    await askToCancelBacktest(trx, backtestId);
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
