import type { Database } from '../database/database.ts';
import { queueJobs } from '../jobs/queue-jobs.ts';

/** One job for a tenant; it stands in the first of its root environments. */
const QUEUE = `
  insert into job (tenant_id, kind, subject_id, environment_id, name, state, not_before, asked_by, asked_at)
  select distinct on (tenant_id) tenant_id, 'activityVerification', tenant_id, environment_id, '', 'queued', '-infinity',
      'Redoubt', $1::timestamptz
    from environment where parent_id is null order by tenant_id, environment_id
  on conflict (tenant_id, kind, subject_id) do update set state = 'queued', done = 0, attempts = 0, problem = null,
    asked_by = excluded.asked_by, asked_by_id = null, asked_at = excluded.asked_at, started_at = null, finished_at = null
  where job.state not in ('queued', 'running') and job.asked_at < $2`;

/** Queues a check of the activity log of each tenant whose last one was asked for before a moment. */
export const queueActivityVerifications = async (
  database: Database,
  { at, since }: { readonly at: Date; readonly since: Date },
): Promise<void> => {
  await queueJobs(database, QUEUE, [at, since]);
};
