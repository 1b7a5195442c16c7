import { describe, expect, test } from 'vitest';
import { orderChanges, placedAt, reconciled } from './order.ts';

describe('order of rules', () => {
  test('a rule is placed where it was dropped', () => {
    expect(placedAt(['a', 'b', 'c'], 'a', 2)).toEqual(['b', 'c', 'a']);
    expect(placedAt(['a', 'b', 'c'], 'c', 0)).toEqual(['c', 'a', 'b']);
  });

  test('places outside the list change nothing', () => {
    const ids = ['a', 'b'];
    expect(placedAt(ids, 'a', -1)).toBe(ids);
    expect(placedAt(ids, 'a', 2)).toBe(ids);
    expect(placedAt(ids, 'x', 0)).toBe(ids);
  });

  test('the summary names every rule with another place', () => {
    expect(orderChanges(['a', 'b', 'c'], ['b', 'a', 'c'])).toEqual([
      { id: 'b', from: 2, to: 1 },
      { id: 'a', from: 1, to: 2 },
    ]);
  });

  test('rules that came meanwhile go last, ones that went are left out', () => {
    expect(reconciled(['b', 'a', 'gone'], ['a', 'b', 'new'])).toEqual(['b', 'a', 'new']);
  });
});
