import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../database/database.ts';
import type { Log } from '../../log/log.ts';
import { readLastPosition } from '../../log/read-log.ts';
import { startProjectionRunner } from './projection-runner.ts';
import { readPositions } from './projection-step.ts';
import { startProjectionThread } from './projection-thread.ts';
import { PROJECTORS } from '../every-projector.ts';

export type Projectors = {
  /** Events not yet applied, by projector: the metric to watch. */
  readonly lag: () => Promise<Readonly<Record<string, number>>>;
  /** Resolves once every projector has applied what the log held when it was called. */
  readonly caughtUp: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export type ProjectorOptions = {
  /** Runs them in a thread of their own, so that decisions never wait for them. */
  readonly inThread?: boolean;
};

/**
 * Runs all projectors beside the log. With a log of this process they start right after each of its commits; commits of
 * other nodes are found by polling.
 */
export const startProjectors = (
  database: Database,
  log?: Pick<Log, 'onCommitted'>,
  options: ProjectorOptions = {},
): Projectors => {
  const runner = options.inThread
    ? startProjectionThread(database)
    : startProjectionRunner({ pool: database.pools.ingest, log: database.log }, PROJECTORS);
  const unsubscribe = log?.onCommitted(runner.wake);
  let isClosed = false;

  const lag = async (): Promise<Readonly<Record<string, number>>> => {
    const positions = await readPositions(database.pools.ingest, PROJECTORS);
    const last = await readLastPosition(database);
    return Object.fromEntries([...positions].map(([name, position]) => [name, Math.max(0, last - position)]));
  };

  return {
    lag,
    caughtUp: async () => {
      const target = await readLastPosition(database);
      const isBehind = async () =>
        [...(await readPositions(database.pools.ingest, PROJECTORS)).values()].some((position) => position < target);
      while (!isClosed && (await isBehind())) {
        runner.hurry();
        await delay(10);
      }
    },
    close: async () => {
      isClosed = true;
      unsubscribe?.();
      await runner.close();
    },
  };
};
