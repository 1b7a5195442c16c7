import { describe, expect, it } from 'vitest';
import { halfSipHash } from './half-sip-hash.ts';

/** The key of the authors' test vectors: the bytes 0 to 7. */
const SECRET = { k0: 0x0302_0100, k1: 0x0706_0504 };

/** A text whose code units are the bytes 0, 1, 2 … in pairs, as in the authors' vectors. */
const textOf = (units: number): string =>
  String.fromCharCode(...Array.from({ length: units }, (_, at) => at * 2 + (at * 2 + 1) * 256));

const hexOf = (text: string): string => {
  const halves = { lo: 0, hi: 0 };
  halfSipHash(SECRET, text, halves);
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32LE(halves.lo, 0);
  bytes.writeUInt32LE(halves.hi, 4);
  return bytes.toString('hex');
};

describe('the hash of keys', () => {
  it.each([
    [0, '218d1f59b9b83cc8'],
    [1, '064f39ef7c50eb57'],
    [2, 'd5e78a175be52ea1'],
    [3, 'ce3e91358aa2bc25'],
    [8, '7336aad25f7bf3b5'],
  ])('is HalfSipHash-2-4 of %i code units', (units, hash) => {
    expect(hexOf(textOf(units))).toBe(hash);
  });

  it('tells texts apart that differ in one code unit, whatever it is', () => {
    const texts = ['', 'a', 'b', 'aa', 'ab', '\u0100', '\u0001', '\ud83d\ude00', '\ud83d\ude01'];
    expect(new Set(texts.map(hexOf)).size).toBe(texts.length);
  });
});
