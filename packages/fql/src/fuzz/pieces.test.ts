import { expect, it } from 'vitest';
import { RULE_KINDS } from '../index.ts';
import { Random } from '../testing/random.ts';
import { worldState } from './sandbox.ts';
import { EVERYTHING_EACH, shareOf, survive } from './survive.ts';
import { PIECES } from './texts.ts';

it(
  '50,000 texts of random pieces, of every kind, are read, checked, compiled and run',
  { timeout: 500_000 },
  async () => {
    const before = worldState();
    for (let seed = 1; seed <= shareOf(50_000); seed += 1) {
      const random = new Random(seed);
      const text = random.many(0, 24, () => random.pick(PIECES)).join(random.pick(['', ' ']));
      await survive(text, random.pick(RULE_KINDS), seed % EVERYTHING_EACH === 0);
    }
    expect(worldState()).toBe(before);
  },
);
