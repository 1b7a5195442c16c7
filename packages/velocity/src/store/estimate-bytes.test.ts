import { describe, expect, it } from 'vitest';
import { AGGREGATES } from '../aggregates.ts';
import { estimateBytes } from './estimate-bytes.ts';
import { SlabStore } from './slab-store.ts';

const START_S = 1_700_000_000;

/** Spreads keys over the whole hash space, as hashes do. */
const scatter = (key: number, salt: number): number => Math.imul(key + salt, 0x9e37_79b1) >>> 0;

describe('the estimated memory of a velocity', () => {
  it.each(AGGREGATES)('is within a third of what the store takes: %s', (aggregate) => {
    for (const [keys, perKey] of [
      [30_000, 1],
      [20_000, 3],
      [10_000, 5],
      [600, 60],
    ] as const) {
      const store = new SlabStore();
      for (let event = 0; event < perKey; event += 1)
        for (let key = 0; key < keys; key += 1)
          store.add(aggregate, scatter(key, 1), scatter(key, 77), START_S + event * 1000, event);
      const ratio = estimateBytes(aggregate, keys, keys * perKey) / store.usedBytes;
      expect(ratio).toBeGreaterThan(2 / 3);
      expect(ratio).toBeLessThan(4 / 3);
    }
  });

  it('is nothing for no keys, and bounded for one that gets every event', () => {
    expect(estimateBytes('Sum', 0, 0)).toBe(0);
    expect(estimateBytes('Sum', 1, 1e9)).toBeLessThan(400_000);
  });
});
