import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Id } from '@redoubt/kernel';
import {
  findOldestActivity,
  removeOldestActivity,
  type ChainFloor,
  type ChainHead,
  type TenantTransaction,
} from '@redoubt/storage';
import { recordActivity } from '../activity/record-activity.ts';
import type { ServiceContext } from '../context.ts';

/** Entries that one transaction removes at most. */
const ENTRIES = 2000;

/** Signs where the chain of a tenant begins since its oldest entries were removed. */
export const signFloor = (
  key: string,
  tenantId: Id,
  { sequence, hash, removedAt }: Pick<ChainFloor, 'sequence' | 'hash' | 'removedAt'>,
): Buffer =>
  createHmac('sha256', key)
    .update(JSON.stringify(['redoubt-activity-floor-1', tenantId, sequence, hash.toString('hex'), removedAt.getTime()]))
    .digest();

export const isSigned = (key: string, tenantId: Id, floor: ChainFloor): boolean =>
  timingSafeEqual(signFloor(key, tenantId, floor), floor.signature);

/**
 * Removes the oldest entries of before a border, signs where the chain begins then, and writes down in the log itself how far
 * it was removed. Gives how many went; 0 where none is left.
 */
export const pruneActivityStep = async (
  trx: TenantTransaction,
  context: ServiceContext,
  border: Date,
  key: string,
): Promise<number> => {
  const { tenantId, clock } = context;
  const end: ChainHead | undefined = await findOldestActivity(trx, border, ENTRIES);
  if (end === undefined) return 0;
  const removedAt = new Date(clock.now());
  const floor = { ...end, removedAt };
  const removed = await removeOldestActivity(trx, { ...floor, signature: signFloor(key, tenantId, floor) });
  await recordActivity(trx, context, {
    operation: 'Prune',
    type: 'ActivityLog',
    id: tenantId,
    name: 'Activity log',
    environmentId: null,
    modified: {
      sequence: end.sequence,
      hash: end.hash.toString('hex'),
      entries: removed,
      border: border.toISOString(),
    },
  });
  return removed;
};
