import { describe, expect, test } from 'vitest';
import { valueLines } from './value-lines.ts';

const valuesIn = (code: string, parts: readonly (readonly [string, unknown, string?])[]) =>
  parts.map(([text, value, error]) => ({
    text,
    from: code.indexOf(text),
    to: code.indexOf(text) + text.length,
    value,
    ...(error === undefined ? {} : { error }),
  }));

describe('every value of a part', () => {
  test('stands under what it is part of', () => {
    const code = 'RETURN Reject() WHEN @"a" + 1 > 2 && IsX(@"b")';
    const lines = valueLines(
      valuesIn(code, [
        ['@"b"', 'x'],
        ['@"a" + 1 > 2 && IsX(@"b")', true],
        ['@"a" + 1 > 2', true],
        ['@"a" + 1', 3],
        ['@"a"', 2],
        ['2', 2],
        ['IsX(@"b")', true],
      ]),
    );
    expect(lines.map(({ text, depth }) => `${depth} ${text}`)).toEqual([
      '0 @"a" + 1 > 2 && IsX(@"b")',
      '1 @"a" + 1 > 2',
      '2 @"a" + 1',
      '3 @"a"',
      '1 IsX(@"b")',
      '2 @"b"',
    ]);
  });

  test('keeps why something has no value, and says code on one line', () => {
    const [line] = valueLines(valuesIn('Substring(\n  @"a", 9)', [['Substring(\n  @"a", 9)', null, 'too short']]));
    expect(line).toMatchObject({ text: 'Substring( @"a", 9)', error: 'too short', depth: 0 });
  });
});
