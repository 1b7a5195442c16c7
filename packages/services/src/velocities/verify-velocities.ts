import { startContributionFeed, type Database } from '@redoubt/storage';
import { SlabStore } from '@redoubt/velocity';
import { restoreVelocities, snapshotKindOf } from './restore-velocities.ts';
import { createVelocityRuntime, type VelocityRuntime } from './velocity-runtime.ts';

export type VelocityVerification = {
  readonly keys: number;
  /** Position of the log that both ways were brought to, at least. */
  readonly position: number;
  /** Position that the snapshot stands at; null where there is none. */
  readonly snapshotPosition: number | null;
  /** Keys that come out otherwise, as hashes; nothing where all is well. */
  readonly differences: readonly string[];
};

const SHOWN_DIFFERENCES = 10;

const catchUp = async (database: Database, runtime: VelocityRuntime): Promise<void> => {
  const feed = startContributionFeed(database, undefined, { after: runtime.position(), apply: runtime.apply });
  try {
    await feed.caughtUp();
  } finally {
    await feed.close();
  }
};

/**
 * Brings velocities to where the log is in both ways a start may take, from the newest snapshot and from the log alone,
 * and compares every key, entry for entry. For a database at rest.
 */
export const verifyVelocities = async (database: Database, installationKey: string): Promise<VelocityVerification> => {
  const newStore = (): SlabStore => new SlabStore();
  const { store, restored } = await restoreVelocities(database, snapshotKindOf(installationKey), newStore);
  const fromSnapshot = createVelocityRuntime(store, installationKey, restored);
  await catchUp(database, fromSnapshot);
  const recount = newStore();
  const fromLog = createVelocityRuntime(recount, installationKey);
  await catchUp(database, fromLog);

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
    position: Math.min(fromSnapshot.position(), fromLog.position()),
    snapshotPosition: restored?.lowest ?? null,
    differences: differences.slice(0, SHOWN_DIFFERENCES),
  };
};
