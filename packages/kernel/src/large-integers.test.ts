import { describe, expect, it } from 'vitest';
import { keepLargeIntegers } from './large-integers.ts';

const read = (json: string): unknown => JSON.parse(keepLargeIntegers(json));

describe('whole numbers in JSON', () => {
  it('keep their digits as text where a Double would lose them', () => {
    expect(read('{"id": 12345678901234567890, "list": [-9007199254740993,1]}')).toEqual({
      id: '12345678901234567890',
      list: ['-9007199254740993', 1],
    });
  });

  it('stay numbers where a Double holds them, and so do fractions and powers', () => {
    expect(read('[9007199254740991, 1234567890123456.5, 1e20, 12345678901234567.5]')).toEqual([
      9_007_199_254_740_991, 1234567890123456.5, 1e20, 12345678901234568,
    ]);
  });

  it('are not looked for inside strings and names', () => {
    const text = '{"a \\" 12345678901234567890": "x\\\\", "b": "12345678901234567890 \\" 1"}';
    expect(keepLargeIntegers(text)).toBe(text);
  });

  it('do not turn what is no JSON into JSON', () => {
    for (const text of [
      '{"a": 0012345678901234567890}',
      '{"a": 12345678901234567890x}',
      '{12345678901234567890 : 1}',
      '[+12345678901234567890]',
    ])
      expect(() => read(text)).toThrow(SyntaxError);
  });

  it('are found in long texts', () => {
    const long = JSON.stringify({ text: 'a\\"'.repeat(500_000) }).slice(0, -1);
    expect((read(`${long}, "id": 12345678901234567890}`) as { id: unknown }).id).toBe('12345678901234567890');
  });
});
