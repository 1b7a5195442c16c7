import type { BodyOf, RulePruningDetail, startRulePruning as endpoint } from '@redoubt/contracts';
import { fail, isBuiltInAssessment, type AssessmentName } from '@redoubt/domain';
import { DAY_MS, newId, type Id } from '@redoubt/kernel';
import { cancelJobs, countOpenJobs, deleteRulePruningsBefore, insertRulePruning } from '@redoubt/storage';
import { changedBy, jobAsker, recordOf } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { checkedSpan } from '../reports/report-period.ts';
import { readDefined } from '../symbols/assessment-symbols.ts';
import { inTransaction } from '../unit-of-work.ts';
import { getRulePruning } from './rule-pruning.queries.ts';

/** Results are kept for a while, so that they can be shown to a colleague. */
const KEPT_MS = 30 * DAY_MS;
/** Prunings of a tenant that may wait for their turn. */
const MAX_WAITING = 5;

const record = recordOf('RulePruning');

/**
 * Stores a pruning for a node to run.
 *
 * @throws `ASSESSMENT-UNKNOWN`, `REPORT-QUERY-INVALID`, `REPORT-RANGE-TOO-LONG`; `REQ-OVERLOADED` where too many wait already.
 */
export const startRulePruning = async (
  context: EnvironmentContext,
  assessment: AssessmentName,
  { from, to, includeChildren }: BodyOf<typeof endpoint>,
): Promise<RulePruningDetail> => {
  const { tenantId, environmentId } = context;
  checkedSpan({ from, to, step: 'day' });
  const { by, at } = changedBy(context);
  const id = newId();
  await inTransaction(context, async (trx) => {
    if (!isBuiltInAssessment(assessment)) await readDefined(trx, environmentId, assessment);
    if ((await countOpenJobs(trx, 'rulePruning')) >= MAX_WAITING) throw fail('REQ-OVERLOADED');
    await deleteRulePruningsBefore(trx, new Date(at.getTime() - KEPT_MS));
    const startedById = jobAsker(context).askedById ?? null;
    const pruning = {
      id,
      environmentId,
      assessment,
      includeChildren,
      from,
      to,
      startedBy: by,
      startedById,
      startedAt: at,
    };
    await insertRulePruning(trx, tenantId, pruning);
    await record(trx, context, {
      operation: 'Create',
      id,
      name: assessment,
      modified: { assessment, from, to, includeChildren },
    });
  });
  return getRulePruning(context, assessment, id);
};

/** Stops a pruning; one that has ended stays as it is. @throws `PRUNING-UNKNOWN`. */
export const cancelRulePruning = async (
  context: EnvironmentContext,
  assessment: AssessmentName,
  pruningId: Id,
): Promise<RulePruningDetail> => {
  await getRulePruning(context, assessment, pruningId);
  await inTransaction(context, async (trx) => {
    await cancelJobs(trx, 'rulePruning', [pruningId], changedBy(context).at);
    await record(trx, context, {
      operation: 'Update',
      id: pruningId,
      name: assessment,
      modified: { cancel: 'asked' },
    });
  });
  return getRulePruning(context, assessment, pruningId);
};
