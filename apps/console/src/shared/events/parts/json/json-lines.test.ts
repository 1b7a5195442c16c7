import { describe, expect, it } from 'vitest';
import { jsonLines, matchingLines, visibleLines } from './json-lines.ts';

const lines = jsonLines({ a: 1, b: { c: [1, 2], d: {} }, e: 'End' });

describe('JSON as lines', () => {
  it('knows where each group closes', () => {
    expect(lines.map((line) => [line.text.trim(), line.closes])).toEqual(
      [
        ['{', 9],
        ['"a": 1,', undefined],
        ['"b": {', 7],
        ['"c": [', 6],
        ['1,', undefined],
        ['2', undefined],
        ['],', undefined],
        ['"d": {}', undefined],
        ['},', undefined],
        ['"e": "End"', undefined],
        ['}', undefined],
      ].map(([text], at) => [text, ({ 0: 10, 2: 8, 3: 6 } as Record<number, number>)[at]]),
    );
  });

  it('hides what is folded, the closing line with it', () => {
    expect(visibleLines(lines, new Set([2]))).toEqual([0, 1, 2, 9, 10]);
    expect(visibleLines(lines, new Set([0]))).toEqual([0]);
  });

  it('finds lines whatever the case', () => {
    expect(matchingLines(lines, 'end')).toEqual([9]);
    expect(matchingLines(lines, ' ')).toEqual([]);
  });
});
