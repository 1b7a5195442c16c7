import type { ChainState } from '@redoubt/contracts';
import { isJsonObject, type Json, type JsonObject } from '@redoubt/kernel';
import {
  findJob,
  findNewestAudit,
  OPEN_JOB_STATES,
  queueJob,
  readChainHead,
  type TenantTransaction,
} from '@redoubt/storage';
import { jobAsker, recordActivity } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { inTransaction, reading } from '../unit-of-work.ts';

const JOB = 'activityVerification';

const factsOf = (modified: Json): JsonObject => (isJsonObject(modified) ? modified : {});

const readState = async (trx: TenantTransaction, { tenantId }: EnvironmentContext): Promise<ChainState> => {
  const head = await readChainHead(trx);
  const newest = await findNewestAudit(trx, { type: 'ActivityLog', id: tenantId, operation: 'Verify' });
  const job = await findJob(trx, JOB, tenantId);
  const facts = factsOf(newest?.modified ?? null);
  return {
    entries: head?.sequence ?? 0,
    checked:
      newest === undefined
        ? null
        : {
            at: newest.at.toISOString(),
            sequence: Number(facts['sequence'] ?? 0),
            broken: Number(facts['broken'] ?? 0),
            findings: (facts['findings'] ?? []) as NonNullable<ChainState['checked']>['findings'],
          },
    isChecking: OPEN_JOB_STATES.some((state) => state === job?.state),
  };
};

/** How far the activity log of the tenant was last found to be as it was written. */
export const getActivityState = (context: EnvironmentContext): Promise<ChainState> =>
  reading(context, (trx) => readState(trx, context));

/** Queues a check of the activity log; one that waits or runs already stays. */
export const verifyActivity = (context: EnvironmentContext): Promise<ChainState> =>
  inTransaction(context, async (trx) => {
    const { tenantId, environmentId } = context;
    const before = await readState(trx, context);
    if (before.isChecking) return before;
    await queueJob(trx, {
      tenantId,
      kind: JOB,
      subjectId: tenantId,
      environmentId,
      name: '',
      ...jobAsker(context),
    });
    await recordActivity(trx, context, {
      operation: 'Request',
      type: 'ActivityLog',
      id: tenantId,
      name: 'Activity log',
      environmentId,
    });
    return readState(trx, context);
  });
