import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { sqlState } from '../../database/errors.ts';
import type { Logger } from '../../logger.ts';
import { createPool } from '../../database/pools.ts';
import { startMergeRunner } from '../../log/merge/merge-runner.ts';
import type { FromThread, ThreadStart, ToThread } from './projection-protocol.ts';
import { paceOf } from './projection-pace.ts';
import { startProjectionRunner } from './projection-runner.ts';
import { pressureOn, writeState } from './decision-pressure.ts';
import { PROJECTORS } from '../every-projector.ts';

/** The thread that runs all projectors and merges segments, see `projection-thread.ts`. */

/** Errors lose their own fields on the way between threads, so that they are sent as plain data. */
const plain = (value: unknown): unknown =>
  value instanceof Error
    ? { type: value.name, message: value.message, stack: value.stack, code: sqlState(value) }
    : value;

const say =
  (level: FromThread['level']): Logger['info'] =>
  (fields, message) =>
    parentPort?.postMessage({
      level,
      fields: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, plain(value)])),
      message,
    } satisfies FromThread);

/**
 * Where decisions and projections want a core at one time, decisions go first. Linux gives a thread a priority of its own; elsewhere it would
 * be that of the whole process.
 */
const NICENESS = 5;
if (process.platform === 'linux') setPriority(NICENESS);

const log: Logger = { info: say('info'), warn: say('warn'), error: say('error') };
const { connection, exchange } = workerData as ThreadStart;
const pool = createPool(connection, { name: 'projectors', max: 2 }, log);
const pressure = pressureOn(exchange);
const runner = startProjectionRunner({ pool, log }, PROJECTORS, {
  pressure,
  report: (state) => writeState(exchange, state),
});

// Beside projections, which come first: it reads what they have passed, and has no bound that it may be late by.
const merging = startMergeRunner(
  { pool, log },
  () => paceOf({ pressure: pressure(performance.now()), lateMs: 0 }).yielding,
);

parentPort?.on('message', (message: ToThread) => {
  if (message !== 'close') {
    runner[message]();
    return;
  }
  void Promise.all([runner.close(), merging.close()])
    .then(() => pool.end())
    .then(() => parentPort?.close());
});
