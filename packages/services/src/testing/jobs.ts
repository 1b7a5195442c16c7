import type { JobKind } from '@redoubt/domain';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach } from 'vitest';
import { claimJob, finishJob, releaseJob, type ClaimedJob } from '@redoubt/storage';
import { startJobs, type JobEnding, type JobRunner, type JobRunnerOptions } from '../jobs/job-runner.ts';
import { createBackfills, type BackfillOptions } from '../backfills/backfill-jobs.ts';
import type { WorkPoll } from '../work-poll.ts';

/** A node that does some kinds of jobs, and hears soon that one was cancelled. */
export const workOn = (place: Pick<JobRunnerOptions, 'database' | 'clock'>, ...runners: JobRunner[]): WorkPoll =>
  startJobs({ ...place, runners, heartbeatMs: 50 });

/** Gives the tests of a file one node at a time that does jobs; it ends after each test, before what was there before it. */
export const useNode = () => {
  let node: WorkPoll | undefined;
  const stop = async (): Promise<void> => {
    await node?.close();
    node = undefined;
  };
  afterEach(stop);
  return {
    start: (...of: Parameters<typeof workOn>): void => {
      node = workOn(...of);
    },
    stop,
  };
};

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

/** Takes a job of a kind and does it once; false where the run was stopped on the way, and the job is left to the next. */
export const attemptOnce = async (
  { database, clock }: Pick<JobRunnerOptions, 'database' | 'clock'>,
  kind: JobKind,
  run: (job: ClaimedJob) => Promise<JobEnding | undefined>,
): Promise<boolean> => {
  const at = new Date(clock.now());
  const job = await claimJob(database, { node: 'test', kinds: [kind], now: at });
  if (job === undefined) throw new Error('there is no job to work on');
  const ending = await run(job);
  if (ending === undefined) await releaseJob(database, job, { notBefore: at, problem: null, isFailure: false });
  else
    await database.inTenant(job.tenantId, async (trx) => {
      await ending(trx);
      await finishJob(trx, job, { state: 'done', problem: null, at });
    });
  return ending !== undefined;
};
