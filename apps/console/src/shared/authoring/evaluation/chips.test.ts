import { describe, expect, test } from 'vitest';
import { factsOf, plainName, shortValue } from './chips.ts';

/** Values of sub-expressions as the server answers them: enclosing ones first. */
const valuesIn = (code: string, parts: readonly (readonly [string, unknown])[]) =>
  parts.map(([text, value]) => ({ text, from: code.indexOf(text), to: code.indexOf(text) + text.length, value }));

describe('values beside the code', () => {
  test('an attribute and the whole condition are shown, the literal is not', () => {
    const code = 'WHEN @"totalAmount" > 220';
    const facts = factsOf(
      valuesIn(code, [
        ['@"totalAmount" > 220', true],
        ['@"totalAmount"', 489],
        ['220', 220],
      ]),
    );
    expect(facts.map(({ text, value }) => [text, value])).toEqual([
      ['@"totalAmount"', 489],
      ['@"totalAmount" > 220', true],
    ]);
  });

  test('a call stands for what is inside it', () => {
    const code = 'LET $age = DaysSince(@"user.creationDate")';
    const facts = factsOf(
      valuesIn(code, [
        ['DaysSince(@"user.creationDate")', 4],
        ['@"user.creationDate"', '2026-11-16'],
      ]),
    );
    expect(facts.map(({ value }) => value)).toEqual([4]);
  });

  test('parts of a longer condition are shown in source order, the whole last', () => {
    const code = '$a == 0 && (@"b" >= 400 or $c < 3)';
    const facts = factsOf(
      valuesIn(code, [
        [code, true],
        ['$a == 0', true],
        ['$a', 0],
        ['0', 0],
        ['(@"b" >= 400 or $c < 3)', true],
        ['@"b" >= 400 or $c < 3', true],
        ['@"b"', 489],
        ['$c', 7],
      ]),
    );
    expect(facts.map(({ text }) => text)).toEqual(['$a', '@"b"', '$c', code]);
  });

  test('operators inside quotes and words that only contain one do not count', () => {
    const facts = factsOf(valuesIn('Lookup("a > b", @"order")', [['Lookup("a > b", @"order")', 'x']]));
    expect(facts).toHaveLength(1);
  });

  test('long values are cut, text keeps its quotes', () => {
    expect(shortValue('x'.repeat(60))).toHaveLength(28);
    expect(shortValue('a')).toBe('"a"');
    expect(shortValue(null)).toBe('null');
    expect(plainName('@"user.email"')).toBe('user.email');
  });
});
