import type { Database } from '../database/database.ts';
import type { Log } from '../log/log.ts';
import { startProjection, type Projection, type Projector } from './projector.ts';
import { rollupProjector } from './rollup.projector.ts';
import { searchProjector } from './search.projector.ts';

/** Every projector of the product. */
export const PROJECTORS: readonly Projector[] = [searchProjector, rollupProjector];

export type Projectors = {
  readonly all: readonly Projection[];
  /** Events not yet applied, by projector: the metric to watch. */
  readonly lag: () => Promise<Readonly<Record<string, number>>>;
  /** Resolves once every projector has applied what the log held when it was called. */
  readonly caughtUp: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/**
 * Runs all projectors beside the log, each at its own pace. With a log of this process they start right after each of
 * its commits; commits of other nodes are found by polling.
 */
export const startProjectors = (database: Database, log?: Pick<Log, 'onCommitted'>): Projectors => {
  const options = log === undefined ? {} : { log };
  const all = PROJECTORS.map((projector) => startProjection(database, projector, options));
  return {
    all,
    lag: async () =>
      Object.fromEntries(await Promise.all(all.map(async (one) => [one.name, await one.lag()] as const))),
    caughtUp: async () => {
      await Promise.all(all.map((one) => one.caughtUp()));
    },
    close: async () => {
      await Promise.all(all.map((one) => one.close()));
    },
  };
};
