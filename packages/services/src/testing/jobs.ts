import type { JobKind } from '@redoubt/domain';
import { setTimeout as delay } from 'node:timers/promises';
import { startJobs, type JobRunner, type JobRunnerOptions } from '../jobs/job-runner.ts';
import { createBackfills, type BackfillOptions } from '../backfills/backfill-jobs.ts';
import type { WorkPoll } from '../work-poll.ts';

/** A node that does some kinds of jobs, and hears soon that one was cancelled. */
export const workOn = (place: Pick<JobRunnerOptions, 'database' | 'clock'>, ...runners: JobRunner[]): WorkPoll =>
  startJobs({ ...place, runners, heartbeatMs: 50 });

/** A node that counts the history of velocity sets. */
export const startBackfills = (options: BackfillOptions): WorkPoll => workOn(options, createBackfills(options));

const isDue = async (
  { database, clock }: Pick<JobRunnerOptions, 'database' | 'clock'>,
  kind: JobKind,
): Promise<boolean> => {
  for (const { tenantId } of await database.listTenants()) {
    const due = await database.inTenant(tenantId, (trx) =>
      trx
        .selectFrom('job')
        .select('subject_id')
        .where('kind', '=', kind)
        .where((is) =>
          is.or([
            is('state', '=', 'running'),
            is.and([is('state', '=', 'queued'), is('not_before', '<=', new Date(clock.now()))]),
          ]),
        )
        .executeTakeFirst(),
    );
    if (due !== undefined) return true;
  }
  return false;
};

/** Does the jobs of a kind that are due, those included that its schedule queues. */
export const workOff = async (
  place: Pick<JobRunnerOptions, 'database' | 'clock'>,
  runner: JobRunner,
): Promise<void> => {
  await runner.schedule?.run();
  const node = workOn(place, runner);
  while (await isDue(place, runner.kind)) await delay(20);
  await node.close();
};
