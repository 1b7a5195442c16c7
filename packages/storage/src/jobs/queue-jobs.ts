import type { JobKind } from '@redoubt/domain';
import type { Database } from '../database/database.ts';
import { asIngest } from '../log/read-log.ts';

/**
 * What stands before and behind the rows of a statement that queues a job for each environment that has something to do, where
 * none waits or runs. The rows have `tenant_id` and `environment_id`.
 *
 * @param at when it is asked for, as SQL.
 */
export const queueJobsAround = (kind: JobKind, at: string): readonly [before: string, behind: string] => [
  `insert into job (tenant_id, kind, subject_id, environment_id, name, state, not_before, total, asked_by, asked_at)
  select tenant_id, '${kind}', environment_id, environment_id, '', 'queued', '-infinity', count(*), 'Redoubt', ${at}
    from`,
  `group by tenant_id, environment_id
  on conflict (tenant_id, kind, subject_id) do update set state = 'queued', total = excluded.total, done = 0, attempts = 0,
    problem = null, asked_by_id = null, asked_at = excluded.asked_at, started_at = null, finished_at = null
  where job.state not in ('queued', 'running')`,
];

/** Such a statement. @param waiting what there is to do, as it stands behind `from`. */
export const queueJobsStatement = (kind: JobKind, waiting: string, at = '$1::timestamptz'): string =>
  queueJobsAround(kind, at).join(` ${waiting} `);

/** Runs such a statement over all tenants. */
export const queueJobs = async (database: Database, statement: string, values: readonly unknown[]): Promise<void> => {
  const tenantIds = (await database.listTenants()).map(({ tenantId }) => tenantId);
  await asIngest(database.pools.ingest, tenantIds, (client) => client.query(statement, [...values]));
};
