import type { VelocityHistory } from '@redoubt/contracts';
import { fail } from '@redoubt/domain';
import type { Id, JsonObject } from '@redoubt/kernel';
import {
  advancePlanHead,
  cancelJobs,
  listBackfills,
  resumeJobs,
  UNFINISHED_JOB_STATES,
  type TenantTransaction,
} from '@redoubt/storage';
import { changedBy, jobAsker, recordActivity } from '../activity/record-activity.ts';
import { requireSecondPerson } from '../changes/second-person.ts';
import type { EnvironmentContext } from '../context.ts';
import { takeResource } from '../resources/resource.ts';
import { velocitySetResource } from './velocity-set-resource.ts';
import { beginBackfill } from './begin-backfill.ts';
import { readPublishedText, readVelocityHistory, uncoveredVelocities } from './velocity-history.query.ts';
import { inTransaction } from '../unit-of-work.ts';

const recordBackfill = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  { id, name }: { readonly id: Id; readonly name: string },
  modified: JsonObject,
): Promise<void> => {
  const { environmentId } = context;
  await requireSecondPerson(trx, context);
  await recordActivity(trx, context, { operation: 'Update', type: 'VelocitySet', id, name, environmentId, modified });
};

/**
 * Counts what history of a set is not counted: backfills that were cancelled or failed go on where they were, and
 * velocities that count from their publication on get one. Throws VELOCITY-SET-UNKNOWN, VELOCITY-SET-READ-ONLY,
 * VELOCITY-SET-NOT-PUBLISHED.
 */
export const startVelocityBackfill = (context: EnvironmentContext, setId: Id): Promise<VelocityHistory> => {
  const { tenantId, environmentId } = context;
  return inTransaction(context, async (trx) => {
    const changed = changedBy(context);
    // Plans say which values are still filling.
    await advancePlanHead(trx, tenantId, changed.at);
    const set = await takeResource(velocitySetResource, trx, environmentId, setId, null);
    const text = await readPublishedText(trx, set);
    if (!text) throw fail('VELOCITY-SET-NOT-PUBLISHED', { name: set.name });
    const kept = new Set(text.velocities.map(({ id }) => id));
    const backfills = await listBackfills(trx, { setId });
    const useful = backfills.filter(({ velocityIds }) => velocityIds.some((id) => kept.has(id)));
    const resumed = await resumeJobs(
      trx,
      'velocityBackfill',
      useful.map(({ id }) => id),
      jobAsker(context),
    );
    const velocityIds = uncoveredVelocities(text, backfills);
    await beginBackfill(trx, context, { setId, setName: set.name, setVersion: text.version, velocityIds });
    if (resumed.length > 0 || velocityIds.length > 0) {
      await recordBackfill(trx, context, set, {
        backfill: 'started',
        resumed: [...resumed],
        velocities: [...velocityIds],
      });
    }
    return readVelocityHistory(trx, context, setId);
  });
};

/**
 * Stops counting the history of a set; what is counted stays. One that has ended stays as it is. Throws
 * VELOCITY-SET-UNKNOWN, VELOCITY-SET-READ-ONLY.
 */
export const cancelVelocityBackfill = (context: EnvironmentContext, setId: Id): Promise<VelocityHistory> => {
  const { tenantId, environmentId } = context;
  return inTransaction(context, async (trx) => {
    const { at } = changedBy(context);
    await advancePlanHead(trx, tenantId, at);
    const set = await takeResource(velocitySetResource, trx, environmentId, setId, null);
    const backfillIds = (await listBackfills(trx, { setId })).map(({ id }) => id);
    const cancelled = await cancelJobs(trx, 'velocityBackfill', backfillIds, at, UNFINISHED_JOB_STATES);
    if (cancelled.length > 0) {
      await recordBackfill(trx, context, set, { backfill: 'cancelled', cancelled: [...cancelled] });
    }
    return readVelocityHistory(trx, context, setId);
  });
};
