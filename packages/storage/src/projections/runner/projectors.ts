import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../database/database.ts';
import type { Log } from '../../log/log.ts';
import { readLastPosition } from '../../log/read-log.ts';
import { newExchange, readState, watchDeciding, type ProjectionState } from './decision-pressure.ts';
import { startProjectionRunner } from './projection-runner.ts';
import { readPositions } from './projection-step.ts';
import { startProjectionThread } from './projection-thread.ts';
import { PROJECTORS } from '../every-projector.ts';

export type Projectors = {
  /** Events not yet applied, by projector: the metric to watch. */
  readonly lag: () => Promise<Readonly<Record<string, number>>>;
  /** How far they give way to decisions of this process, and how late they are. Without a thread of their own they never do. */
  readonly state: () => ProjectionState;
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
 * other nodes are found by polling. In a thread they give way to the decisions of this process.
 */
export const startProjectors = (
  database: Database,
  log?: Pick<Log, 'onCommitted'>,
  options: ProjectorOptions = {},
): Projectors => {
  const exchange = newExchange();
  const runner = options.inThread
    ? startProjectionThread(database, exchange)
    : startProjectionRunner({ pool: database.pools.ingest, log: database.log }, PROJECTORS);
  // Without a log this process decides nothing that projections could be in the way of.
  const unwatch = options.inThread && log !== undefined ? watchDeciding(exchange) : undefined;
  const unsubscribe = log?.onCommitted(runner.wake);
  let isClosed = false;

  const lag = async (): Promise<Readonly<Record<string, number>>> => {
    const positions = await readPositions(database.pools.ingest, PROJECTORS);
    const last = await readLastPosition(database);
    return Object.fromEntries([...positions].map(([name, position]) => [name, Math.max(0, last - position)]));
  };

  return {
    lag,
    state: () => readState(exchange),
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
      unwatch?.();
      unsubscribe?.();
      await runner.close();
    },
  };
};
