import { cpus } from 'node:os';
import { performance } from 'node:perf_hooks';

/** What the thread of decisions and that of projectors share, by its place: two shares in thousandths, and a time. */
const PLACES = { working: 0, yielding: 1, lateMs: 2 } as const;

/** Room for what the two threads say to each other. */
export const newExchange = (): Int32Array => new Int32Array(new SharedArrayBuffer(Object.keys(PLACES).length * 4));

const LOOK_MS = 100;
const THOUSAND = 1000;
/** What one look counts in the average. */
const WEIGHT = 0.2;

/**
 * Keeps in the exchange how much of its time this thread worked lately, that of the thread which decides and commits. Waiting for a core
 * counts as work: the thread has something to do.
 *
 * @returns ends it.
 */
export const watchDeciding = (exchange: Int32Array): (() => void) => {
  let before = performance.eventLoopUtilization();
  let average = 0;
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    average += WEIGHT * (performance.eventLoopUtilization(now, before).utilization - average);
    before = now;
    Atomics.store(exchange, PLACES.working, Math.round(average * THOUSAND));
  }, LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
};

/** Looks at the cores of the machine at most so often. */
const CORES_MS = 200;

/** Part of their time that the cores of the machine worked lately, 0 to 1. */
const coresInUse = () => {
  const read = (): { readonly idle: number; readonly all: number } => {
    let [idle, all] = [0, 0];
    for (const { times } of cpus()) {
      idle += times.idle;
      all += times.idle + times.user + times.sys + times.nice + times.irq;
    }
    return { idle, all };
  };
  let before = read();
  let readMs = 0;
  let average = 0;
  return (nowMs: number): number => {
    if (nowMs - readMs < CORES_MS) return average;
    const now = read();
    const all = now.all - before.all;
    if (all <= 0) return average;
    const share = 1 - (now.idle - before.idle) / all;
    // After a time without looks only the newest counts.
    average += (nowMs - readMs > 10 * CORES_MS ? 1 : 2 * WEIGHT) * (share - average);
    [before, readMs] = [now, nowMs];
    return average;
  };
};

/**
 * How much decisions need the machine, 0 to 1: the smaller of how much their thread works and how much the cores do. A thread that
 * works on a machine with cores to spare loses nothing to projections, and neither do idle decisions.
 */
export const pressureOn = (exchange: Int32Array): ((nowMs: number) => number) => {
  const inUse = coresInUse();
  return (nowMs) => Math.min(Atomics.load(exchange, PLACES.working) / THOUSAND, inUse(nowMs));
};

export type ProjectionState = {
  /** How far projections give way to decisions, 0 to 1. */
  readonly yielding: number;
  /** How late the latest one is, in milliseconds, beyond what it gathers for. */
  readonly lateMs: number;
};

export const writeState = (exchange: Int32Array, { yielding, lateMs }: ProjectionState): void => {
  Atomics.store(exchange, PLACES.yielding, Math.round(yielding * THOUSAND));
  Atomics.store(exchange, PLACES.lateMs, Math.min(2 ** 31 - 1, Math.round(lateMs)));
};

export const readState = (exchange: Int32Array): ProjectionState => ({
  yielding: Atomics.load(exchange, PLACES.yielding) / THOUSAND,
  lateMs: Atomics.load(exchange, PLACES.lateMs),
});
