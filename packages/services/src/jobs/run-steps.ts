import { stepJob, type ClaimedJob, type Database } from '@redoubt/storage';
import type { JobRunner } from './job-runner.ts';

/** Does some of a job; gives how much that was, 0 where there is nothing more. */
export type JobStep = (job: ClaimedJob) => Promise<number>;

/** A run of steps, each again until it finds nothing more; what each did is noted with the job. */
export const runSteps =
  (database: Database, steps: readonly JobStep[]): JobRunner['run'] =>
  async (job, { signal }) => {
    for (const step of steps) {
      while (!signal.aborted) {
        // oxlint-disable-next-line eslint/no-await-in-loop -- one transaction after the other
        const done = await step(job);
        if (done === 0) break;
        // oxlint-disable-next-line eslint/no-await-in-loop -- likewise
        await stepJob(database, job, { done });
      }
    }
    return undefined;
  };
