import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AGGREGATES } from '../aggregates.ts';
import { SlabStore } from '../store/slab-store.ts';
import type { Added } from '../testing/memory-log.ts';
import { createSnapshotReader } from './snapshot-reader.ts';
import { createSnapshotWriter } from './snapshot-writer.ts';

const START_S = Date.UTC(2026, 2, 14, 11, 4, 30) / 1000;
const DAY_S = 86_400;

const add = (store: SlabStore, { aggregate, lo, hi, second, value }: Added): void =>
  store.add(aggregate, lo, hi, second, value);

const generator = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
};

/** Additions to many quiet keys and a few that outgrow every cap, some of them late. */
const additionsOf = (seed: number, count: number, longestStepS = 50): readonly Added[] => {
  const next = generator(seed);
  let second = START_S;
  return Array.from({ length: count }, () => {
    second += next(longestStepS);
    const isBusy = next(3) > 0;
    const key = isBusy ? next(4) : 4 + next(5000);
    const aggregate = AGGREGATES[key % AGGREGATES.length] ?? 'Count';
    // Busy keys share a partition, so that it is cut into several pieces.
    const hi = isBusy ? 0x0700_0000 + key : Math.imul(key, 0x9e37_79b1) >>> 0;
    const late = next(40) === 0 ? next(2 * DAY_S) : 0;
    return { aggregate, lo: Math.imul(key, 0x85eb_ca6b) >>> 0, hi, second: second - late, value: next(2 ** 31) };
  });
};

/** Every key with everything it holds. */
const contentsOf = (store: SlabStore): ReadonlyMap<string, Uint8Array | undefined> =>
  new Map([...store.keys()].map(([lo, hi]) => [`${lo} ${hi}`, store.exportKey(lo, hi)]));

/** What every key is worth to an event that comes now, over windows of all lengths. */
const readingsOf = (
  store: SlabStore,
  keys: Iterable<string>,
  untilS: number,
): ReadonlyMap<string, readonly unknown[]> =>
  new Map(
    [...keys].map((key) => {
      const [lo = 0, hi = 0] = key.split(' ').map(Number);
      const readings = [1, 59, 3600, 40_000, DAY_S, 7 * DAY_S, 30 * DAY_S, 91 * DAY_S].map((length) => {
        const reading = { value: 0, uncertainEvents: 0, isEstimate: false };
        store.read(lo, hi, { afterS: untilS - length, untilS }, reading);
        return reading;
      });
      return [key, readings];
    }),
  );

/** What a restart does: the snapshot, then what the log says after it. */
const restore = (chunks: readonly Uint8Array[], log: readonly Added[]): SlabStore => {
  const store = new SlabStore();
  const reader = createSnapshotReader(store);
  for (const chunk of chunks) reader.read(chunk);
  const { lowest, highest, of } = reader.end();
  for (const [index, addition] of log.entries()) {
    const position = index + 1;
    if (position <= lowest) continue;
    if (position > highest || position > of(addition.lo, addition.hi)) add(store, addition);
  }
  return store;
};

const PIECES = 256 + 1;

describe('a snapshot written while the store goes on counting', () => {
  it('and what came after it are the store, entry for entry, whatever came between its pieces', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 }), fc.integer({ min: 0, max: 3000 }), (seed, before) => {
        const log = additionsOf(seed, before + 2000);
        const store = new SlabStore();
        const writer = createSnapshotWriter(store);
        const chunks: Uint8Array[] = [];
        const next = generator(seed);
        let pieces = 0;
        let isWhole = false;
        for (const [index, addition] of log.entries()) {
          add(store, addition);
          if (index < before) continue;
          for (let left = next(3); left > 0 && !isWhole; left -= 1) {
            isWhole = !writer.writeNext(index + 1);
            if (!isWhole) pieces += 1;
          }
          if (writer.pending() > 0 && next(20) === 0) chunks.push(writer.take());
        }
        while (writer.writeNext(log.length)) pieces += 1;
        chunks.push(writer.take());
        expect(pieces).toBeGreaterThanOrEqual(PIECES);
        const restored = restore(chunks, log);
        expect(contentsOf(restored)).toEqual(contentsOf(store));
        const { keys, entries } = store.statistics();
        expect(restored.statistics()).toMatchObject({ keys, entries });
      }),
      { numRuns: 15 },
    );
  });

  it('holds keys past every cap, in pieces of one partition', () => {
    const log = additionsOf(11, 150_000);
    const store = new SlabStore();
    const writer = createSnapshotWriter(store);
    let pieces = 0;
    for (const [index, addition] of log.entries()) {
      add(store, addition);
      if (index > 120_000 && index % 100 === 0 && writer.writeNext(index + 1)) pieces += 1;
    }
    while (writer.writeNext(log.length)) pieces += 1;
    expect(pieces).toBeGreaterThan(PIECES);
    expect(contentsOf(restore([writer.take()], log))).toEqual(contentsOf(store));
  });

  it('reads the same also where keys were forgotten for their age', () => {
    const log = additionsOf(5, 150_000, 400);
    const store = new SlabStore();
    const writer = createSnapshotWriter(store);
    for (const [index, addition] of log.entries()) {
      add(store, addition);
      if (index > 120_000 && index % 100 === 0) writer.writeNext(index + 1);
    }
    while (writer.writeNext(log.length));
    const restored = restore([writer.take()], log);
    const keys = new Set(log.map(({ lo, hi }) => `${lo} ${hi}`));
    const newestS = log.reduce((newest, { second }) => Math.max(newest, second), 0);
    expect(readingsOf(restored, keys, newestS)).toEqual(readingsOf(store, keys, newestS));
  });

  it('remembers which keys were dropped for want of memory', () => {
    const store = new SlabStore({ maxBytes: 200_000 });
    for (let key = 0; key < 20_000; key += 1) {
      store.add('Sum', Math.imul(key, 0x9e37_79b1) >>> 0, Math.imul(key, 0x85eb_ca6b) >>> 0, START_S + key, 1);
    }
    const writer = createSnapshotWriter(store);
    while (writer.writeNext(20_000));
    const restored = restore([writer.take()], []);
    expect(restored.statistics().droppedKeys).toBe(store.statistics().droppedKeys);
    expect(restored.statistics().droppedKeys).toBeGreaterThan(0);
    const reading = { value: 0, uncertainEvents: 0, isEstimate: false };
    restored.read(1, 1, { afterS: START_S - 1, untilS: START_S + 20_000 }, reading);
    expect(reading.isEstimate).toBe(true);
  });

  it('is refused where a piece is missing, repeated or torn', () => {
    const store = new SlabStore();
    for (const addition of additionsOf(3, 2000)) add(store, addition);
    const writer = createSnapshotWriter(store);
    const chunks: Uint8Array[] = [];
    while (writer.writeNext(2000)) chunks.push(writer.take());
    const [first = new Uint8Array()] = chunks;
    expect(() => restore(chunks.slice(1), [])).toThrow('every piece');
    expect(() => restore(chunks.slice(0, -1), [])).toThrow('every piece');
    expect(() => restore([...chunks, first], [])).toThrow('once');
    expect(() => restore([first.subarray(0, -1), ...chunks.slice(1)], [])).toThrow();
    expect(restore(chunks, []).statistics().keys).toBe(store.statistics().keys);
  });
});
