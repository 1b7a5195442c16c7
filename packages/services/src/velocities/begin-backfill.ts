import type { VelocityText } from '@redoubt/domain';
import { newId, type Id } from '@redoubt/kernel';
import {
  cancelJobs,
  insertBackfill,
  listBackfills,
  type TenantTransaction,
  UNFINISHED_JOB_STATES,
} from '@redoubt/storage';
import { jobAsker } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';

/** Leaves the history of some velocities to be counted; nothing where there are none. */
export const beginBackfill = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  of: {
    readonly setId: Id;
    readonly setName: string;
    readonly setVersion: number;
    readonly velocityIds: readonly Id[];
  },
): Promise<void> => {
  if (of.velocityIds.length === 0) return;
  const { askedBy, askedById, askedAt } = jobAsker(context);
  const { tenantId, environmentId } = context;
  const started = { startedBy: askedBy, startedById: askedById ?? null, startedAt: askedAt };
  await insertBackfill(trx, tenantId, { ...of, id: newId(), environmentId, ...started });
};

/** Ends backfills of a set that count nothing its new text still has. */
export const dropBackfillsWithout = async (
  trx: TenantTransaction,
  setId: Id,
  velocities: readonly VelocityText[],
  at: Date,
): Promise<void> => {
  const kept = new Set(velocities.map(({ id }) => id));
  const vain = (await listBackfills(trx, { setId })).filter(
    ({ velocityIds }) => !velocityIds.some((id) => kept.has(id)),
  );
  await cancelJobs(
    trx,
    'velocityBackfill',
    vain.map(({ id }) => id),
    at,
    UNFINISHED_JOB_STATES,
  );
};
