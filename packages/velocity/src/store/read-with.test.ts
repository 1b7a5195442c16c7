import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AGGREGATES } from '../aggregates.ts';
import { SlabStore } from './slab-store.ts';

const START_S = Date.UTC(2026, 2, 14, 11, 4, 30) / 1000;

const newReading = () => ({ value: 0, uncertainEvents: 0, isEstimate: false });

describe('a window with one event more', () => {
  it.each(AGGREGATES)('reads as the store does once the event is counted, and counts nothing: %s', (aggregate) => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 90_000 }), fc.integer({ min: 0, max: 20 })), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(steps, (events) => {
        const store = new SlabStore();
        let second = START_S;
        for (const [step, value] of events) {
          second += step;
          const span = { afterS: second - 86_400, untilS: second };
          const [before, tried, unchanged, counted] = [newReading(), newReading(), newReading(), newReading()];
          store.read(7, 9, span, before);
          store.readWith(7, 9, span, tried, { aggregate, value });
          store.read(7, 9, span, unchanged);
          expect(unchanged).toEqual(before);
          store.add(aggregate, 7, 9, second, value);
          store.read(7, 9, span, counted);
          expect(tried).toEqual(counted);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('estimates a distinct count past its cap as the store does', () => {
    const store = new SlabStore();
    for (let index = 0; index < 20_000; index += 1)
      store.add('DistinctCount', 7, 9, START_S + index, (index * 0x9e37_79b9_7f4a) % 2 ** 53);
    const second = START_S + 20_000;
    const span = { afterS: second - 86_400, untilS: second };
    for (let value = 1; value < 2 ** 52; value *= 3) {
      const [tried, counted] = [newReading(), newReading()];
      store.readWith(7, 9, span, tried, { aggregate: 'DistinctCount', value });
      store.add('DistinctCount', 7, 9, second, value);
      store.read(7, 9, span, counted);
      expect(tried).toEqual(counted);
    }
  });
});
