import { describe, expect, it } from 'vitest';
import { fieldDifferences, textOfSide } from './side-lines.ts';

describe('both sides of a change', () => {
  it('are compared field by field, texts line by line', () => {
    const found = fieldDifferences({ version: 1, text: 'a\nb', same: true }, { version: 2, text: 'a\nc', same: true });
    expect(found.map(({ name, isChanged }) => [name, isChanged])).toEqual([
      ['same', false],
      ['text', true],
      ['version', true],
    ]);
    expect(found[1]?.lines.map(({ kind, text }) => [kind, text])).toEqual([
      ['same', 'a'],
      ['removed', 'b'],
      ['added', 'c'],
    ]);
  });

  it('are one value where they have no fields, and nothing where there is nothing', () => {
    expect(fieldDifferences(null, null)).toEqual([]);
    expect(fieldDifferences(['a'], ['a', 'b'])).toMatchObject([{ name: '', isChanged: true }]);
    expect(fieldDifferences(null, { name: 'x' })).toMatchObject([{ name: 'name', isChanged: true }]);
  });

  it('are copied as texts or JSON', () => {
    expect([textOfSide('x'), textOfSide(null), textOfSide({ a: 1 })]).toEqual(['x', '', '{\n  "a": 1\n}']);
  });
});
