import { describe, expect, it } from 'vitest';
import { changeLines, sentText } from './change-lines.ts';

const shown = (original: unknown, modified: unknown) =>
  changeLines({ original, modified }).map(
    ({ kind, text }) => `${{ same: ' ', added: '+', removed: '-' }[kind]}${text}`,
  );

describe('the lines of a change', () => {
  it('name each member, texts of several lines as they are', () => {
    expect(shown({ active: true }, { active: false })).toEqual(['-active: true', '+active: false']);
    expect(shown({ clauses: [{ name: 'A', code: 'x\ny' }] }, { clauses: [{ name: 'A', code: 'x\nz' }] })).toEqual([
      ' clauses:',
      '   –',
      '     name: A',
      '     code:',
      '       x',
      '-      y',
      '+      z',
    ]);
  });

  it('are all of it for what comes or goes', () => {
    expect(shown(null, { name: 'Limits' }).filter((line) => line.startsWith('+'))).toEqual(['+name: Limits']);
    expect(shown({ order: ['a', 'b'] }, { order: ['b', 'a'] })).toEqual([' order:', '-  – a', '   – b', '+  – a']);
  });

  it('stand beside what was sent', () => {
    expect(sentText({ body: { a: 1 }, file: null, isCut: false })).toBe('{\n  "a": 1\n}');
    expect(sentText({ body: null, file: 'a,b\n', isCut: false })).toBe('a,b\n');
  });
});
