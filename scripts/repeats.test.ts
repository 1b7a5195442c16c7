import { expect, it } from 'vitest';
import { repeats } from './repeats.ts';

/** The goal of ADR 78 is fewer than sixty. A new stretch asks for a shape that both places share. */
const MOST = 59;

it(`repeats at most ${MOST} stretches of six lines or more`, () => {
  const found = repeats();
  const list = found.map(({ lines, places }) => `${lines} lines: ${places.join(' = ')}`).join('\n');
  expect(found.length, list).toBeLessThanOrEqual(MOST);
});
