import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '@redoubt/kernel';
import { type Aggregate, AGGREGATES } from '../aggregates.ts';
import type { WindowReading } from '../entries/entry-runs.ts';
import { bruteForce, type KeyEvent } from '../testing/brute-force.ts';
import { parseWindow, type SecondSpan, spanOf, type WindowMode } from '../windows/window.ts';
import { SlabStore } from './slab-store.ts';

const START_S = Date.UTC(2026, 2, 14, 11, 4, 30) / 1000;
const WINDOWS = ['1s', '59s', '1m', '17m', '59m', '1h', '2h', '23h', '1d', '7d', '30d', '90d'];

const reading: WindowReading = { value: 0, uncertainEvents: 0, isEstimate: false };
const read = (store: SlabStore, key: number, span: SecondSpan): WindowReading => {
  store.read(key, key * 0x0101_0101, span, reading);
  return { ...reading };
};

const spanNamed = (text: string, mode: WindowMode, endS: number): SecondSpan => {
  const window = parseWindow(text);
  if (!window) throw new Error(text);
  return spanOf(window, mode, endS);
};

/** Steps of seconds between events, most of them small, some negative: an event that came late. */
const steps = fc.array(
  fc.record({
    step: fc.oneof(
      { weight: 5, arbitrary: fc.integer({ min: 0, max: 3 }) },
      { weight: 3, arbitrary: fc.integer({ min: 0, max: 7200 }) },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 10 * 86_400 }) },
      { weight: 1, arbitrary: fc.integer({ min: -40_000, max: -1 }) },
    ),
    value: fc.integer({ min: -30, max: 3_000_000_000 }),
    key: fc.integer({ min: 1, max: 3 }),
  }),
  { minLength: 1, maxLength: 150 },
);

describe('a window of the slab store', () => {
  it.each(AGGREGATES)('equals brute force below the cap, whatever comes late: %s', (aggregate: Aggregate) => {
    fc.assert(
      fc.property(steps, fc.constantFrom('aligned', 'sliding'), (events, mode: WindowMode) => {
        const store = new SlabStore();
        const seen = new Map<number, KeyEvent[]>();
        let second = START_S;
        for (const { step, value, key } of events) {
          second += step;
          const kept = aggregate === 'DistinctCount' ? value % 7 : value;
          store.add(aggregate, key, key * 0x0101_0101, second, kept);
          const ofKey = seen.get(key) ?? [];
          seen.set(key, [...ofKey, { second, value: kept }]);
          for (const window of WINDOWS) {
            const span = spanNamed(window, mode, second);
            const newest = Math.max(...(seen.get(key) ?? []).map((event) => event.second));
            if (newest - span.afterS > store.keepS) continue;
            expect(read(store, key, span)).toEqual({
              value: bruteForce(aggregate, seen.get(key) ?? [], span),
              uncertainEvents: 0,
              isEstimate: false,
            });
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  const HOURS = 3600;
  /** Events of one key for 95 days, far more than a run holds, some of them up to a day late. */
  const crowd = (seed: number): readonly KeyEvent[] => {
    const random = seededRandom(seed);
    let second = START_S;
    return Array.from({ length: 60_000 }, () => {
      second += Math.floor(random() * 274);
      const late = random() < 0.02 ? Math.floor(random() * 24 * HOURS) : 0;
      return { second: second - late, value: Math.floor(random() * 10_000_000) };
    });
  };

  it.each(['Count', 'Sum', 'Avg', 'StdDev', 'Min', 'Max', 'First', 'Last'] as const)(
    'stays exact past the cap where it is aligned, and within its bound where it slides: %s',
    (aggregate) => {
      const store = new SlabStore();
      const seen: KeyEvent[] = [];
      let newestS = 0;
      let uncertain = 0;
      for (const [index, event] of crowd(7).entries()) {
        seen.push(event);
        newestS = Math.max(newestS, event.second);
        store.add(aggregate, 1, 0x0101_0101, event.second, event.value);
        if (index < 17_000 || index % 2003 !== 0) continue;
        for (const window of WINDOWS) {
          const aligned = spanNamed(window, 'aligned', newestS);
          const ofAligned = read(store, 1, aligned);
          expect(ofAligned.uncertainEvents).toBe(0);
          // What came first in a merged entry is not known once an event joined it late; it then says so.
          if (ofAligned.isEstimate) expect(aggregate).toBe('First');
          else expect(ofAligned.value).toBe(bruteForce(aggregate, seen, aligned));
          const sliding = spanNamed(window, 'sliding', newestS);
          const { value, uncertainEvents, isEstimate } = read(store, 1, sliding);
          const exact = bruteForce(aggregate, seen, sliding);
          if (aggregate === 'Count') expect(Math.abs(value - exact)).toBeLessThanOrEqual(uncertainEvents);
          const isShort = sliding.untilS - sliding.afterS <= HOURS;
          if (isShort) expect(isEstimate).toBe(false);
          if (isShort || (uncertainEvents === 0 && !isEstimate)) expect(value).toBe(exact);
          uncertain = Math.max(uncertain, uncertainEvents);
        }
      }
      expect(uncertain).toBeGreaterThan(0);
      expect(store.statistics().entries).toBeLessThanOrEqual(16_384);
    },
  );

  /** Values of one key over weeks: many of them often, so that occurrences are merged; late ones too. */
  const visits = (seed: number, values: number): readonly KeyEvent[] => {
    const random = seededRandom(seed);
    let second = START_S;
    return Array.from({ length: 50_000 }, () => {
      second += Math.floor(random() * 60);
      const late = random() < 0.02 ? Math.floor(random() * 24 * HOURS) : 0;
      return { second: second - late, value: Math.floor(random() ** 3 * values) };
    });
  };

  it('tells values apart exactly in windows that end now, past the cap of occurrences', () => {
    const store = new SlabStore();
    const seen: KeyEvent[] = [];
    let [newestS, estimated] = [0, 0];
    for (const [index, event] of visits(3, 8000).entries()) {
      seen.push(event);
      newestS = Math.max(newestS, event.second);
      store.add('DistinctCount', 1, 0x0101_0101, event.second, event.value);
      if (index < 17_000 || index % 2003 !== 0) continue;
      for (const window of WINDOWS) {
        for (const mode of ['aligned', 'sliding'] as const) {
          const now = spanNamed(window, mode, newestS);
          const exact = bruteForce('DistinctCount', seen, now);
          expect(read(store, 1, now)).toEqual({ value: exact, uncertainEvents: 0, isEstimate: false });
          const before = spanNamed(window, mode, newestS - 50 * HOURS);
          const { value, isEstimate } = read(store, 1, before);
          if (isEstimate) estimated += 1;
          else expect(value).toBe(bruteForce('DistinctCount', seen, before));
        }
      }
    }
    expect(store.statistics().entries).toBeLessThanOrEqual(16_384);
    // Windows that ended in the past are exact until the first merge, and then say that they are not.
    expect(estimated).toBeGreaterThan(0);
  });

  it('estimates past the cap of values, says so, and stays near', () => {
    const store = new SlabStore();
    const seen: KeyEvent[] = [];
    let newestS = 0;
    for (const [index, event] of visits(4, 400_000).entries()) {
      seen.push(event);
      newestS = Math.max(newestS, event.second);
      store.add('DistinctCount', 1, 0x0101_0101, event.second, spread(event.value));
      if (index < 30_000 || index % 5003 !== 0) continue;
      for (const window of ['1h', '1d', '7d', '30d']) {
        const span = spanNamed(window, 'sliding', newestS);
        const exact = bruteForce('DistinctCount', seen, span);
        const { value, isEstimate } = read(store, 1, span);
        expect(isEstimate).toBe(true);
        // Four standard errors, and a few values where there are hardly any.
        expect(Math.abs(value - exact)).toBeLessThanOrEqual(Math.max(5, exact * 4 * 0.023));
      }
    }
  });
});

/** Stands in for the hash of a value: 53 bits without a pattern. */
const spread = (value: number): number => {
  const random = seededRandom(value + 1);
  return Math.floor(random() * 2 ** 21) * 2 ** 32 + Math.floor(random() * 2 ** 32);
};
