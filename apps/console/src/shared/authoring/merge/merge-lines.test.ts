import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeLines } from './merge-lines.ts';

const kinds = (base: string, mine: string, theirs: string) =>
  mergeLines(base, mine, theirs).map(({ kind, ...sides }) => {
    const text = kind === 'mine' ? sides.mine : kind === 'theirs' ? sides.theirs : sides.base;
    return kind === 'conflict' ? `conflict ${sides.mine.join()}|${sides.theirs.join()}` : `${kind} ${text.join()}`;
  });

describe('three-way comparison of lines', () => {
  test('changes in different places belong to who made them', () => {
    expect(kinds('a\nb\nc\nd\ne', 'a\nB\nc\nd\ne', 'a\nb\nc\nD\ne')).toEqual([
      'same a',
      'mine B',
      'same c',
      'theirs D',
      'same e',
    ]);
  });

  test('the same line changed twice is a conflict, unless both say the same', () => {
    expect(kinds('a\nb\nc', 'a\nX\nc', 'a\nY\nc')).toEqual(['same a', 'conflict X|Y', 'same c']);
    expect(kinds('a\nb', 'a\nX', 'a\nX')).toEqual(['same a', 'both b']);
  });

  test('lines put in at one place by both, and changes that touch, are a conflict', () => {
    expect(kinds('a\nb', 'a\nm\nb', 'a\nt\nb')).toEqual(['same a', 'conflict m|t', 'same b']);
    expect(kinds('a\nb', 'A\nb', 'a\nB')).toEqual(['conflict A,b|a,B']);
  });

  test('a removal on one side is taken', () => {
    expect(kinds('a\nb\nc', 'a\nc', 'a\nb\nc')).toEqual(['same a', 'mine ', 'same c']);
  });

  test('each of the three texts can be read back, and a text alone in changing wins', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', 'd', ' e'), { maxLength: 10 })
      .map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, text, text, (base, mine, theirs) => {
        const pieces = mergeLines(base, mine, theirs);
        expect(pieces.flatMap((piece) => piece.base).join('\n')).toBe(base);
        expect(pieces.flatMap((piece) => piece.mine).join('\n')).toBe(mine);
        expect(pieces.flatMap((piece) => piece.theirs).join('\n')).toBe(theirs);
        expect(mergeLines(base, mine, base).every(({ kind }) => kind === 'same' || kind === 'mine')).toBe(true);
      }),
    );
  });
});
