import { type Database, type Log, startContributionFeed } from '@redoubt/storage';
import { SlabStore } from '@redoubt/velocity';
import { createVelocityRuntime, type VelocityRuntime } from './velocity-runtime.ts';

export type RunningVelocities = {
  readonly runtime: VelocityRuntime;
  readonly store: SlabStore;
  /** Resolves once everything is counted that the log held when it was called. */
  readonly caughtUp: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export type VelocitiesOptions = {
  /** Behind the hashes of keys, see `createVelocityRuntime`. */
  readonly installationKey: string;
  /** Where the keys that were quiet longest make room; the store's own limit where absent. */
  readonly maxBytes?: number;
};

/**
 * Builds the velocities of a node from the log and keeps them up to date: with the commits of `log` as they happen, with
 * those of others soon after.
 */
export const startVelocities = async (
  database: Database,
  log: Pick<Log, 'onCommitted'>,
  { installationKey, maxBytes }: VelocitiesOptions,
): Promise<RunningVelocities> => {
  const store = new SlabStore(maxBytes === undefined ? {} : { maxBytes });
  const runtime = createVelocityRuntime(store, installationKey, 0);
  const feed = startContributionFeed(database, log, { after: runtime.position(), apply: runtime.apply });
  await feed.caughtUp();
  return { runtime, store, caughtUp: feed.caughtUp, close: feed.close };
};
