import type { Database } from '../database/database.ts';
import type { CommittedBatch } from './batch-writer.ts';
import { createHeldAnswers } from './held-answers.ts';
import type { Log } from './log.ts';
import { readLastPosition } from './read-log.ts';

/** Something for each position after `from`, up to and including `to`; the first one stands at `from + 1`. */
export type FeedBatch<Item> = { readonly from: number; readonly to: number; readonly events: readonly Item[] };

export type LogFeedOptions<Item> = {
  /** Position the store stands at; what follows is applied. */
  readonly after: number;
  /** Called in order, without gap and without repetition. */
  readonly apply: (batch: FeedBatch<Item>) => void;
  /** What follows a position, read from the log; undefined at its end. */
  readonly read: (after: number) => Promise<FeedBatch<Item> | undefined>;
  /** The same of a batch that this process committed. */
  readonly itemsOf: (batch: CommittedBatch) => readonly Item[];
  /** Who could not read the log, for operators. */
  readonly name: string;
  /**
   * Whether callers are answered only after their event is applied. Commits that ran side by side come home out of order now
   * and then: the later one is held back until the earlier one came, or was read from the log.
   */
  readonly holdsAnswers?: boolean;
};

export type LogFeed = {
  /** Position of the last event applied. */
  readonly position: () => number;
  /** Resolves once everything is applied that the log held when it was called. */
  readonly caughtUp: () => Promise<void>;
  readonly close: () => Promise<void>;
};

const POLL_MS = 250;
/** Batches that wait for one before them; past this the log is read instead. */
const MAX_WAITING = 1000;

/**
 * Hands every event over in order of position: those of this process's own commits as they happen, what was there before,
 * what other nodes commit, and what a lost connection left in doubt, from the log.
 */
export const startLogFeed = <Item>(
  database: Database,
  log: Pick<Log, 'onCommitted'> | undefined,
  { after, apply, read, itemsOf, name, holdsAnswers = false }: LogFeedOptions<Item>,
): LogFeed => {
  let position = after;
  let isClosed = false;
  let reading: Promise<void> | undefined;
  const waiting = new Map<number, CommittedBatch>();
  /** The log could not be read: nothing is held until it was. */
  let isFailing = false;
  const held = createHeldAnswers(() => catchUpOrSay());

  const take = (events: readonly Item[]): void => {
    const from = position;
    position += events.length;
    try {
      apply({ from, to: position, events });
    } finally {
      held.release(position);
    }
  };

  const takeWaiting = (): void => {
    for (let next = waiting.get(position + 1); next !== undefined; next = waiting.get(position + 1))
      take(itemsOf(next));
    for (const first of waiting.keys()) if (first <= position) waiting.delete(first);
  };

  const readOn = async (): Promise<void> => {
    while (!isClosed) {
      const batch = await read(position);
      if (batch === undefined) return;
      // Commits of this process went on meanwhile.
      const fresh = batch.events.slice(Math.max(0, position - batch.from));
      if (fresh.length > 0) take(fresh);
      takeWaiting();
    }
  };

  /** Reads what is missing; one reader at a time. */
  const catchUp = (): Promise<void> => {
    reading ??= readOn()
      .then(
        () => {
          isFailing = false;
        },
        (error: unknown) => {
          isFailing = true;
          held.release(Infinity);
          throw error;
        },
      )
      .finally(() => {
        reading = undefined;
        takeWaiting();
      });
    return reading;
  };

  const catchUpOrSay = (): Promise<void> =>
    catchUp().catch((error: unknown) => {
      if (!isClosed) database.log.error({ err: error }, `${name} could not read the log; trying again`);
    });

  const poll = setInterval(() => void catchUpOrSay(), POLL_MS);
  poll.unref();

  const unsubscribe = log?.onCommitted((batch) => {
    if (batch.firstPosition <= position) return undefined;
    if (batch.firstPosition === position + 1) {
      // At once, also while the log is read: its events are answered next, and who was answered may ask again. As nearly
      // always, not through a Map, which leaves tables behind that keep what was in them.
      take(itemsOf(batch));
      if (waiting.size > 0) takeWaiting();
      return undefined;
    }
    if (waiting.size < MAX_WAITING) waiting.set(batch.firstPosition, batch);
    if (!holdsAnswers || isFailing) return undefined;
    return held.until(batch.firstPosition + batch.events.length - 1);
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
      held.release(Infinity);
      await reading?.catch(() => undefined);
    },
  };
};
