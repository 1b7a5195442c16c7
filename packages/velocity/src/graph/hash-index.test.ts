import { seededRandom } from '@redoubt/kernel';
import { expect, it } from 'vitest';
import { HashIndex } from './hash-index.ts';
import { WordPages } from './word-pages.ts';

it('finds what was added and not taken out, whatever collides', () => {
  const [lo, hi] = [new WordPages(), new WordPages()];
  const index = new HashIndex(lo, hi);
  const random = seededRandom(4);
  const there = new Set<number>();
  for (let thing = 1; thing <= 4000; thing += 1) {
    lo.set(thing, Math.floor(random() * 50));
    hi.set(thing, ((thing % 3) << 24) | thing);
    index.add(thing);
    there.add(thing);
    const other = 1 + Math.floor(random() * thing);
    if (random() < 0.6 && there.delete(other)) index.remove(other);
  }
  const found = Array.from({ length: 4000 }, (_, at) => at + 1).filter(
    (thing) => index.find(lo.get(thing), hi.get(thing)) === thing,
  );
  expect(found).toEqual([...there].toSorted((a, b) => a - b));
  expect(index.find(51, 0)).toBe(0);
});
