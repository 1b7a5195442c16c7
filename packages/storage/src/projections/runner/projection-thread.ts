import { Worker } from 'node:worker_threads';
import type { Database } from '../../database/database.ts';
import type { ProjectionRunner } from './projection-runner.ts';
import type { FromThread, ThreadStart, ToThread } from './projection-protocol.ts';

const PROGRAM = new URL('./projection-worker.ts', import.meta.url);
const RESTART_MS = 1000;
/** Commits within this time are told with one message, which costs the thread that answers about as much as parsing a body. */
const TOLD_WITHIN_MS = 20;
/** Young generation of the thread, in megabytes. V8's own 128 would save collections, but no answer waits for this thread (ADR 45). */
const YOUNG_MB = 32;

/**
 * Runs all projectors in a thread, with connections of its own: reading, inflating and writing events would else take a
 * fifth of the time of the thread that answers. A thread that dies is replaced.
 *
 * @param exchange through which it finds out how much decisions need the machine, and says how far it gives way.
 */
export const startProjectionThread = (database: Database, exchange: Int32Array): ProjectionRunner => {
  const { types: _types, ...connection } = database.ingestConfig;
  const start: ThreadStart = { connection, exchange };
  let worker: Worker | undefined;
  let restart: NodeJS.Timeout | undefined;
  let waking: NodeJS.Timeout | undefined;
  let isClosed = false;
  let isOver = Promise.resolve();

  const launch = (): void => {
    const launched = new Worker(PROGRAM, { workerData: start, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } });
    worker = launched;
    launched.on('message', ({ level, fields, message }: FromThread) => database.log[level](fields, message));
    launched.on('error', (error) => database.log.error({ err: error }, 'the thread of the projectors failed'));
    isOver = new Promise((resolve) => {
      launched.once('exit', () => {
        worker = undefined;
        if (!isClosed) restart = setTimeout(launch, RESTART_MS);
        resolve();
      });
    });
  };
  launch();

  const tell = (message: ToThread): void => worker?.postMessage(message);
  return {
    wake: () => {
      waking ??= setTimeout(() => {
        waking = undefined;
        tell('wake');
      }, TOLD_WITHIN_MS);
    },
    hurry: () => tell('hurry'),
    close: async () => {
      isClosed = true;
      clearTimeout(restart);
      clearTimeout(waking);
      tell('close');
      await isOver;
    },
  };
};
