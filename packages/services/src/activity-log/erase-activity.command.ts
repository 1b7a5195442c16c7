import { fail } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { eraseAuditContent, findAuditEntry } from '@redoubt/storage';
import { recordActivity } from '../activity/record-activity.ts';
import type { ServiceContext } from '../context.ts';
import { inTransaction } from '../unit-of-work.ts';

/**
 * Erases who, what and both sides of the change of an entry of the activity log, where a person has a right to that, and
 * writes down that it was done. The chain holds. Throws ACTIVITY-UNKNOWN, ACTIVITY-ERASED, ACTIVITY-KEPT.
 */
export const eraseActivity = (context: ServiceContext, entryId: Id): Promise<void> =>
  inTransaction(context, async (trx) => {
    const entry = await findAuditEntry(trx, entryId);
    if (entry === undefined) throw fail('ACTIVITY-UNKNOWN', { id: entryId });
    // What tells of an erasure proves that the chain holds.
    if (entry.operation === 'Erase') throw fail('ACTIVITY-KEPT', { id: entryId });
    if (!(await eraseAuditContent(trx, entryId))) throw fail('ACTIVITY-ERASED', { id: entryId });
    await recordActivity(trx, context, {
      operation: 'Erase',
      type: 'ActivityLog',
      id: entryId,
      name: `${entry.operation} ${entry.resourceType}`,
      environmentId: entry.environmentId,
    });
  });
