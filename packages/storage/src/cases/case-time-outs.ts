import type { Id } from '@redoubt/kernel';
import type { Database, TenantTransaction } from '../database/database.ts';
import { queueJobs, queueJobsStatement } from '../jobs/queue-jobs.ts';

const QUEUE = queueJobsStatement(
  'caseTimeouts',
  `review_case where outcome is null and due_at <= $1 and (lease_until is null or lease_until <= $1)`,
);

/** Queues a job for each environment that has cases whose time is over. */
export const queueCaseTimeOuts = async (database: Database, at: Date): Promise<void> => {
  await queueJobs(database, QUEUE, [at]);
};

/** The decision that a queue takes at its time-out. */
export type QueueTimeOut = { readonly id: Id; readonly decision: string };

/** Those of an environment, besides General. */
export const listQueueTimeOuts = (trx: TenantTransaction, environmentId: Id): Promise<readonly QueueTimeOut[]> =>
  trx
    .selectFrom('case_queue')
    .select(['queue_id as id', 'default_decision as decision'])
    .where('environment_id', '=', environmentId)
    .execute();
