import { startJobs, type JobRunner, type JobRunnerOptions } from '../jobs/job-runner.ts';
import { createBackfills, type BackfillOptions } from '../backfills/backfill-jobs.ts';
import type { WorkPoll } from '../work-poll.ts';

/** A node that does some kinds of jobs, and hears soon that one was cancelled. */
export const workOn = (place: Pick<JobRunnerOptions, 'database' | 'clock'>, ...runners: JobRunner[]): WorkPoll =>
  startJobs({ ...place, runners, heartbeatMs: 50 });

/** A node that counts the history of velocity sets. */
export const startBackfills = (options: BackfillOptions): WorkPoll => workOn(options, createBackfills(options));
