import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { withDeadline } from '@redoubt/kernel';
import type { Logger } from '../logger.ts';
import { writeBatchAtOnce } from './commit-at-once.ts';
import {
  inPositionOrder,
  newProgress,
  wasCommitted,
  writeBatch,
  type Doubt,
  type Entry,
  type Progress,
  type WriteLimits,
} from './commit-batch.ts';
import { ConnectTimeout, failureKind } from './failures.ts';
import type { LogEvent } from './log-event.ts';
import { createFrameCompressor } from './frame-compressor.ts';

/** `unknown`: the COMMIT was sent and its outcome could not be found in time. */
export type WriteFailure = 'unavailable' | 'unknown' | 'data' | 'bug';

/** Of an event what says which it is and what it holds. */
export type EventHead = Pick<LogEvent, 'tenantId' | 'environmentId' | 'kind' | 'eventId' | 'eventTimeMs' | 'facts'>;

/** Of a committed event what velocities need, and what the graph needs; what backfills write has no head. */
export type CountedEvent = {
  readonly eventTimeMs: number;
  readonly contributions: readonly number[];
  readonly head?: EventHead;
};

/** Events that were committed together, in order of position. */
export type CommittedBatch = { readonly firstPosition: number; readonly events: readonly CountedEvent[] };

/** Hears of a batch before anyone of it is answered; answers wait for the promise, where it gives one that never fails. */
export type CommitListener = (batch: CommittedBatch) => Promise<unknown> | undefined | void;

/** An entry with a caller waiting for it, at most until its deadline on the clock of `performance.now()`. */
export type Waiting = Entry & {
  readonly deadlineMs: number;
  readonly counted: CountedEvent;
  readonly done: (position: number, duplicate: boolean) => void;
  readonly failed: (reason: WriteFailure, cause: unknown) => void;
};

/** A batch on its way, and who of it still waits. */
type Flight = {
  readonly waiting: Set<Waiting>;
  progress: Progress<Waiting>;
  /** An attempt that was sent at once and lost its connection. */
  doubt: Doubt<Waiting> | undefined;
};

const PAUSE_MS = 50;
/** Repeated ids rarely come alone: a batch sent at once in vain is followed by so many that are not. */
const STEPWISE_AFTER_REPEAT = 8;

/** Milliseconds by which deadlines are measured. */
export type WaitClock = { readonly nowMs: () => number };

const failAll = (flight: Flight, reason: WriteFailure, cause: unknown): void => {
  for (const entry of flight.waiting) entry.failed(reason, cause);
  flight.waiting.clear();
};

/** Answers those whose time is over. That answer is kept: without their word no COMMIT is sent for them later. */
const expireFlight = (flight: Flight, nowMs: number, cause: unknown): void => {
  for (const entry of flight.waiting) {
    if (entry.deadlineMs > nowMs) continue;
    flight.waiting.delete(entry);
    entry.failed(flight.progress.commitSent || flight.doubt !== undefined ? 'unknown' : 'unavailable', cause);
  }
};

const lastDeadlineMs = (entries: readonly Waiting[]): number =>
  entries.reduce((latest, entry) => Math.max(latest, entry.deadlineMs), 0);

/** Milliseconds left, at least one: PostgreSQL and the driver take zero for "no limit". */
const remainingMs = (clock: WaitClock, deadlineMs: number): number =>
  Math.max(1, Math.ceil(deadlineMs - clock.nowMs()));

/** Does something at a deadline, unless it is stopped before; time that does not count moves the deadline on. */
const atDeadline = (clock: WaitClock, deadlineMs: number, act: () => void): (() => void) => {
  let timer: NodeJS.Timeout;
  const look = (): void => {
    if (clock.nowMs() >= deadlineMs) act();
    else wait();
  };
  const wait = (): void => {
    timer = setTimeout(look, remainingMs(clock, deadlineMs));
  };
  wait();
  return () => clearTimeout(timer);
};

/** A connection of the pool, or a failure at the deadline; one that comes later goes back unused. */
const connectUntil = async (pool: pg.Pool, clock: WaitClock, deadlineMs: number): Promise<pg.PoolClient> => {
  const connecting = pool.connect();
  const client = await withDeadline(remainingMs(clock, deadlineMs), connecting, () => undefined);
  if (client !== undefined) return client;
  connecting.then(
    (unused) => unused.release(),
    () => undefined,
  );
  throw new ConnectTimeout();
};

/** Breaks the connection of a transaction that overstays, so that it ends one way or the other. */
const breakAt = (client: pg.PoolClient, clock: WaitClock, deadlineMs: number): (() => void) => {
  const { stream } = (client as unknown as { connection: { stream: { destroy: () => void } } }).connection;
  return atDeadline(clock, deadlineMs, () => stream.destroy());
};

export type BatchWriter = {
  /** Ends when every caller of the batch has its answer, or is held back by who was told of the commit. */
  readonly write: (batch: readonly Waiting[]) => Promise<void>;
  /** Tells those whose deadline has passed, whatever the database is doing. */
  readonly expire: (nowMs: number) => void;
};

/**
 * Brings a batch into the log and tells everybody who waits, each at its own deadline at the latest. A connection lost
 * before COMMIT is followed by another try while there is time; one lost at COMMIT by asking what became of it; an event
 * that the database refuses is found by halving the batch, so that its neighbours never fail with it.
 */
export const createBatchWriter = (
  pool: pg.Pool,
  log: Logger,
  onCommitted: CommitListener,
  clock: WaitClock = { nowMs: () => performance.now() },
  atOnce = true,
): BatchWriter => {
  const compress = createFrameCompressor();
  // No Set: a table that V8 grew out of keeps what was in it until the next collection of the old generation.
  const flights: Flight[] = [];
  let stepwise = 0;

  const land = ({ waiting, progress }: Flight): void => {
    const told = new Set(waiting);
    waiting.clear();
    for (const { entry, position } of progress.duplicates) if (told.has(entry)) entry.done(position, true);
    const { firstPosition: first, survivors } = progress;
    if (first === undefined) return;
    const tell = (): void => {
      for (const [ordinal, entry] of survivors.entries()) if (told.has(entry)) entry.done(first + ordinal, false);
    };
    let hold: ReturnType<CommitListener>;
    try {
      hold = onCommitted({ firstPosition: first, events: survivors.map(({ counted }) => counted) });
    } finally {
      if (hold) void hold.then(tell);
      else tell();
    }
  };

  /** In one statement where that may do, else in steps. */
  const writeEntries = async (
    client: pg.PoolClient,
    flight: Flight,
    entries: readonly Waiting[],
    limits: WriteLimits,
  ): Promise<void> => {
    if (atOnce && flight.doubt === undefined && stepwise === 0) {
      const outcome = await writeBatchAtOnce(client, entries, flight.progress, compress, limits);
      if (outcome === 'committed') return;
      if (outcome === 'repeated') stepwise = STEPWISE_AFTER_REPEAT;
      flight.progress = newProgress(entries);
    } else if (stepwise > 0) {
      stepwise -= 1;
    }
    await writeBatch(client, entries, flight.progress, compress, limits, flight.doubt);
  };

  const attempt = async (flight: Flight, deadlineMs: number): Promise<void> => {
    // Of a batch in doubt all entries: those who no longer wait were told that the outcome is unknown.
    const entries = flight.doubt?.entries ?? inPositionOrder([...flight.waiting]);
    flight.progress = newProgress(entries);
    const client = await connectUntil(pool, clock, deadlineMs);
    const calm = breakAt(client, clock, deadlineMs);
    let broken: Error | undefined;
    try {
      await writeEntries(client, flight, entries, {
        timeoutMs: remainingMs(clock, deadlineMs),
        isWanted: () => flight.doubt !== undefined || flight.waiting.size === entries.length,
      });
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

  /** True where the batch is in the log; undefined where that cannot be found in time. */
  const resolveDoubt = async (batchId: number, deadlineMs: number): Promise<boolean | undefined> => {
    while (clock.nowMs() < deadlineMs) {
      const client = await connectUntil(pool, clock, deadlineMs).catch(() => undefined);
      if (client !== undefined) {
        const calm = breakAt(client, clock, deadlineMs);
        try {
          const answer = await wasCommitted(client, batchId, remainingMs(clock, deadlineMs));
          client.release();
          return answer;
        } catch (error) {
          client.release(error as Error);
        } finally {
          calm();
        }
      }
      await delay(PAUSE_MS);
    }
    return undefined;
  };

  const inHalves = async (flight: Flight, cause: unknown): Promise<void> => {
    const batch = [...flight.waiting];
    if (batch.length === 1) {
      log.warn({ err: cause }, 'an event was refused by the database');
      failAll(flight, 'data', cause);
      return;
    }
    flight.waiting.clear();
    const middle = batch.length >> 1;
    await write(batch.slice(0, middle));
    await write(batch.slice(middle));
  };

  /** What follows a failed attempt; the flight is over where no caller waits any more. */
  const recover = async (flight: Flight, error: unknown, deadlineMs: number): Promise<void> => {
    const { commitSent, batchId, atOnce, survivors } = flight.progress;
    const kind = failureKind(error);
    if (kind === 'data') {
      await inHalves(flight, error);
      return;
    }
    if (kind === 'bug') {
      log.error({ err: error }, 'a batch could not be written');
      failAll(flight, 'bug', error);
      return;
    }
    if (kind === 'unavailable' && commitSent && batchId !== undefined && atOnce) {
      // The next attempt finds out.
      flight.doubt = { batchId, entries: survivors };
    } else if (kind === 'unavailable' && commitSent && batchId !== undefined) {
      const isIn = await resolveDoubt(batchId, deadlineMs);
      if (isIn === true) {
        land(flight);
        return;
      }
      if (isIn === undefined) {
        log.error({ err: error, batchId }, 'the outcome of a commit is unknown');
        failAll(flight, 'unknown', error);
        return;
      }
      flight.progress.commitSent = false;
    }
    expireFlight(flight, clock.nowMs(), error);
    if (kind !== 'again' && flight.waiting.size > 0) await delay(PAUSE_MS);
  };

  const write = async (batch: readonly Waiting[]): Promise<void> => {
    const flight: Flight = { waiting: new Set(batch), progress: newProgress(batch), doubt: undefined };
    flights.push(flight);
    try {
      while (flight.waiting.size > 0) {
        const deadlineMs = lastDeadlineMs([...flight.waiting]);
        try {
          await attempt(flight, deadlineMs);
          land(flight);
        } catch (error) {
          await recover(flight, error, deadlineMs);
        }
      }
    } finally {
      flights.splice(flights.indexOf(flight), 1);
    }
  };

  return {
    write,
    expire: (nowMs) => {
      for (const flight of flights) expireFlight(flight, nowMs, undefined);
    },
  };
};
