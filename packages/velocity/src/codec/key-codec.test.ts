import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AGGREGATES } from '../aggregates.ts';
import { SlabStore } from '../store/slab-store.ts';

const START_S = Date.UTC(2026, 2, 14, 11, 4, 30) / 1000;
const DAY_S = 86_400;

/** What a window of every length, ending now or in the past, holds. */
const readingsOf = (store: SlabStore, lo: number, hi: number, endS: number): readonly unknown[] =>
  [endS, endS - 7 * DAY_S].flatMap((untilS) =>
    [1, 59, 3600, 3601, 40_000, DAY_S, 30 * DAY_S, 90 * DAY_S].map((length) => {
      const reading = { value: 0, uncertainEvents: 0, isEstimate: false };
      store.read(lo, hi, { afterS: untilS - length, untilS }, reading);
      return reading;
    }),
  );

const numbers = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -30, max: 3_000_000_000 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, 2 ** 53, -(2 ** 53), 1e18, Number.MAX_SAFE_INTEGER) },
);
const events = fc.array(
  fc.record({
    step: fc.oneof(
      { weight: 5, arbitrary: fc.integer({ min: 0, max: 3 }) },
      { weight: 3, arbitrary: fc.integer({ min: 0, max: 7200 }) },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 20 * DAY_S }) },
      { weight: 1, arbitrary: fc.integer({ min: -40_000, max: -1 }) },
    ),
    value: numbers,
    key: fc.integer({ min: 0, max: 40 }),
    /** Whether the key moves to another store before it. */
    moves: fc.boolean(),
  }),
  { minLength: 1, maxLength: 200 },
);

describe('a key that goes through its record', () => {
  it.each(AGGREGATES)('reads and counts on as if it had stayed, whenever it goes: %s', (aggregate) => {
    fc.assert(
      fc.property(events, (list) => {
        const stayed = new SlabStore();
        let moved = new SlabStore();
        let second = START_S;
        for (const { step, value, key, moves } of list) {
          second += step;
          // A few homes for all keys, so that taking one out moves others.
          const [lo, hi] = [key % 5, key];
          const kept = aggregate === 'DistinctCount' ? Math.abs(value) % 7 : value;
          if (moves) {
            const record = moved.exportKey(lo, hi);
            if (record) moved.importKey(lo, hi, record);
          }
          stayed.add(aggregate, lo, hi, second, kept);
          moved.add(aggregate, lo, hi, second, kept);
          expect(readingsOf(moved, lo, hi, second)).toEqual(readingsOf(stayed, lo, hi, second));
        }
        moved = copyOf(stayed, 41);
        for (let key = 0; key <= 40; key += 1) {
          const [lo, hi] = [key % 5, key];
          expect(moved.exportKey(lo, hi)).toEqual(stayed.exportKey(lo, hi));
          expect(readingsOf(moved, lo, hi, second)).toEqual(readingsOf(stayed, lo, hi, second));
        }
        const { keys, entries } = stayed.statistics();
        expect(moved.statistics()).toMatchObject({ keys, entries });
      }),
      { numRuns: 40 },
    );
  });

  it.each(AGGREGATES)('does so past every cap: %s', (aggregate) => {
    const stayed = new SlabStore();
    let moved = new SlabStore();
    let state = 7;
    const next = (below: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state % below;
    };
    let second = START_S;
    for (let index = 0; index < 60_000; index += 1) {
      second += next(274);
      const late = next(50) === 0 ? next(DAY_S) : 0;
      const value = next(2 ** 32);
      for (const store of [stayed, moved]) store.add(aggregate, 0, 0, second - late, value);
      if (index % 3001 !== 0) continue;
      const record = moved.exportKey(0, 0);
      expect(record).toEqual(stayed.exportKey(0, 0));
      moved = new SlabStore();
      if (record) moved.importKey(0, 0, record);
      expect(readingsOf(moved, 0, 0, second)).toEqual(readingsOf(stayed, 0, 0, second));
    }
  });

  it('takes few bytes', () => {
    const store = new SlabStore();
    for (let entry = 0; entry < 5; entry += 1) store.add('Sum', 1, 2, START_S + entry * 40_000, 15_000);
    expect(store.exportKey(1, 2)?.length).toBeLessThanOrEqual(41);
    expect(store.exportKey(3, 4)).toBeUndefined();
  });

  it('is refused where it is torn or of another version', () => {
    const store = new SlabStore();
    store.add('Sum', 1, 2, START_S, 15_000);
    const record = store.exportKey(1, 2) ?? new Uint8Array();
    expect(() => new SlabStore().importKey(1, 2, record.subarray(0, -1))).toThrow('whole');
    expect(() => new SlabStore().importKey(1, 2, Uint8Array.from([9, ...record.subarray(1)]))).toThrow('version');
  });
});

const copyOf = (store: SlabStore, keys: number): SlabStore => {
  const copy = new SlabStore();
  for (let key = 0; key < keys; key += 1) {
    const record = store.exportKey(key % 5, key);
    if (record) copy.importKey(key % 5, key, record);
  }
  return copy;
};
