import type { Backtest } from '@redoubt/contracts';
import { fail, type AssessmentName } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { findBacktest, listBacktests, type StoredBacktest } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';

/** One that was not written to for so long has died with its node. */
const SILENT_MS = 30_000;
const MAX_LISTED = 20;

const isInterrupted = ({ status, seenAt }: StoredBacktest, nowMs: number): boolean =>
  status === 'running' && nowMs - seenAt.getTime() > SILENT_MS;

export const backtestAnswer = (stored: StoredBacktest, nowMs: number): Backtest => {
  const interrupted = isInterrupted(stored, nowMs);
  return {
    id: stored.id,
    ruleId: stored.ruleId,
    ruleName: stored.ruleName,
    status: interrupted ? 'failed' : stored.status,
    baseline: stored.baseline,
    from: stored.from.toISOString(),
    to: stored.to.toISOString(),
    condition: stored.condition,
    clauses: [...stored.clauses],
    started: { by: stored.startedBy, at: stored.startedAt.toISOString() },
    finishedAt: stored.finishedAt?.toISOString() ?? null,
    eventsTotal: stored.eventsTotal,
    eventsDone: stored.eventsDone,
    problem: interrupted ? 'BACKTEST-INTERRUPTED' : stored.problem,
    result: stored.result as Backtest['result'],
  };
};

/** One backtest of this environment. @throws `BACKTEST-UNKNOWN`. */
export const getBacktest = async (
  context: EnvironmentContext,
  assessment: AssessmentName,
  backtestId: Id,
): Promise<Backtest> => {
  const { database, tenantId, environmentId, clock } = context;
  const stored = await database.inTenant(tenantId, (trx) => findBacktest(trx, environmentId, backtestId));
  if (!stored || stored.assessment !== assessment) throw fail('BACKTEST-UNKNOWN', { id: backtestId });
  return backtestAnswer(stored, clock.now());
};

/** The newest backtests of a rule, without results. */
export const getBacktests = async (
  context: EnvironmentContext,
  _assessment: AssessmentName,
  ruleId: Id,
): Promise<{ backtests: Backtest[] }> => {
  const { database, tenantId, environmentId, clock } = context;
  const stored = await database.inTenant(tenantId, (trx) => listBacktests(trx, environmentId, ruleId, MAX_LISTED));
  return { backtests: stored.map((each) => backtestAnswer(each, clock.now())) };
};
