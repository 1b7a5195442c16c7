import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from '../database/logger.ts';
import { newProgress, prepareBatch, wasCommitted, writeBatch, type Entry, type Progress } from './commit-batch.ts';
import { failureKind } from './failures.ts';
import type { LogOptions } from './log-options.ts';

/** An entry with somebody waiting for it. */
export type Waiting = Entry & {
  readonly deadlineMs: number;
  readonly done: (position: number, duplicate: boolean) => void;
  readonly failed: (reason: 'unavailable' | 'data' | 'bug', cause: unknown) => void;
};

const PAUSE_MS = 50;

const settle = (progress: Progress<Waiting>): void => {
  for (const { entry, position } of progress.duplicates) entry.done(position, true);
  if (progress.firstPosition === undefined) return;
  for (const [ordinal, entry] of progress.survivors.entries()) entry.done(progress.firstPosition + ordinal, false);
};

const failAll = (entries: readonly Waiting[], reason: 'unavailable' | 'data' | 'bug', cause: unknown): void => {
  for (const entry of entries) entry.failed(reason, cause);
};

/** Breaks the connection of a transaction that overstays, so that it ends one way or the other. */
const breakAfter = (client: pg.PoolClient, ms: number): (() => void) => {
  const { stream } = (client as unknown as { connection: { stream: { destroy: () => void } } }).connection;
  const timer = setTimeout(() => stream.destroy(), Math.max(1, ms));
  return () => clearTimeout(timer);
};

export type BatchWriter = { readonly write: (batch: readonly Waiting[]) => Promise<void> };

/**
 * Brings a batch into the log and tells everybody who waits. A connection lost before COMMIT is followed by another try
 * while there is time; one lost at COMMIT by asking what became of it; an event that the database refuses is found by
 * halving the batch, so that its neighbours never fail with it.
 */
export const createBatchWriter = (
  pool: pg.Pool,
  options: LogOptions,
  log: Logger,
  onCommitted: (lastPosition: number) => void,
): BatchWriter => {
  const committed = (progress: Progress<Waiting>): void => {
    settle(progress);
    if (progress.firstPosition !== undefined) onCommitted(progress.firstPosition + progress.survivors.length - 1);
  };

  const attempt = async (batch: readonly Waiting[], progress: Progress<Waiting>): Promise<void> => {
    const prepared = prepareBatch(batch);
    Object.assign(progress, newProgress(prepared));
    const client = await pool.connect();
    const calm = breakAfter(client, options.timeoutMs);
    let broken: Error | undefined;
    try {
      await writeBatch(client, prepared, progress, options.timeoutMs);
    } catch (error) {
      broken = error as Error;
      if (failureKind(error) !== 'unavailable') {
        await client.query('rollback').then(
          () => (broken = undefined),
          () => undefined,
        );
      }
      throw error;
    } finally {
      calm();
      client.release(broken);
    }
  };

  /** True where the batch is in the log; undefined where nobody can tell in time. */
  const resolveDoubt = async (batchId: number): Promise<boolean | undefined> => {
    const deadline = performance.now() + options.doubtMs;
    while (performance.now() < deadline) {
      const client = await pool.connect().catch(() => undefined);
      if (client !== undefined) {
        try {
          const answer = await wasCommitted(client, batchId);
          client.release();
          return answer;
        } catch (error) {
          client.release(error as Error);
        }
      }
      await delay(PAUSE_MS);
    }
    return undefined;
  };

  const inHalves = async (batch: readonly Waiting[], cause: unknown): Promise<void> => {
    if (batch.length === 1) {
      log.warn({ err: cause }, 'an event was refused by the database');
      failAll(batch, 'data', cause);
      return;
    }
    const middle = batch.length >> 1;
    await write(batch.slice(0, middle));
    await write(batch.slice(middle));
  };

  const write = async (batch: readonly Waiting[]): Promise<void> => {
    let pending = batch;
    for (;;) {
      const progress = newProgress<Waiting>({ entries: pending, blocks: [] });
      try {
        await attempt(pending, progress);
        committed(progress);
        return;
      } catch (error) {
        const kind = failureKind(error);
        if (progress.commitSent && progress.batchId !== undefined && kind === 'unavailable') {
          const outcome = await resolveDoubt(progress.batchId);
          if (outcome === true) {
            committed(progress);
            return;
          }
          if (outcome === undefined) {
            log.error({ err: error, batchId: progress.batchId }, 'the outcome of a commit is unknown');
            failAll(pending, 'unavailable', error);
            return;
          }
        } else if (kind === 'data') {
          await inHalves(pending, error);
          return;
        } else if (kind === 'bug') {
          log.error({ err: error }, 'a batch could not be written');
          failAll(pending, 'bug', error);
          return;
        }
        const now = performance.now();
        failAll(
          pending.filter((entry) => entry.deadlineMs <= now),
          'unavailable',
          error,
        );
        pending = pending.filter((entry) => entry.deadlineMs > now);
        if (pending.length === 0) return;
        if (kind !== 'again') await delay(PAUSE_MS);
      }
    }
  };

  return { write };
};
