import { errorFacts, fail } from '@redoubt/domain';
import type { DataSources } from '@redoubt/enrichment';
import { isAppError, type Clock, type Id, type Json } from '@redoubt/kernel';
import { updateBacktest, type BacktestChange, type Database } from '@redoubt/storage';
import type { BacktestRequest } from './prepare-backtest.ts';
import { runBacktest, type BacktestProgress } from './run-backtest.ts';

/** Backtests that may wait for their turn on one node. */
const MAX_WAITING = 20;
/** How often progress is written and a wish to cancel is read. */
const WRITE_MS = 500;

/** The reason of an abort by the person who asked for the backtest. */
const CANCELLED = new Error('cancelled');

export type BacktestJob = {
  readonly id: Id;
  readonly tenantId: Id;
  readonly database: Database;
  readonly clock: Clock;
  readonly request: BacktestRequest;
};

export type BacktestJobs = {
  /** Takes a stored backtest on; it runs when those before it are done. @throws `REQ-OVERLOADED`. */
  readonly start: (job: BacktestJob) => void;
  /** Stops the one that runs and forgets the rest: they are found interrupted. */
  readonly close: () => Promise<void>;
};

type Outcome = Pick<BacktestChange, 'status' | 'problem' | 'result'>;

const outcomeOf = async (run: Promise<unknown>): Promise<Outcome> => {
  try {
    return { status: 'done', result: (await run) as Json };
  } catch (error) {
    if (error === CANCELLED) return { status: 'cancelled' };
    return { status: 'failed', problem: isAppError(error) ? error.code : 'SRV-INTERNAL' };
  }
};

/**
 * Runs the backtests of this node, one after the other, each in worker threads of its own. How far one is stands in its
 * row, where every node sees it and can ask to cancel it.
 */
export const createBacktestJobs = (options: {
  /** Behind the hashes of velocity keys, see `createVelocityRuntime`. */
  readonly installationKey: string;
  /** See `RunBacktestOptions`. */
  readonly data?: (() => DataSources) | undefined;
  /** Told of a failure that no input caused. */
  readonly onFailure: (job: BacktestJob, error: unknown) => void;
}): BacktestJobs => {
  const { installationKey, data, onFailure } = options;
  const closing = new AbortController();
  let last: Promise<void> = Promise.resolve();
  let waiting = 0;

  const write = (job: BacktestJob, progress: BacktestProgress, outcome: Outcome): Promise<boolean> =>
    job.database.inTenant(job.tenantId, (trx) => {
      const at = new Date(job.clock.now());
      const ended = outcome.status === 'running' ? {} : { finishedAt: at };
      return updateBacktest(trx, job.id, { ...progress, ...outcome, ...ended, seenAt: at });
    });

  const perform = async (job: BacktestJob): Promise<void> => {
    const cancel = new AbortController();
    let progress: BacktestProgress = { eventsDone: 0, eventsTotal: 0 };
    const report = (): Promise<void> =>
      write(job, progress, { status: 'running' }).then(
        (isCancelled) => (isCancelled ? cancel.abort(CANCELLED) : undefined),
        (error: unknown) => onFailure(job, error),
      );
    const { id: backtest, tenantId } = job;
    job.database.log.info({ backtest, tenantId }, 'a backtest begins');
    await report();
    let reporting: Promise<void> = Promise.resolve();
    const timer = setInterval(() => {
      reporting = report();
    }, WRITE_MS);
    const run = runBacktest({
      ...job,
      installationKey,
      data: data?.(),
      onProgress: (now) => (progress = now),
      signal: AbortSignal.any([cancel.signal, closing.signal]),
    });
    run.catch((error: unknown) => {
      const isExpected = error === CANCELLED || (isAppError(error) && errorFacts(error.code).severity === 'expected');
      if (!isExpected && !closing.signal.aborted) onFailure(job, error);
    });
    const outcome = await outcomeOf(run);
    clearInterval(timer);
    await reporting;
    job.database.log.info({ backtest, tenantId, status: outcome.status }, 'a backtest is over');
    if (!closing.signal.aborted) await write(job, progress, outcome);
  };

  return {
    start: (job) => {
      if (waiting >= MAX_WAITING) throw fail('REQ-OVERLOADED');
      waiting++;
      last = last
        .then(() => (closing.signal.aborted ? undefined : perform(job)))
        .catch((error: unknown) => onFailure(job, error))
        .finally(() => waiting--);
    },
    close: async () => {
      closing.abort(new Error('the server stops'));
      await last;
    },
  };
};
