import { type Database, type Log, startContributionFeed } from '@redoubt/storage';
import { MappedMemory, SlabStore, type VelocityStoreStatistics } from '@redoubt/velocity';
import { restoreVelocities, snapshotKindOf } from './restore-velocities.ts';
import { hashingKeysOf, type HashingKey } from '../secrets/hashing-keys.ts';
import { createVelocityRuntime, type VelocityRuntime } from './velocity-runtime.ts';
import { startSnapshots, type Snapshots } from './write-snapshots.ts';

export type RunningVelocities = {
  readonly runtime: VelocityRuntime;
  readonly store: SlabStore;
  /** Memory of the store that other threads read it in; absent where `isMapped` is. */
  readonly mapped: MappedMemory | undefined;
  readonly snapshots: Snapshots;
  /** How full the store is, for operators. */
  readonly statistics: () => VelocityStatistics;
  /** Resolves once everything is counted that the log held when it was called. */
  readonly caughtUp: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export type VelocityStatistics = VelocityStoreStatistics & {
  /** Position of the last event counted. */
  readonly position: number;
  /** Position that a start would count on from. */
  readonly snapshotPosition: number;
  /** Bytes at which the keys that were quiet longest make room. */
  readonly maxBytes: number;
};

export type VelocitiesOptions = {
  /** Behind the hashes of keys, see `createVelocityRuntime`. */
  readonly installationKey: HashingKey;
  /** Where the keys that were quiet longest make room; the store's own limit where absent. */
  readonly maxBytes?: number;
  /** Events after which the store is written to the database again. */
  readonly snapshotEveryEvents?: number;
  /** Whether other threads read the store. */
  readonly isMapped?: boolean;
};

const SNAPSHOT_EVERY_EVENTS = 50_000;

/**
 * Brings the velocities of a node to where the log is, from the newest snapshot and the events after it, and keeps them
 * up to date: with the commits of `log` as they happen, with those of others soon after.
 */
export const startVelocities = async (
  database: Database,
  log: Pick<Log, 'onCommitted'>,
  { installationKey, maxBytes, snapshotEveryEvents = SNAPSHOT_EVERY_EVENTS, isMapped = false }: VelocitiesOptions,
): Promise<RunningVelocities> => {
  const kind = snapshotKindOf(hashingKeysOf(installationKey).installation);
  const memories = new Map<SlabStore, MappedMemory>();
  const newStore = (): SlabStore => {
    const memory = isMapped ? new MappedMemory() : undefined;
    const made = new SlabStore({ ...(maxBytes !== undefined && { maxBytes }), ...(memory && { memory }) });
    if (memory) memories.set(made, memory);
    return made;
  };
  const { store, restored } = await restoreVelocities(database, kind, newStore);
  const mapped = memories.get(store);
  const runtime = createVelocityRuntime(store, installationKey, restored, mapped);
  const feed = startContributionFeed(database, log, {
    after: runtime.position(),
    apply: runtime.apply,
    holdsAnswers: true,
  });
  await feed.caughtUp();
  const snapshots = startSnapshots(database, store, {
    kind,
    everyEvents: snapshotEveryEvents,
    restoredFrom: restored?.lowest ?? 0,
    position: runtime.position,
  });
  return {
    runtime,
    store,
    mapped,
    snapshots,
    statistics: () => ({
      ...store.statistics(),
      maxBytes: store.maxBytes,
      position: runtime.position(),
      snapshotPosition: snapshots.position(),
    }),
    caughtUp: feed.caughtUp,
    close: async () => {
      await snapshots.close();
      await feed.close();
    },
  };
};
