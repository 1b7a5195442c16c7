import type { RulePruningResult } from '@redoubt/contracts';
import { describe, expect, it } from 'vitest';
import { isLeftOut, keptCount, netOf, overlapMap, stepsOf } from './pruner-figures.ts';

const [ONE, TWO, THREE] = [
  '0b0f3f1e-5b7d-4c8e-9a51-0d2f6b3c1e01',
  '0b0f3f1e-5b7d-4c8e-9a51-0d2f6b3c1e02',
  '0b0f3f1e-5b7d-4c8e-9a51-0d2f6b3c1e03',
];
const result = {
  whole: { net: 90, lower: 80, upper: 100 },
  proposed: 2,
  curve: [
    { rules: 3, net: 90, removed: null },
    { rules: 2, net: 100, removed: TWO },
    { rules: 1, net: 60, removed: ONE },
  ],
  rules: [{ removedAt: 2 }, { removedAt: 1 }, { removedAt: null }],
  overlaps: [{ ruleId: ONE, otherId: THREE, events: 4 }],
} as unknown as RulePruningResult;

describe('a smaller set', () => {
  it('is the proposed one until another is asked for that the curve has', () => {
    expect([undefined, 1, 0, 9].map((asked) => keptCount(result, asked))).toEqual([2, 1, 2, 2]);
  });

  it('leaves out those that went before it, and is worth what the curve says', () => {
    expect(result.rules.map((rule) => isLeftOut(result, rule, 2))).toEqual([false, true, false]);
    expect(result.rules.map((rule) => isLeftOut(result, rule, 1))).toEqual([true, true, false]);
    expect([3, 2, 1].map((kept) => netOf(result, kept))).toEqual([90, 100, 60]);
  });

  it('is drawn from the smallest to the whole one', () => {
    expect(stepsOf(result).map(({ rules }) => rules)).toEqual([1, 2, 3]);
  });
});

it('overlaps are found from both sides', () => {
  const overlaps = overlapMap(result);
  expect([overlaps.get(`${ONE} ${THREE}`), overlaps.get(`${THREE} ${ONE}`), overlaps.get(`${ONE} ${TWO}`)]).toEqual([
    4,
    4,
    undefined,
  ]);
});
