import { startContributionFeed, type Database } from '@redoubt/storage';
import { SlabStore } from '@redoubt/velocity';
import { hashingKeysOf, type HashingKey } from '../secrets/hashing-keys.ts';
import { restoreVelocities, snapshotKindOf } from './restore-velocities.ts';
import { startSharedVelocities, type SharedVelocitiesOptions } from './start-shared-velocities.ts';
import { createVelocityRuntime, type VelocityRuntime } from './velocity-runtime.ts';

type VelocityVerification = {
  readonly keys: number;
  /** Position of the log that both ways were brought to, at least. */
  readonly position: number;
  /** Position that the snapshot stands at; null where there is none. */
  readonly snapshotPosition: number | null;
  /** Keys that come out otherwise, as hashes; nothing where all is well. */
  readonly differences: readonly string[];
};

const SHOWN_DIFFERENCES = 10;
const VERIFY_TIMEOUT_MS = 5000;

const catchUp = async (database: Database, runtime: VelocityRuntime): Promise<void> => {
  const feed = startContributionFeed(database, undefined, { after: runtime.position(), apply: runtime.apply });
  try {
    await feed.caughtUp();
  } finally {
    await feed.close();
  }
};

/** Counts the whole log again. */
const countAgain = async (
  database: Database,
  installationKey: HashingKey,
): Promise<{ readonly store: SlabStore; readonly position: number }> => {
  const store = new SlabStore();
  const runtime = createVelocityRuntime(store, installationKey);
  await catchUp(database, runtime);
  return { store, position: runtime.position() };
};

/**
 * Compares what Redis holds with what the log says, entry for entry. For a database at rest; the nodes that share the
 * store may go on, and take this process for one of them.
 */
export const verifySharedVelocities = async (
  database: Database,
  options: Pick<SharedVelocitiesOptions, 'installationKey' | 'url'>,
): Promise<Omit<VelocityVerification, 'snapshotPosition'>> => {
  const shared = await startSharedVelocities(database, undefined, { ...options, readTimeoutMs: VERIFY_TIMEOUT_MS });
  try {
    const { store, position } = await countAgain(database, options.installationKey);
    await shared.settled();
    const keys = [...store.keys()].map(([lo, hi]) => ({ lo, hi }));
    const records = await shared.records(keys);
    const differences = keys.flatMap(({ lo, hi }, index) => {
      const [found, expected] = [records[index] ?? null, store.exportKey(lo, hi)];
      if (found !== null && expected !== undefined && Buffer.compare(found, expected) === 0) return [];
      return [`${hi}/${lo} ${found === null ? 'is missing' : 'holds something else'}`];
    });
    return { keys: keys.length, position, differences: differences.slice(0, SHOWN_DIFFERENCES) };
  } finally {
    await shared.close();
  }
};

/**
 * Brings velocities to where the log is in both ways a start may take, from the newest snapshot and from the log alone,
 * and compares every key, entry for entry. For a database at rest.
 */
export const verifyVelocities = async (database: Database, installationKey: string): Promise<VelocityVerification> => {
  const newStore = (): SlabStore => new SlabStore();
  const { store, restored } = await restoreVelocities(
    database,
    snapshotKindOf(hashingKeysOf(installationKey).installation),
    newStore,
  );
  const fromSnapshot = createVelocityRuntime(store, installationKey, restored);
  await catchUp(database, fromSnapshot);
  const { store: recount, position } = await countAgain(database, installationKey);

  const differences: string[] = [];
  let keys = 0;
  for (const [lo, hi] of recount.keys()) {
    keys += 1;
    const [found, expected] = [store.exportKey(lo, hi), recount.exportKey(lo, hi)];
    if (found === undefined || expected === undefined || Buffer.compare(found, expected) !== 0) {
      differences.push(`${hi}/${lo} ${found === undefined ? 'is missing' : 'holds something else'}`);
    }
  }
  for (const [lo, hi] of store.keys()) {
    if (recount.exportKey(lo, hi) === undefined) differences.push(`${hi}/${lo} is there and should not be`);
  }
  return {
    keys,
    position: Math.min(fromSnapshot.position(), position),
    snapshotPosition: restored?.lowest ?? null,
    differences: differences.slice(0, SHOWN_DIFFERENCES),
  };
};
