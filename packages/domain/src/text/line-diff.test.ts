import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countChanges, diffLines } from './line-diff.ts';

const compact = (before: string, after: string): readonly string[] =>
  diffLines(before, after).map((line) => `${{ same: ' ', added: '+', removed: '-' }[line.kind]}${line.text}`);

describe('line difference', () => {
  test('equal texts have no differences', () => {
    expect(compact('a\nb', 'a\nb')).toEqual([' a', ' b']);
  });

  test('a changed line is removed and added in its place', () => {
    expect(compact('a\nb\nc', 'a\nx\nc')).toEqual([' a', '-b', '+x', ' c']);
  });

  test('an empty text has no lines', () => {
    expect(compact('', 'a')).toEqual(['+a']);
    expect(compact('a', '')).toEqual(['-a']);
    expect(compact('', '')).toEqual([]);
  });

  test('line numbers count on each side', () => {
    expect(diffLines('a\nb', 'b\nc')).toEqual([
      { kind: 'removed', text: 'a', before: 1, after: null },
      { kind: 'same', text: 'b', before: 2, after: 1 },
      { kind: 'added', text: 'c', before: null, after: 2 },
    ]);
  });

  test('texts with nothing in common past the limit are replaced whole', () => {
    const before = Array.from({ length: 700 }, (_, i) => `old ${i}`).join('\n');
    const after = Array.from({ length: 700 }, (_, i) => `new ${i}`).join('\n');
    expect(countChanges(diffLines(before, after))).toEqual({ added: 700, removed: 700 });
  });

  test('both sides can be read back from the difference', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', '', ' d'), { maxLength: 12 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = diffLines(before, after);
        expect(
          lines
            .filter((line) => line.kind !== 'added')
            .map((line) => line.text)
            .join('\n'),
        ).toBe(before);
        expect(
          lines
            .filter((line) => line.kind !== 'removed')
            .map((line) => line.text)
            .join('\n'),
        ).toBe(after);
        expect(lines.flatMap((line) => line.after ?? [])).toEqual(
          lines.filter((line) => line.kind !== 'removed').map((_, i) => i + 1),
        );
      }),
    );
  });
});
