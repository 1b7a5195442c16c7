import { GENERAL_QUEUE, GENERAL_QUEUE_ID, type AssessmentName } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { listQueuesOf, type QueueName, type TenantTransaction } from '@redoubt/storage';

/** Queues that routing rules of an assessment may name in an environment: General and its own. */
export const readRoutingQueues = async (
  trx: TenantTransaction,
  environmentId: Id,
  assessment: AssessmentName,
): Promise<readonly QueueName[]> => [
  { id: GENERAL_QUEUE_ID, name: GENERAL_QUEUE.name },
  ...(await listQueuesOf(trx, environmentId, assessment)),
];
