import { expect, it } from 'vitest';
import { ProgramGenerator } from '../testing/generate.ts';
import { Random } from '../testing/random.ts';
import { worldState } from './sandbox.ts';
import { EVERYTHING_EACH, shareOf, survive } from './survive.ts';
import { bytes, flipped } from './texts.ts';

it('20,000 texts of random bytes, and programs with bytes changed, do no harm', { timeout: 500_000 }, async () => {
  const before = worldState();
  for (let seed = 1; seed <= shareOf(20_000); seed += 1) {
    const random = new Random(seed);
    const text = random.chance(50) ? bytes(random) : flipped(new ProgramGenerator(random).clause(), random);
    await survive(text, 'decision', seed % EVERYTHING_EACH === 0);
  }
  expect(worldState()).toBe(before);
});
