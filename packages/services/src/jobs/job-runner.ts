import { errorFacts, JOB_KINDS, type JobKind, type JobKindFacts } from '@redoubt/domain';
import { DAY_MS, HOUR_MS, isAppError, type Clock } from '@redoubt/kernel';
import {
  beatJob,
  claimJob,
  claimSchedules,
  finishJob,
  forgetJobs,
  JobLost,
  releaseJob,
  type ClaimedJob,
  type Database,
  type JobProgress,
  type TenantTransaction,
} from '@redoubt/storage';
import { hostname } from 'node:os';
import { noticeDone, noticeFailure } from './notice-end.ts';
import { pollForWork, type WorkPoll } from '../work-poll.ts';

/** What a run is given besides its job. */
export type JobRun = {
  /** Aborts where the node stops, or the job is no longer claimed by it: the run then ends soon, anyhow. */
  readonly signal: AbortSignal;
  /** Notes how far the run is; written with the next heartbeat. Steps that write use `advanceJob` instead. */
  readonly report: (progress: JobProgress) => void;
};

/** Written in the transaction that ends the job. */
export type JobEnding = (trx: TenantTransaction) => Promise<void>;

export type JobSchedule = {
  readonly everyMs: number;
  readonly run: () => Promise<void>;
  /** Runs on one node for all of them, because it visits each tenant; the others run theirs with one statement each. */
  readonly onOneNode?: true;
};

/** How one kind of job is done. A node runs one job of a kind at a time. */
export type JobRunner = {
  readonly kind: JobKind;
  /**
   * Works on a job from where it stands to its end, and gives what is to be written with it. What it throws is an attempt
   * that failed.
   */
  readonly run: (job: ClaimedJob, run: JobRun) => Promise<JobEnding | undefined>;
  /** Written where the job is given up, in the same transaction. */
  readonly failed?: (trx: TenantTransaction, job: ClaimedJob, problem: string) => Promise<void>;
  /** Attempts without a step between them; absent: as many as a database that restarts takes. */
  readonly mostAttempts?: number;
  /** Milliseconds until the attempt after this many. */
  readonly retryDelayMs?: (attempts: number) => number;
  /** Queues what became due, or tidies up, at a steady pace. */
  readonly schedule?: JobSchedule;
};

export type JobRunnerOptions = {
  readonly database: Database;
  readonly clock: Clock;
  readonly runners: readonly JobRunner[];
  /** What people know this process by. */
  readonly node?: string;
  readonly heartbeatMs?: number;
};

const POLL_MS = 500;
/** A quarter of a minute of silence is taken for the end of a node; a cancelled job stops within one heartbeat. */
const HEARTBEAT_MS = 1000;
const MOST_ATTEMPTS = 5;
const RETRY_MS = 1000;
const SCHEDULE_RETRY_MS = 10_000;

/** What a caller or the state of the tenant caused comes out the same each time. */
const isFinal = (error: unknown): boolean => {
  if (!isAppError(error)) return false;
  const { severity, retryable } = errorFacts(error.code);
  return severity === 'expected' && !retryable;
};

/** Keeps a claim alive, and says when it does not hold any more. */
const keepClaim = (database: Database, job: ClaimedJob, everyMs: number) => {
  const lost = new AbortController();
  let progress: JobProgress | undefined;
  const beat = async (): Promise<void> => {
    try {
      if (!(await beatJob(database, job, progress))) lost.abort(new JobLost());
    } catch (error) {
      database.log.warn(
        { err: error, job: job.subjectId },
        'the heartbeat of a job could not be written; trying again',
      );
    }
  };
  let beating: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    beating = beating.then(beat);
  }, everyMs);
  timer.unref();
  return {
    signal: lost.signal,
    report: (now: JobProgress) => {
      progress = now;
    },
    /** Stops, with what was reported last written down. */
    close: async () => {
      clearInterval(timer);
      beating = beating.then(beat);
      await beating;
    },
  };
};

/**
 * Works on the jobs of all tenants: one of each kind at a time, those that are due for longest first. Every node may run
 * this; a job is one node's at a time, and is taken over where its node falls silent.
 */
export const startJobs = ({
  database,
  clock,
  runners,
  node = `${hostname()}/${process.pid}`,
  heartbeatMs = HEARTBEAT_MS,
}: JobRunnerOptions): WorkPoll => {
  const busy = new Map<JobKind, Promise<void>>();

  const giveUp = (runner: JobRunner, job: ClaimedJob, problem: string): Promise<void> =>
    database.inTenant(job.tenantId, async (trx) => {
      await runner.failed?.(trx, job, problem);
      await finishJob(trx, job, { state: 'failed', problem, at: new Date(clock.now()) });
      await noticeFailure(trx, clock, job);
    });

  const failed = async (runner: JobRunner, job: ClaimedJob, error: unknown): Promise<void> => {
    const { mostAttempts = MOST_ATTEMPTS, retryDelayMs = () => RETRY_MS } = runner;
    const problem = isAppError(error) ? error.code : 'SRV-INTERNAL';
    const isGivenUp = isFinal(error) || job.attempts >= mostAttempts;
    const facts = { kind: job.kind, job: job.subjectId, tenantId: job.tenantId, attempts: job.attempts, isGivenUp };
    if (isFinal(error)) database.log.info({ ...facts, problem }, 'a job cannot be done');
    else database.log.error({ ...facts, err: error }, 'a job failed');
    if (isGivenUp) return giveUp(runner, job, problem);
    const notBefore = new Date(clock.now() + retryDelayMs(job.attempts));
    return releaseJob(database, job, { notBefore, problem, isFailure: true });
  };

  const attempt = async (runner: JobRunner, job: ClaimedJob, closing: AbortSignal): Promise<'done' | 'stopped'> => {
    const claim = keepClaim(database, job, heartbeatMs);
    const signal = AbortSignal.any([claim.signal, closing]);
    let ending: JobEnding | undefined;
    try {
      ending = await runner.run(job, { signal, report: claim.report });
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      await claim.close();
    }
    claim.signal.throwIfAborted();
    if (closing.aborted) return 'stopped';
    await database.inTenant(job.tenantId, async (trx) => {
      await ending?.(trx);
      await finishJob(trx, job, { state: 'done', problem: null, at: new Date(clock.now()) });
      await noticeDone(trx, clock, job);
    });
    return 'done';
  };

  const perform = async (runner: JobRunner, job: ClaimedJob, closing: AbortSignal): Promise<void> => {
    const facts = { kind: job.kind, job: job.subjectId, tenantId: job.tenantId };
    try {
      const { mostAttempts = MOST_ATTEMPTS } = runner;
      // Nodes that died of it count as well.
      if (job.attempts > mostAttempts) return await giveUp(runner, job, job.problem ?? 'JOB-INTERRUPTED');
      database.log.info(facts, 'a job begins or goes on');
      const outcome = await attempt(runner, job, closing);
      if (outcome === 'done') database.log.info(facts, 'a job is done');
      else {
        const notBefore = new Date(clock.now());
        await releaseJob(database, job, { notBefore, problem: job.problem, isFailure: false });
      }
    } catch (error) {
      if (error instanceof JobLost) database.log.info(facts, 'a job was cancelled or taken over');
      else await failed(runner, job, error);
    }
  };

  const tidy = async (): Promise<void> => {
    for (const [kind, { keptDays }] of Object.entries(JOB_KINDS) as [JobKind, JobKindFacts][])
      if (keptDays !== undefined) await forgetJobs(database, [kind], new Date(clock.now() - keptDays * DAY_MS));
  };
  const claim = claimSchedules(database);
  const tidying: JobSchedule = { everyMs: HOUR_MS, run: tidy };
  const schedules = [tidying, ...runners.flatMap(({ schedule }) => schedule ?? [])].map((schedule) => ({
    ...schedule,
    dueAtMs: -Infinity,
  }));
  const runSchedules = async (): Promise<void> => {
    for (const schedule of schedules) {
      if (clock.now() < schedule.dueAtMs) continue;
      schedule.dueAtMs = clock.now() + Math.min(schedule.everyMs, SCHEDULE_RETRY_MS);
      try {
        // oxlint-disable-next-line eslint/no-await-in-loop -- asked at most every ten seconds
        if (schedule.onOneNode && !(await claim.isOurs())) continue;
        // oxlint-disable-next-line eslint/no-await-in-loop -- short, and rarely more than one
        await schedule.run();
        schedule.dueAtMs = clock.now() + schedule.everyMs;
      } catch (error) {
        // Jobs that are queued already do not wait for it.
        database.log.warn({ err: error }, 'the schedule of a kind of job failed; trying again');
      }
    }
  };

  const poll = pollForWork({
    look: async (closing) => {
      await runSchedules();
      const free = runners.filter(({ kind }) => !busy.has(kind));
      if (free.length === 0) return false;
      const kinds = free.map(({ kind }) => kind);
      const job = await claimJob(database, { node, kinds, now: new Date(clock.now()) });
      const runner = free.find(({ kind }) => kind === job?.kind);
      if (job === undefined || runner === undefined) return false;
      const work = perform(runner, job, closing)
        .catch((error: unknown) => database.log.warn({ err: error, job: job.subjectId }, 'a job will be taken over'))
        .finally(() => {
          busy.delete(runner.kind);
          poll.wake();
        });
      busy.set(runner.kind, work);
      return true;
    },
    onFailure: (error) => database.log.warn({ err: error }, 'jobs could not be looked for; trying again'),
    everyMs: POLL_MS,
  });

  return {
    wake: poll.wake,
    close: async () => {
      await poll.close();
      await claim.close();
      await Promise.all(busy.values());
    },
  };
};
