import { expect, it } from 'vitest';
import { ProgramGenerator } from '../testing/generate.ts';
import { Random } from '../testing/random.ts';
import { worldState } from './sandbox.ts';
import { EVERYTHING_EACH, shareOf, survive } from './survive.ts';
import { mutate } from './texts.ts';

it('30,000 programs of the grammar, whole and damaged, do no harm', { timeout: 500_000 }, async () => {
  const before = worldState();
  for (let seed = 1; seed <= shareOf(30_000); seed += 1) {
    const random = new Random(seed);
    const program = new ProgramGenerator(random).clause();
    await survive(random.chance(33) ? program : mutate(program, random), 'decision', seed % EVERYTHING_EACH === 0);
  }
  expect(worldState()).toBe(before);
});
