import type { Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { Database, TenantTransaction } from '../database/database.ts';
import { queueJobs } from '../jobs/queue-jobs.ts';

/** One job for a tenant; it stands in the first of its root environments. */
const QUEUE = `
  insert into job (tenant_id, kind, subject_id, environment_id, name, state, not_before, asked_by, asked_at)
  select distinct on (tenant_id) tenant_id, 'storageMeasurement', tenant_id, environment_id, '', 'queued', '-infinity',
      'Redoubt', $1::timestamptz
    from environment where parent_id is null order by tenant_id, environment_id
  on conflict (tenant_id, kind, subject_id) do update set state = 'queued', done = 0, attempts = 0, problem = null,
    asked_by = excluded.asked_by, asked_by_id = null, asked_at = excluded.asked_at, started_at = null, finished_at = null
  where job.state not in ('queued', 'running')
    and (job.asked_at at time zone 'UTC')::date < ($1::timestamptz at time zone 'UTC')::date`;

/** Queues a measurement of what each tenant keeps, where there is none of the day. */
export const queueStorageMeasurements = async (database: Database, at: Date): Promise<void> => {
  await queueJobs(database, QUEUE, [at]);
};

/**
 * Notes how many bytes of the log an environment keeps on a day; a day that is noted already stays as it is. The sizes stand in
 * the rows, so that no segment is read.
 */
export const measureStorage = async (
  trx: TenantTransaction,
  tenantId: Id,
  environmentId: Id,
  day: string,
): Promise<void> => {
  await sql`
    insert into storage_day (tenant_id, environment_id, day, bytes)
    select ${tenantId}, ${environmentId}, ${day}::date, sum(length(data) + coalesce(length(heads), 0))
      from segment where tenant_id = ${tenantId} and environment_id = ${environmentId}
    having count(*) > 0
    on conflict do nothing`.execute(trx);
};

/** Bytes of days, added up; divided by the days of the month they are what was kept on average. */
export type KeptBytes = { readonly environmentId: Id; readonly byteDays: number };

/** What each environment kept in a range of days. @param to the first day that is not answered any more. */
export const readKeptBytes = async (
  trx: TenantTransaction,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<readonly KeptBytes[]> =>
  trx
    .selectFrom('storage_day')
    .select(['environment_id as environmentId', sql<number>`sum(bytes)::float8`.as('byteDays')])
    .where('day', '>=', from)
    .where('day', '<', to)
    .groupBy('environment_id')
    .execute();
