import { GENERAL_QUEUE, GENERAL_QUEUE_ID } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import type { TenantTransaction } from '../database/database.ts';
import { QUEUE_COLUMNS, type StoredQueue } from '../queues/queue.repository.ts';

/** A queue as far as work on its cases needs it. */
export type CaseQueue = Pick<
  StoredQueue,
  'id' | 'name' | 'sequence' | 'orderBy' | 'direction' | 'timeoutMs' | 'defaultDecision' | 'paused'
> & {
  /** Null for General, which takes the cases of every assessment. */
  readonly assessment: string | null;
  /** Whether it is assigned to one of those that were asked about. */
  readonly assigned: boolean;
};

const GENERAL: CaseQueue = {
  ...GENERAL_QUEUE,
  id: GENERAL_QUEUE_ID,
  assessment: null,
  paused: false,
  assigned: true,
};

/**
 * Queues of an environment, General among them.
 *
 * @param principals a person and the groups they are in.
 */
export const listCaseQueues = async (
  trx: TenantTransaction,
  environmentId: Id,
  principals: readonly string[],
): Promise<readonly CaseQueue[]> => {
  const rows = await trx
    .selectFrom('case_queue')
    .select(QUEUE_COLUMNS)
    .select((row) =>
      row
        .exists(
          row
            .selectFrom('case_queue_assignee')
            .select('principal_id')
            .whereRef('case_queue_assignee.queue_id', '=', 'case_queue.queue_id')
            .where('principal_id', 'in', ['', ...principals]),
        )
        .as('assigned'),
    )
    .where('environment_id', '=', environmentId)
    .execute();
  return [...rows.map((row) => ({ ...row, assigned: Boolean(row.assigned) })), GENERAL];
};
