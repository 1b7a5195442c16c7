import { expect, it } from 'vitest';
import { registers } from './registers.ts';
import { read } from './tracked-files.ts';

it.each(registers())('$path lists what its folders hold; `npm run registers` writes it', ({ path, text }) => {
  expect(read(path)).toBe(text);
});
