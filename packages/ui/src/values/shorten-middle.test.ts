import { expect, it } from 'vitest';
import { shortenMiddle } from './shorten-middle.ts';

it('leaves a text that fits as it is', () => {
  expect(shortenMiddle('pur-1', 14)).toBe('pur-1');
});

it('cuts the middle and keeps both ends, in the length asked for', () => {
  expect(shortenMiddle('pur-8d41aaaaaaaaaaaae07b', 13)).toBe('pur-8d41…e07b');
});

it('never cuts a character in half', () => {
  expect(shortenMiddle('😀😀😀😀😀😀', 4)).toBe('😀😀…😀');
});
