import type { RulePruningDetail } from '@redoubt/contracts';
import { fail, type AssessmentName } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { findRulePruning, listRulePrunings, type StoredRulePruning } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { reading } from '../unit-of-work.ts';

const MAX_LISTED = 20;

const answerOf = (stored: StoredRulePruning): RulePruningDetail => ({
  id: stored.id,
  status: stored.status,
  from: stored.from,
  to: stored.to,
  includeChildren: stored.includeChildren,
  started: { by: stored.startedBy, at: stored.startedAt.toISOString() },
  finishedAt: stored.finishedAt?.toISOString() ?? null,
  eventsTotal: stored.eventsTotal,
  eventsDone: stored.eventsDone,
  problem: stored.problem,
  result: stored.result as RulePruningDetail['result'],
});

/** One pruning of this environment. @throws `PRUNING-UNKNOWN`. */
export const getRulePruning = async (
  context: EnvironmentContext,
  assessment: AssessmentName,
  pruningId: Id,
): Promise<RulePruningDetail> => {
  const stored = await reading(context, (trx) => findRulePruning(trx, context.environmentId, pruningId));
  if (stored?.assessment !== assessment) throw fail('PRUNING-UNKNOWN', { id: pruningId });
  return answerOf(stored);
};

/** The newest prunings of an assessment, without results. */
export const getRulePrunings = async (
  context: EnvironmentContext,
  assessment: AssessmentName,
): Promise<{ prunings: RulePruningDetail[] }> => {
  const stored = await reading(context, (trx) => listRulePrunings(trx, context.environmentId, assessment, MAX_LISTED));
  return { prunings: stored.map(answerOf) };
};
