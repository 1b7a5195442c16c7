import type { Branches } from '@redoubt/contracts';
import { fail, MAX_EXPERIMENT_DAYS, MAX_OPEN_EXPERIMENTS, type AssessmentName, type Decision } from '@redoubt/domain';
import { DAY_MS, newId, type Id } from '@redoubt/kernel';
import {
  advancePlanHead,
  insertExperiment,
  listBranches,
  listExperiments,
  lockRuleSet,
  stopStoredExperiment,
} from '@redoubt/storage';
import { changedBy, recordOf } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { ruleSetKey } from '../rules/rule-scope.ts';
import { isOpen, requireBranch, requireNoExperiment } from '../rules/branch-scope.ts';
import { readBranches } from './branches.query.ts';
import { inTransaction } from '../unit-of-work.ts';

const recordExperiment = recordOf('Experiment');

export type NewExperiment = {
  /** Share of production events, in percent. */
  readonly sharePercent: number;
  /** The decision whose share is looked at first. */
  readonly watched: Decision;
  /** Now where absent. */
  readonly startsAt?: string | undefined;
  /** Until it is stopped where absent. */
  readonly endsAt?: string | undefined;
};

/**
 * Runs a branch beside production: a share of its events is decided by the branch as well, without any effect. Parameters
 * and rules of the branch stay as they are until it is over. Throws BRANCH-UNKNOWN, BRANCH-EXPERIMENT-RUNNING,
 * EXPERIMENT-LIMIT, EXPERIMENT-PERIOD-INVALID.
 */
export const startExperiment = async (
  context: EnvironmentContext,
  assessment: AssessmentName,
  apiName: string,
  input: NewExperiment,
): Promise<Branches> => {
  const { tenantId, clock } = context;
  const key = ruleSetKey(context, assessment);
  const nowMs = clock.now();
  const startsAt = new Date(Math.max(nowMs, input.startsAt === undefined ? nowMs : Date.parse(input.startsAt)));
  const endsAt = input.endsAt === undefined ? null : new Date(input.endsAt);
  const lastMs = nowMs + MAX_EXPERIMENT_DAYS * DAY_MS;
  if ((endsAt !== null && endsAt <= startsAt) || (endsAt ?? startsAt).getTime() > lastMs) {
    throw fail('EXPERIMENT-PERIOD-INVALID', { days: MAX_EXPERIMENT_DAYS });
  }
  return inTransaction(context, async (trx) => {
    await lockRuleSet(trx, tenantId, key);
    const branch = await requireBranch(trx, context, assessment, apiName, true);
    await requireNoExperiment(trx, context, branch.id);
    const branchIds = (await listBranches(trx, key)).map(({ id }) => id);
    const open = (await listExperiments(trx, branchIds)).filter((experiment) => isOpen(experiment, nowMs));
    if (open.length >= MAX_OPEN_EXPERIMENTS) throw fail('EXPERIMENT-LIMIT', { limit: MAX_OPEN_EXPERIMENTS });
    const { by, at } = changedBy(context);
    const id = newId();
    const { sharePercent, watched } = input;
    await advancePlanHead(trx, tenantId, at);
    await insertExperiment(trx, tenantId, {
      id,
      branchId: branch.id,
      sharePercent,
      watched,
      startsAt,
      endsAt,
      startedBy: by,
      startedAt: at,
    });
    await recordExperiment(trx, context, {
      assessment,
      operation: 'Start',
      id,
      name: branch.name,
      modified: {
        sharePercent,
        watched,
        startsAt: startsAt.toISOString(),
        endsAt: endsAt?.toISOString() ?? null,
      },
    });
    return readBranches(trx, context, assessment);
  });
};

/** Ends an experiment; what it found stays. Throws BRANCH-UNKNOWN, EXPERIMENT-UNKNOWN, EXPERIMENT-ENDED. */
export const stopExperiment = async (
  context: EnvironmentContext,
  assessment: AssessmentName,
  apiName: string,
  experimentId: Id,
): Promise<Branches> => {
  const { tenantId, clock } = context;
  return inTransaction(context, async (trx) => {
    await lockRuleSet(trx, tenantId, ruleSetKey(context, assessment));
    const branch = await requireBranch(trx, context, assessment, apiName, true);
    const experiment = (await listExperiments(trx, [branch.id])).find(({ id }) => id === experimentId);
    if (!experiment) throw fail('EXPERIMENT-UNKNOWN', { id: experimentId });
    if (!isOpen(experiment, clock.now())) throw fail('EXPERIMENT-ENDED', { name: branch.name });
    const changed = changedBy(context);
    await advancePlanHead(trx, tenantId, changed.at);
    await stopStoredExperiment(trx, experimentId, changed);
    await recordExperiment(trx, context, {
      assessment,
      operation: 'Stop',
      id: experimentId,
      name: branch.name,
      modified: { sharePercent: experiment.sharePercent, skipped: experiment.skipped, failed: experiment.failed },
    });
    return readBranches(trx, context, assessment);
  });
};
