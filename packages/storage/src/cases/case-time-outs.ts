import type { Id } from '@redoubt/kernel';
import type { Database, TenantTransaction } from '../database/database.ts';
import { asIngest } from '../log/read-log.ts';

const QUEUE = `insert into job (tenant_id, kind, subject_id, environment_id, name, state, not_before, total, asked_by, asked_at)
  select tenant_id, 'caseTimeouts', environment_id, environment_id, '', 'queued', '-infinity', count(*), 'Redoubt', $1
    from review_case
   where outcome is null and due_at <= $1 and (lease_until is null or lease_until <= $1)
   group by tenant_id, environment_id
  on conflict (tenant_id, kind, subject_id) do update set state = 'queued', total = excluded.total, done = 0, attempts = 0,
    problem = null, asked_at = excluded.asked_at, started_at = null, finished_at = null
  where job.state not in ('queued', 'running')`;

/** Queues a job for each environment that has cases whose time is over. */
export const queueCaseTimeOuts = async (database: Database, at: Date): Promise<void> => {
  const tenantIds = (await database.listTenants()).map(({ tenantId }) => tenantId);
  await asIngest(database.pools.ingest, tenantIds, (client) => client.query(QUEUE, [at]));
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
