import { type Aggregate, seriesHasher, SlabStore, spanOf, type WindowReading } from '@redoubt/velocity';
import { seededRandom } from '@redoubt/kernel';
import { measureSnapshot, type SnapshotFigures } from './velocity/measure-snapshot.ts';
import type { VelocityPeer } from './velocity/redis-peer.ts';
import { median } from './measure/median.ts';

/** What one event does: this many velocities are added to, and read over two windows each. */
const VELOCITIES = 20;
const KEYS = 1_000_000;
const ENTRIES_PER_KEY = 5;
const EVENTS = 20_000;
const ROUNDS = 5;
const START_S = Date.UTC(2026, 2, 14) / 1000;
const HOUR = { amount: 1, unit: 'h' } as const;
const WEEK = { amount: 7, unit: 'd' } as const;

/** Every third event falls on one of a thousand busy keys. */
const HOT_SHARE = 0.3;
const HOT_KEYS = 1000;

export type VelocityFigures = {
  readonly keys: number;
  readonly bytesPerKey: number;
  /** Events per second with twenty velocities each: hash the key, add, read two windows. Median of the rounds. */
  readonly eventsPerSecond: number;
  readonly rounds: readonly number[];
  /** Adding alone, while the store was filled. */
  readonly addsPerSecond: number;
  /** The same work by pipelined Redis on a unix socket; null where there is no redis-server. */
  readonly redisEventsPerSecond: number | null;
  readonly timesRedis: number | null;
  readonly snapshot: SnapshotFigures;
};

const measureSlab = () => {
  const store = new SlabStore();
  const aggregate: Aggregate = 'Sum';
  const hashers = Array.from({ length: VELOCITIES }, (_, index) => seriesHasher({ k0: 1, k1: 2 }, `velocity ${index}`));
  const halves = { lo: 0, hi: 0 };
  const reading: WindowReading = { value: 0, uncertainEvents: 0, isEstimate: false };
  const fillStart = performance.now();
  for (let entry = 0; entry < ENTRIES_PER_KEY; entry += 1) {
    for (let key = 0; key < KEYS; key += 1) {
      hashers[key % VELOCITIES]?.key(`customer-${key}`, halves);
      store.add(aggregate, halves.lo, halves.hi, START_S + entry * 40_000 + (key % 3600), 15_000);
    }
  }
  const addsPerSecond = (KEYS * ENTRIES_PER_KEY * 1000) / (performance.now() - fillStart);
  const { keys, bytes } = store.statistics();
  const snapshot = measureSnapshot(store);
  const random = seededRandom(7);
  let second = START_S + ENTRIES_PER_KEY * 40_000;
  const rounds = Array.from({ length: ROUNDS }, () => {
    const startMs = performance.now();
    for (let event = 0; event < EVENTS; event += 1) {
      if (event % 200 === 0) second += 1;
      for (let velocity = 0; velocity < VELOCITIES; velocity += 1) {
        const key = keyOf(random);
        hashers[velocity]?.key(`customer-${key - (key % VELOCITIES) + velocity}`, halves);
        store.read(halves.lo, halves.hi, spanOf(HOUR, 'sliding', second), reading);
        store.read(halves.lo, halves.hi, spanOf(WEEK, 'sliding', second), reading);
        store.add(aggregate, halves.lo, halves.hi, second, 20_000);
      }
    }
    return (EVENTS * 1000) / (performance.now() - startMs);
  });
  return { keys, bytesPerKey: bytes / keys, addsPerSecond, rounds, snapshot };
};

const keyOf = (random: () => number): number => Math.floor(random() * (random() < HOT_SHARE ? HOT_KEYS : KEYS));

/** Twenty velocities per event over a million keys, in process and, in the same run, by Redis. */
export const measureVelocities = async (peer: VelocityPeer | null): Promise<VelocityFigures> => {
  const { keys, bytesPerKey, addsPerSecond, rounds, snapshot } = measureSlab();
  const eventsPerSecond = median(rounds);
  const redisEventsPerSecond =
    peer && (await peer.measure({ velocities: VELOCITIES, startS: START_S, rounds: ROUNDS }));
  return {
    keys,
    bytesPerKey,
    eventsPerSecond,
    rounds,
    addsPerSecond,
    redisEventsPerSecond,
    timesRedis: redisEventsPerSecond === null ? null : eventsPerSecond / redisEventsPerSecond,
    snapshot,
  };
};
