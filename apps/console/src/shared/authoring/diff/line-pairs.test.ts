import { diffLines } from '@redoubt/domain';
import { describe, expect, test } from 'vitest';
import { cutLines, pairLines } from './line-pairs.ts';

const rows = (before: string, after: string) =>
  pairLines(diffLines(before, after)).map((pair) => `${pair.before?.text ?? '·'}|${pair.after?.text ?? '·'}`);

describe('lines side by side', () => {
  test('a replaced line stands beside its replacement, what only came or went beside nothing', () => {
    expect(rows('a\nb\nc', 'a\nx\ny\nc')).toEqual(['a|a', 'b|x', '·|y', 'c|c']);
    expect(rows('a\nb\nc', 'c')).toEqual(['a|·', 'b|·', 'c|c']);
  });

  test('lines are cut around the words that differ', () => {
    expect(cutLines('WHEN @"totalAmount" > 600', 'WHEN @"totalAmount" > 400')).toEqual({
      before: { head: 'WHEN @"totalAmount" > ', middle: '600', tail: '' },
      after: { head: 'WHEN @"totalAmount" > ', middle: '400', tail: '' },
    });
    expect(cutLines('a + 10 + b', 'a + 1 + b')?.after).toEqual({ head: 'a + ', middle: '1', tail: ' + b' });
    expect(cutLines('one', 'two')).toBeNull();
  });
});
