import { describe, expect, it } from 'vitest';
import { DEFAULT_COST_MODEL, type CostModel } from '../cost-model/cost-model.ts';
import { seededRandom } from '@redoubt/kernel';
import type { Decision } from '../events/decision.ts';
import { estimateShare } from './estimate.ts';
import type { FraudEstimate } from './pruning-worth.ts';
import { pruneRules, type MatchedEvents, type RuleMatch } from './rule-pruning.ts';

/** Stopped fraud saves 80 of 100, a rejected good customer costs 20 + 5. */
const COSTS: CostModel = {
  ...DEFAULT_COST_MODEL,
  marginPercent: 20,
  chargebackFee: 0,
  reviewCost: 3,
  insultCost: 5,
  reviewLossPercent: 0,
  challengeLossPercent: 10,
};
const [FRAUD, GOOD, HALF, UNKNOWN] = [0, 1, 2, 3];
const FRAUD_ESTIMATES: readonly FraudEstimate[] = [
  { share: { value: 1, lower: 1, upper: 1 } },
  { share: { value: 0, lower: 0, upper: 0 } },
  { share: { value: 0.5, lower: 0.25, upper: 0.75 } },
  { share: null },
];

const events = (
  fraudEstimate: number,
  matches: readonly (readonly [rule: number, decision: Decision | null])[],
  more: Partial<MatchedEvents> = {},
): MatchedEvents => ({
  fraudEstimate,
  events: 1,
  amount: 100,
  weight: 1,
  matches: matches.map(([rule, decision]): RuleMatch => ({ rule, decision })),
  ...more,
});
const rules = (...ids: string[]) => ids.map((id) => ({ id, removable: true }));
const prune = (ids: readonly string[], groups: readonly MatchedEvents[]) =>
  pruneRules(COSTS, rules(...ids), groups, FRAUD_ESTIMATES);

describe('the worth of a rule given the others', () => {
  it('is what its events gain over the decision of the next rule that matches', () => {
    const { whole, rules: found } = prune(
      ['first', 'second'],
      [
        events(FRAUD, [
          [0, 'Reject'],
          [1, 'Reject'],
        ]),
        events(FRAUD, [[0, 'Reject']]),
        events(GOOD, [
          [0, 'Review'],
          [1, 'Reject'],
        ]),
      ],
    );
    // 80 + 80 − 3; without the first the good one is rejected by the second: 80 − 25.
    expect(whole.net).toBe(157);
    expect(found[0]).toMatchObject({ matched: 3, decided: 3, changed: 2, marginal: { net: 102 }, reasons: [] });
    expect(found[1]).toMatchObject({ matched: 2, decided: 0, changed: 0, marginal: { net: 0 } });
    expect(found[1]?.reasons).toEqual(['duplicate', 'neverDecides']);
    expect(found[1]?.duplicateOf).toMatchObject({ id: 'first', covered: 1 });
  });

  it('is judged anew when another one is left out: of two that say the same one stays', () => {
    const both = events(FRAUD, [
      [0, 'Reject'],
      [1, 'Reject'],
    ]);
    const { proposed, rules: found, curve } = prune(['one', 'other'], [both]);
    expect(found.map(({ marginal }) => marginal.net)).toEqual([0, 0]);
    expect(curve.map(({ rules: left, net }) => [left, net])).toEqual([
      [2, 80],
      [1, 80],
      [0, 0],
    ]);
    expect(proposed).toBe(1);
    expect(found.map(({ removedAt }) => removedAt)).toEqual([2, 1]);
  });

  it('is nothing of an observing match, and a rule that approves shields events from those after it', () => {
    const { rules: found } = prune(
      ['watch', 'trusted', 'limit'],
      [
        events(GOOD, [
          [0, null],
          [1, 'Approve'],
          [2, 'Reject'],
        ]),
      ],
    );
    expect(found.map(({ marginal, decided }) => [marginal.net, decided])).toEqual([
      [0, 0],
      [25, 1],
      [0, 0],
    ]);
  });

  it('names what costs, what is dead and what never decides', () => {
    const { rules: found, proposed } = prune(
      ['good', 'harm', 'dead'],
      [events(FRAUD, [[0, 'Reject']]), events(GOOD, [[1, 'Reject']])],
    );
    expect(found.map(({ reasons }) => reasons)).toEqual([[], ['costs'], ['dead']]);
    expect(proposed).toBe(1);
  });

  it('leaves rules alone that may not go', () => {
    const { rules: found, curve } = pruneRules(
      COSTS,
      [{ id: 'above', removable: false }],
      [events(GOOD, [[0, 'Reject']])],
      FRAUD_ESTIMATES,
    );
    expect(curve).toHaveLength(1);
    expect(found[0]).toMatchObject({ removedAt: null, reasons: [], marginal: { net: -25 } });
  });
});

describe('what is not known', () => {
  it('makes an interval of the share that is assumed, and from all good to all fraud where none is', () => {
    const of = (fraudEstimate: number) => prune(['only'], [events(fraudEstimate, [[0, 'Reject']])]).whole;
    // Between 25 lost and 80 saved.
    expect(of(HALF)).toEqual({ net: 27.5, lower: 1.25, upper: 53.75 });
    expect(of(UNKNOWN)).toEqual({ net: 0, lower: -25, upper: 80 });
  });

  it('keeps a rule whose worth is not known in the proposed set, and one of two that say the same', () => {
    const unknown = events(UNKNOWN, [
      [1, 'Reject'],
      [2, 'Reject'],
    ]);
    const { proposed, rules: found } = prune(
      ['worth', 'unknown', 'same'],
      [events(FRAUD, [[0, 'Reject']], { amount: 10 }), unknown],
    );
    expect(found.map(({ removedAt }) => removedAt)).toEqual([2, 3, 1]);
    expect(proposed).toBe(2);
    expect(found[1]).toMatchObject({ marginal: { net: 0 }, marginalWhenRemoved: { net: 0, lower: -25, upper: 80 } });
    const alone = prune(['unknown'], [events(UNKNOWN, [[0, 'Reject']])]);
    expect([alone.proposed, alone.rules[0]?.isUnknown]).toEqual([1, true]);
  });

  it('counts one that the control share let pass for all that it stands for', () => {
    const passed = { weight: 10, events: 1 };
    const stopped = { weight: 0, events: 9, amount: 900 };
    const { whole, rules: found } = prune(
      ['only'],
      [events(GOOD, [[0, 'Reject']], passed), events(UNKNOWN, [[0, 'Reject']], stopped)],
    );
    expect(whole.net).toBe(-250);
    expect(whole.lower).toBeCloseTo(-250 - 1.959964 * Math.sqrt(90 * 625), 6);
    expect(found[0]?.matched).toBe(10);
  });
});

describe('any set of rules', () => {
  const COUNT = 8;
  const random = seededRandom(7);
  const decisions: readonly Decision[] = ['Reject', 'Review', 'Challenge', 'Approve'];
  const fraudEstimates = [...FRAUD_ESTIMATES.slice(0, 2), { share: estimateShare(3, 10) }];
  const groups = Array.from({ length: 300 }, () =>
    events(
      Math.floor(random() * fraudEstimates.length),
      Array.from({ length: COUNT }, (_, rule): readonly [number, Decision | null] => [
        rule,
        random() < 0.2 ? null : (decisions[Math.floor(random() * decisions.length)] ?? 'Reject'),
      ]).filter(() => random() < 0.3),
      { amount: Math.round(random() * 500) },
    ),
  );
  const ids = Array.from({ length: COUNT }, (_, rule) => `rule ${rule}`);
  const given = rules(...ids);
  const valueWithout = (out: ReadonlySet<number>): number =>
    pruneRules(
      COSTS,
      given,
      groups.map((group) => ({ ...group, matches: group.matches.filter(({ rule }) => !out.has(rule)) })),
      fraudEstimates,
    ).whole.net;
  const result = pruneRules(COSTS, given, groups, fraudEstimates);

  it('is worth what it is without a rule, and what that rule adds', () => {
    for (const [rule, { marginal }] of result.rules.entries())
      expect(result.whole.net - marginal.net).toBeCloseTo(valueWithout(new Set([rule])), 6);
  });

  it('has a curve that says what each smaller set is worth, and leaves out what costs least', () => {
    const out = new Set<number>();
    for (const { removed, net } of result.curve.slice(1)) {
      const rule = ids.indexOf(removed ?? '');
      const best = Math.max(
        ...ids
          .map((_, at) => at)
          .filter((each) => !out.has(each))
          .map((each) => valueWithout(new Set([...out, each]))),
      );
      out.add(rule);
      expect(net).toBeCloseTo(valueWithout(out), 6);
      expect(net).toBeCloseTo(best, 6);
    }
    expect(out.size).toBe(COUNT);
  });
});
