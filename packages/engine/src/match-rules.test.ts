import type { RunMode } from '@redoubt/domain';
import { describe, expect, it } from 'vitest';
import { CHILD, inputOf, ROOT } from './testing/engine-input.ts';
import { compilePlan, matchRules, matchRulesAsync, type PlanLevelSource } from './index.ts';

const level = (
  environmentId: string,
  runMode: RunMode,
  rules: Readonly<Record<string, string>>,
  condition = '',
): PlanLevelSource => ({
  environmentId,
  environmentName: environmentId,
  runMode,
  rules: Object.entries(rules).map(([name, code]) => ({
    id: name,
    name,
    version: 1,
    hash: `${name} ${code} ${condition}`,
    text: { condition, clauses: [{ id: `clause of ${name}`, name: 'Only', code }] },
  })),
  symbols: { attributes: [], lists: [] },
  lists: () => ({ containsKey: () => false, lookup: () => undefined }),
});

const { plan } = compilePlan(
  'plan',
  CHILD,
  [
    level(ROOT, 'allUntilDecision', {
      sets: 'DO SetVariables(seen = true) WHEN @"totalAmount" > 10',
      rejects: 'RETURN Reject("high") WHEN @"totalAmount" > 100',
    }),
    level(
      CHILD,
      'firstMatch',
      {
        watches: 'OBSERVE Output(a = 1)',
        reads: 'RETURN Review("seen") WHEN GetVariable("seen").AsBool()',
      },
      'WHEN @"totalAmount" > 50',
    ),
  ],
  new Map(),
);

describe('matchRules', () => {
  it.each([
    [5, []],
    [20, [['sets', null]]],
    [
      500,
      [
        ['sets', null],
        ['rejects', 'Reject'],
        // A condition that holds ends a run of the first match, which approves.
        ['watches', 'Approve'],
        ['reads', 'Review'],
      ],
    ],
  ] as const)('asks every rule about %i, also after a decision', async (totalAmount, expected) => {
    const matched: (readonly [string, string | null])[] = [];
    matchRules(plan, inputOf({ totalAmount }), ({ id }, { firedClauseIds, variables }, decision) => {
      if (firedClauseIds.length > 0 || decision !== null || 'seen' in variables) matched.push([id, decision]);
    });
    expect(matched).toEqual(expected);
    let asked = 0;
    await matchRulesAsync(plan, inputOf({ totalAmount }), () => {
      asked += 1;
    });
    expect(asked).toBe(4);
  });
});
