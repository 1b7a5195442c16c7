import type { Id } from '@redoubt/kernel';
import { findJob, OPEN_JOB_STATES, queueJob, type JobAsker, type TenantTransaction } from '@redoubt/storage';

const KIND = 'lossPreventionSync' as const;

/** Queues a sync of an environment unless one is open. @returns whether it did. */
export const queueSync = async (
  trx: TenantTransaction,
  place: { readonly tenantId: Id; readonly environmentId: Id },
  asker: JobAsker,
): Promise<boolean> => {
  const open = await findJob(trx, KIND, place.environmentId);
  if (open && OPEN_JOB_STATES.some((state) => state === open.state)) return false;
  await queueJob(trx, { ...place, kind: KIND, subjectId: place.environmentId, name: '', ...asker });
  return true;
};
