import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AGGREGATES } from '../aggregates.ts';
import { SlabStore } from './slab-store.ts';
import { TrialKey } from './trial-key.ts';

const START_S = Date.UTC(2026, 2, 14, 11, 4, 30) / 1000;

const newReading = () => ({ value: 0, uncertainEvents: 0, isEstimate: false });

describe('a key with one event more', () => {
  it.each(AGGREGATES)('reads as the store does once the event is counted, and counts nothing: %s', (aggregate) => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 90_000 }), fc.integer({ min: 0, max: 20 })), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(steps, (events) => {
        const store = new SlabStore();
        const trial = new TrialKey(store.keepS);
        let second = START_S;
        for (const [step, value] of events) {
          second += step;
          const span = { afterS: second - 86_400, untilS: second };
          const [before, tried, unchanged, counted] = [newReading(), newReading(), newReading(), newReading()];
          store.read(7, 9, span, before);
          trial.read(store.exportKey(7, 9), { aggregate, second, value }, span, tried);
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
});
