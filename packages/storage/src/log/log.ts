import { hash } from 'node:crypto';
import { kindFacts, fail } from '@redoubt/domain';
import { HOUR_MS, invariant, isGuid } from '@redoubt/kernel';
import type { Database } from '../database/database.ts';
import { createPool } from '../database/pools.ts';
import {
  createBatchWriter,
  type CommitListener,
  type CountedEvent,
  type EventHead,
  type Waiting,
} from './batch-writer.ts';
import type { Entry } from './commit-batch.ts';
import { kindCodeOf, type LogEvent } from './log-event.ts';
import { DEFAULT_LOG_OPTIONS, type Appended, type LogOptions } from './log-options.ts';
import { ensureLogPartitions } from './partitions.ts';
import { decodeHead, encodeHead, encodeTexts } from './segment-codec.ts';
import { isStorable } from './storable.ts';
import { ThreadClock } from './thread-clock.ts';

type LogStats = {
  /** Events waiting, in a transaction or for one. */
  readonly pending: number;
  readonly pendingBytes: number;
  readonly batches: number;
  readonly events: number;
  /** Newest position this process committed; 0 before the first. */
  readonly lastPosition: number;
};

export type Log = {
  /**
   * Stores an event durably and answers with its place; group commit takes whatever arrived while the last transaction
   * ran. A repeated write-once event is not stored: the answer of an assessment is read with `readStoredAnswer`.
   *
   * Fails with REQ-OVERLOADED (nothing was tried), SRV-STOPPING, REQ-INVALID (no table could hold this event) or
   * SRV-LOG-UNAVAILABLE (not stored within the time; with `outcome: 'unknown'` where a COMMIT was sent and its
   * outcome was not found in time: a retry with the same id finds out).
   */
  readonly append: (event: LogEvent) => Promise<Appended>;
  /** The same for an event that another thread has encoded with `encodeEvent`. */
  readonly appendEncoded: (event: EncodedEvent) => Promise<Appended>;
  /**
   * Calls back after each commit of this process, before anyone of the batch goes on, and holds answers back where a listener
   * says so; commits that ran side by side may come out of order. Returns the way to stop it.
   */
  readonly onCommitted: (listener: CommitListener) => () => void;
  readonly stats: () => LogStats;
  /** Takes nothing new, brings everything that waits to its end, and lets go of the connections. */
  readonly close: () => Promise<void>;
};

/** Not the event itself: its texts would be held until it is committed. */
const headOf = ({ tenantId, environmentId, kind, eventId, eventTimeMs, facts }: EventHead): EventHead => ({
  tenantId,
  environmentId,
  kind,
  eventId,
  eventTimeMs,
  facts,
});

const NOTHING: readonly number[] = [];
const SWEEP_MS = 100;
const PARTITIONS_MS = 6 * HOUR_MS;
const HASH_CHARACTERS = 32;

/** First half of the SHA-256 of the request: tells a repeated body from a changed one. */
export const bodyHashOf = (requestText: string): string => hash('sha256', requestText).slice(0, HASH_CHARACTERS);

/** What an event is stored once under; undefined where each one counts. */
const claimOf = (event: LogEvent): string | undefined =>
  kindFacts(event.kind).role === 'assessment' ? event.eventId : event.onceKey;

type Named = Pick<Entry, 'tenantId' | 'environmentId' | 'kindCode'>;

const identityOf = ({ tenantId, environmentId, kindCode }: Named, claim: string): string =>
  `${tenantId}/${environmentId}/${kindCode}/${claim}`;

/** An event as a batch takes it, with what velocities count of it; plain data that can be sent to another thread. */
export type EncodedEvent = Entry & Pick<CountedEvent, 'eventTimeMs' | 'contributions'>;

const entryOf = (event: LogEvent, head: string, claim: string | undefined): Entry => ({
  tenantId: event.tenantId,
  environmentId: event.environmentId,
  kindCode: kindCodeOf(event.kind),
  eventId: claim ?? event.eventId,
  writeOnce: claim !== undefined,
  bodyHash: bodyHashOf(event.requestText),
  head,
  texts: encodeTexts(event),
});

/** Does the work of `append` that needs no database. @throws `REQ-INVALID` where no table could hold the event. */
export const encodeEvent = (event: LogEvent): EncodedEvent => {
  const head = encodeHead(event);
  if (!isStorable(event, head)) throw fail('REQ-INVALID');
  const { eventTimeMs, contributions = NOTHING } = event;
  return { ...entryOf(event, head, claimOf(event)), eventTimeMs, contributions };
};

/** Read from the text where the graph asks for it, which most nodes have no use for. */
const countedOf = ({ tenantId, environmentId, head, eventTimeMs, contributions }: EncodedEvent): CountedEvent => ({
  eventTimeMs,
  contributions,
  get head(): EventHead {
    const place = { tenant_id: tenantId, environment_id: environmentId, first_position: 0 };
    return headOf(decodeHead(place, head, 0));
  },
});

/** Opens the log for appending. One per process; it holds `lanes` connections of its own. */
export const createLog = (database: Database, settings: Partial<LogOptions> = {}): Log => {
  const options: LogOptions = { ...DEFAULT_LOG_OPTIONS, ...settings };
  const pool = createPool(
    database.ingestConfig,
    {
      name: 'log',
      max: options.lanes,
      connectTimeoutMs: options.timeoutMs,
      statementTimeoutMs: options.timeoutMs,
      plansOnce: true,
    },
    database.log,
  );
  const listeners = new Set<CommitListener>();
  const stats = { batches: 0, events: 0, lastPosition: 0 };
  let queue: Waiting[] = [];
  let pending = 0;
  let pendingBytes = 0;
  let running = 0;
  let closed = false;
  let closing: Promise<void> | undefined;
  let onIdle: (() => void) | undefined;

  const clock = new ThreadClock(SWEEP_MS);
  const writer = createBatchWriter(
    pool,
    database.log,
    (batch) => {
      stats.batches += 1;
      stats.events += batch.events.length;
      stats.lastPosition = Math.max(stats.lastPosition, batch.firstPosition + batch.events.length - 1);
      let hold: Promise<unknown> | undefined;
      for (const listener of listeners) {
        const held = listener(batch);
        if (held) hold = hold ? Promise.all([hold, held]) : held;
      }
      return hold;
    },
    clock,
    options.atOnce,
  );

  /**
   * Ids under way in this process: a repeat joins the first instead of racing it to the database. Emptied by hand, as the
   * tables that a growing Map leaves behind keep what was in them until the next collection of the old generation.
   */
  const inFlight = new Map<string, { appended: Promise<Appended> | undefined }>();

  const lane = async (): Promise<void> => {
    running += 1;
    // All requests that this turn of the event loop brings go into one batch.
    await new Promise(setImmediate);
    while (queue.length > 0) await writer.write(queue.splice(0, options.maxBatch));
    running -= 1;
    if (running === 0) onIdle?.();
  };

  /** Tells everybody whose time is over: those a stalled lane never reached, and those it is stalled with. */
  const sweep = setInterval(() => {
    const now = clock.nowMs();
    writer.expire(now);
    const waiting = queue.findIndex((entry) => entry.deadlineMs > now);
    const expired = queue.splice(0, waiting === -1 ? queue.length : waiting);
    for (const entry of expired) entry.failed('unavailable', undefined);
  }, SWEEP_MS);
  sweep.unref();

  const partitions = setInterval(() => {
    ensureLogPartitions(database).catch((error: unknown) =>
      database.log.error({ err: error }, 'the next partitions of the log could not be made'),
    );
  }, PARTITIONS_MS);
  partitions.unref();

  const enqueue = (entry: Entry, counted: CountedEvent): Promise<Appended> => {
    const { length } = entry.texts;
    return new Promise<Appended>((resolve, reject) => {
      const leave = (): void => {
        pending -= 1;
        pendingBytes -= length;
      };
      pending += 1;
      pendingBytes += length;
      queue.push({
        ...entry,
        counted,
        deadlineMs: clock.nowMs() + options.timeoutMs - SWEEP_MS,
        done: (position, duplicate) => {
          leave();
          resolve(duplicate ? { position, duplicateOf: position } : { position });
        },
        failed: (reason, cause) => {
          leave();
          if (reason === 'unavailable') reject(fail('SRV-LOG-UNAVAILABLE', {}, cause));
          else if (reason === 'unknown') reject(fail('SRV-LOG-UNAVAILABLE', { outcome: 'unknown' }, cause));
          else if (reason === 'data') reject(fail('REQ-INVALID', {}, cause));
          else reject(cause instanceof Error ? cause : new Error('The log failed', { cause }));
        },
      });
      if (running < options.lanes) void lane();
    });
  };

  /** Why nothing can be taken now; undefined where something can. */
  const refusal = (): Error | undefined =>
    pending >= options.maxQueued || pendingBytes >= options.maxQueuedBytes ? fail('REQ-OVERLOADED') : undefined;

  /** The first event of an id that is under way, for one that repeats it. */
  const joined = (key: string | undefined): Promise<Appended> | undefined => {
    const first = key === undefined ? undefined : inFlight.get(key)?.appended;
    return first?.then(({ position }) => ({ position, duplicateOf: position }));
  };

  /** Remembers an event while it is under way. */
  const remembered = (key: string | undefined, appended: Promise<Appended>): Promise<Appended> => {
    if (key === undefined) return appended;
    const entry: { appended: Promise<Appended> | undefined } = { appended };
    const forget = (): void => {
      entry.appended = undefined;
      inFlight.delete(key);
    };
    inFlight.set(key, entry);
    appended.then(forget, forget);
    return appended;
  };

  const append = (event: LogEvent): Promise<Appended> => {
    if (closed) return Promise.reject(fail('SRV-STOPPING'));
    const { tenantId, environmentId } = event;
    invariant(isGuid(tenantId) && isGuid(environmentId), 'tenant and environment ids are GUIDs');
    const claim = claimOf(event);
    const place = { tenantId, environmentId, kindCode: kindCodeOf(event.kind) };
    const key = claim === undefined ? undefined : identityOf(place, claim);
    const first = joined(key);
    if (first !== undefined) return first;
    const refused = refusal();
    if (refused !== undefined) return Promise.reject(refused);
    const head = encodeHead(event);
    if (!isStorable(event, head)) return Promise.reject(fail('REQ-INVALID'));
    const { eventTimeMs, contributions = NOTHING } = event;
    const counted = { eventTimeMs, contributions, head: headOf(event) };
    return remembered(key, enqueue(entryOf(event, head, claim), counted));
  };

  const appendEncoded = (event: EncodedEvent): Promise<Appended> => {
    if (closed) return Promise.reject(fail('SRV-STOPPING'));
    const { eventTimeMs: _time, contributions: _contributions, ...entry } = event;
    const key = entry.writeOnce ? identityOf(entry, entry.eventId) : undefined;
    const refused = refusal();
    return joined(key) ?? (refused ? Promise.reject(refused) : remembered(key, enqueue(entry, countedOf(event))));
  };

  const drain = async (): Promise<void> => {
    closed = true;
    if (running > 0) await new Promise<void>((resolve) => (onIdle = resolve));
    clearInterval(sweep);
    clearInterval(partitions);
    queue = [];
    await pool.end();
  };

  return {
    append,
    appendEncoded,
    onCommitted: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stats: () => ({ ...stats, pending, pendingBytes }),
    close: () => (closing ??= drain()),
  };
};
