import type { Database } from '../database/database.ts';
import type { CommittedBatch, CountedEvent } from '../log/batch-writer.ts';
import type { Log } from '../log/log.ts';
import { asIngest, nextRange, readLastPosition } from '../log/read-log.ts';
import { contributionsIn } from './contributions-in.ts';

/** What the events after `from`, up to and including `to`, add to velocities; the first one stands at `from + 1`. */
export type ContributionBatch = {
  readonly from: number;
  readonly to: number;
  readonly events: readonly CountedEvent[];
};

export type ContributionFeedOptions = {
  /** Position the store stands at; what follows is applied. */
  readonly after: number;
  /** Called in order, without gap and without repetition. */
  readonly apply: (batch: ContributionBatch) => void;
};

export type ContributionFeed = {
  /** Position of the last event applied. */
  readonly position: () => number;
  /** Resolves once everything is applied that the log held when it was called. */
  readonly caughtUp: () => Promise<void>;
  readonly close: () => Promise<void>;
};

const READ_EVENTS = 5000;
const POLL_MS = 250;
/** Batches that wait for one before them; past this the log is read instead. */
const MAX_WAITING = 1000;
const NOTHING: readonly number[] = [];

/** The events after a position, about `maxEvents` at most; undefined at the end of the log. */
export const readContributions = async (
  database: Database,
  after: number,
  maxEvents: number,
): Promise<ContributionBatch | undefined> => {
  const range = await nextRange(database.pools.ingest, after, maxEvents);
  if (range === undefined) return undefined;
  const byPosition = await asIngest(database.pools.ingest, range.tenantIds, (client) => contributionsIn(client, range));
  // Retention may have taken events away: their places stay empty.
  const events = Array.from({ length: range.lastPosition - after }, (_, index): CountedEvent => {
    const { eventTimeMs = 0, contributions = NOTHING } = byPosition.get(after + 1 + index) ?? {};
    return { eventTimeMs, contributions };
  });
  return { from: after, to: range.lastPosition, events };
};

/**
 * Hands every event's contributions over in order of position: those of this process's own commits as they happen, what
 * was there before, what other nodes commit, and what a lost connection left in doubt, from the log.
 */
export const startContributionFeed = (
  database: Database,
  log: Pick<Log, 'onCommitted'> | undefined,
  { after, apply }: ContributionFeedOptions,
): ContributionFeed => {
  let position = after;
  let isClosed = false;
  let reading: Promise<void> | undefined;
  const waiting = new Map<number, CommittedBatch>();

  const take = (events: readonly CountedEvent[]): void => {
    const from = position;
    position += events.length;
    apply({ from, to: position, events });
  };

  const takeWaiting = (): void => {
    for (let next = waiting.get(position + 1); next !== undefined; next = waiting.get(position + 1)) take(next.events);
    for (const first of waiting.keys()) if (first <= position) waiting.delete(first);
  };

  const readOn = async (): Promise<void> => {
    while (!isClosed) {
      const batch = await readContributions(database, position, READ_EVENTS);
      if (batch === undefined) return;
      take(batch.events);
      takeWaiting();
    }
  };

  /** Reads what is missing; one reader at a time. */
  const catchUp = (): Promise<void> => {
    reading ??= readOn().finally(() => {
      reading = undefined;
      takeWaiting();
    });
    return reading;
  };

  const poll = setInterval(() => {
    catchUp().catch((error: unknown) => {
      if (!isClosed) database.log.error({ err: error }, 'velocities could not read the log; trying again');
    });
  }, POLL_MS);
  poll.unref();

  const unsubscribe = log?.onCommitted((batch) => {
    if (batch.firstPosition <= position) return;
    if (reading === undefined && batch.firstPosition === position + 1) {
      // As nearly always: a Map that everything passes through leaves tables behind that keep what was in them.
      take(batch.events);
      if (waiting.size > 0) takeWaiting();
      return;
    }
    if (waiting.size < MAX_WAITING) waiting.set(batch.firstPosition, batch);
    if (reading === undefined) takeWaiting();
  });

  return {
    position: () => position,
    caughtUp: async () => {
      const target = await readLastPosition(database);
      while (!isClosed && position < target) await catchUp();
    },
    close: async () => {
      isClosed = true;
      clearInterval(poll);
      unsubscribe?.();
      await reading?.catch(() => undefined);
    },
  };
};
