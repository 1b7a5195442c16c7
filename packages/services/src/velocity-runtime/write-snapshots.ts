import { SECOND_MS } from '@redoubt/kernel';
import {
  addVelocitySnapshotPart,
  beginVelocitySnapshot,
  dropVelocitySnapshot,
  finishVelocitySnapshot,
  type Database,
  type SnapshotKind,
} from '@redoubt/storage';
import { createSnapshotWriter, type SlabStore } from '@redoubt/velocity';
import { setTimeout as delay } from 'node:timers/promises';

/** The last snapshot this node wrote or began with. */
export type TakenSnapshot = {
  /** A start that uses it counts what came after this position. */
  readonly lowest: number;
  readonly keys: number;
  readonly bytes: number;
  readonly durationMs: number;
  /** The longest the node did nothing else meanwhile. */
  readonly longestSliceMs: number;
};

export type Snapshots = {
  /** Writes one now, after the one that is being written; undefined where the node closed before its end. */
  readonly take: () => Promise<TakenSnapshot | undefined>;
  /** The position a start would count from: that of the newest snapshot, 0 where there is none. */
  readonly position: () => number;
  readonly close: () => Promise<void>;
};

export type SnapshotOptions = {
  readonly kind: SnapshotKind;
  /** Events after which the next one is due. */
  readonly everyEvents: number;
  /** Where the store was restored from, 0 where it was counted from the log. */
  readonly restoredFrom: number;
  /** Position of the store now. */
  readonly position: () => number;
};

/** Work between two rests, and how much longer than it a rest is: decisions go on in between. */
const SLICE_MS = 1;
const REST = 4;
/** Parts stay small enough to be sent in one go. */
const PART_BYTES = 512 * 1024;

const CHECK_MS = SECOND_MS;
const REST_AFTER_FAILURE_MS = 60 * SECOND_MS;
/** Time between two snapshots, in the time that one takes. */
const SPACING = 2;

/** Writes the store to the database now and then, in slices, while it goes on counting. */
export const startSnapshots = (
  database: Database,
  store: SlabStore,
  { kind, everyEvents, restoredFrom, position }: SnapshotOptions,
): Snapshots => {
  let newest = restoredFrom;
  let notBeforeMs = 0;
  let isClosed = false;
  let running: Promise<TakenSnapshot | undefined> | undefined;

  const write = async (): Promise<TakenSnapshot | undefined> => {
    const startMs = performance.now();
    const writer = createSnapshotWriter(store);
    const id = await beginVelocitySnapshot(database, kind);
    let [parts, bytes, longestSliceMs] = [0, 0, 0];
    const lowest = position();
    let highest = lowest;
    const send = async (): Promise<void> => {
      const data = writer.take();
      bytes += data.length;
      await addVelocitySnapshotPart(database, id, parts, data);
      parts += 1;
    };
    try {
      let hasMore = true;
      while (hasMore && !isClosed) {
        const sliceMs = performance.now();
        let spentMs = 0;
        while (hasMore && spentMs < SLICE_MS && writer.pending() < PART_BYTES) {
          highest = position();
          hasMore = writer.writeNext(highest);
          spentMs = performance.now() - sliceMs;
        }
        longestSliceMs = Math.max(longestSliceMs, spentMs);
        if (writer.pending() >= PART_BYTES || (!hasMore && writer.pending() > 0)) await send();
        await delay(REST * spentMs);
      }
      const facts = { lowest, highest, parts, keys: writer.keys(), bytes };
      if (isClosed || !(await finishVelocitySnapshot(database, id, facts))) {
        await dropVelocitySnapshot(database, id);
        return undefined;
      }
      newest = lowest;
      return { lowest, keys: facts.keys, bytes, durationMs: performance.now() - startMs, longestSliceMs };
    } catch (error) {
      await dropVelocitySnapshot(database, id).catch(() => undefined);
      throw error;
    }
  };

  const take = async (): Promise<TakenSnapshot | undefined> => {
    await running?.catch(() => undefined);
    const startMs = performance.now();
    running = write().finally(() => {
      running = undefined;
      notBeforeMs = performance.now() + SPACING * (performance.now() - startMs);
    });
    return running;
  };

  const timer = setInterval(() => {
    if (running !== undefined || position() - newest < everyEvents || performance.now() < notBeforeMs) return;
    take().catch((error: unknown) => {
      notBeforeMs = performance.now() + REST_AFTER_FAILURE_MS;
      if (!isClosed) database.log.warn({ err: error }, 'a snapshot of velocities could not be written; trying again');
    });
  }, CHECK_MS);
  timer.unref();

  return {
    take,
    position: () => newest,
    close: async () => {
      isClosed = true;
      clearInterval(timer);
      await running?.catch(() => undefined);
    },
  };
};
