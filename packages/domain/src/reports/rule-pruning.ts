import type { CostModel } from '../cost-model/cost-model.ts';
import type { Decision } from '../events/decision.ts';
import { WorthSum, type FraudEstimate, type ValuedEvents, type Worth } from './pruning-worth.ts';

/** A rule of the set that is pruned. */
export type PrunableRule = {
  readonly id: string;
  /** Whether it may be left out; others stand above, only observe, or set what others read. */
  readonly removable: boolean;
};

/** A rule whose condition held for an event. */
export type RuleMatch = {
  /** Place among the rules. */
  readonly rule: number;
  /** What it decides if none before it did; null where the run goes on after it. */
  readonly decision: Decision | null;
};

/** Events that the same rules match in the same order with the same decisions, every rule asked whatever others said. */
export type MatchedEvents = ValuedEvents & { readonly matches: readonly RuleMatch[] };

/** Why a rule may go. */
export const PRUNE_REASONS = ['dead', 'duplicate', 'neverDecides', 'costs'] as const;
export type PruneReason = (typeof PRUNE_REASONS)[number];

/** Why a rule is in every set: it stands above the environment, only observes, or sets variables that others read. */
export const RULES_THAT_STAY = ['above', 'observes', 'sets'] as const;
export type RuleThatStays = (typeof RULES_THAT_STAY)[number];

/** Another rule that decides what this one would decide. */
export type Duplicate = {
  readonly id: string;
  /** The part of the events of this rule that the other one matches too, and the other way round. */
  readonly covered: number;
  readonly covers: number;
};

export type PrunedRule = {
  readonly id: string;
  readonly removable: boolean;
  /** Events whose condition holds, those that it decides in the whole set, and those that would be decided otherwise without it. */
  readonly matched: number;
  readonly decided: number;
  readonly changed: number;
  /** Whether nothing says what its events would have become: it may be worth something, and stays in the proposed set. */
  readonly isUnknown: boolean;
  /** What it is worth given all others, and where it was left out, what it was worth given those that were left then. */
  readonly marginal: Worth;
  readonly marginalWhenRemoved: Worth | null;
  /** Which one it was to go, from 1; null where it stays in every set. */
  readonly removedAt: number | null;
  readonly duplicateOf: Duplicate | null;
  readonly reasons: readonly PruneReason[];
};

/** A set of rules after one more was left out. */
export type PruneStep = { readonly rules: number; readonly net: number; readonly removed: string | null };

export type RulePruning = {
  /** What the whole set is worth beside letting everything pass. */
  readonly whole: Worth;
  /** In the order given. */
  readonly rules: readonly PrunedRule[];
  /** From the whole set to the smallest. */
  readonly curve: readonly PruneStep[];
  /** How many rules the proposed set has. */
  readonly proposed: number;
  /** Events that two rules both match, each pair once by their places; pairs without any are left out. */
  readonly pairs: readonly (readonly [one: number, other: number, events: number])[];
};

/** From this part of its events on, another rule covers a rule. */
const COVERED = 0.99;
/** The part of the highest value on the curve that the proposed set keeps. */
const KEPT = 0.99;
/** Values nearer to each other are alike: sums of one set in another order. */
const ALIKE = 1e-6;

/** Events by the rules that decide them while rules are left out. */
class RuleSetState {
  readonly #costs: CostModel;
  readonly #fraudEstimates: readonly FraudEstimate[];
  readonly #groups: readonly MatchedEvents[];
  /** Matches of each group that end the run, in order. */
  readonly #deciding: readonly (readonly RuleMatch[])[];
  /** Groups by the rules that could decide them. */
  readonly #groupsOf: readonly number[][];
  readonly #isOut: Uint8Array;

  constructor(
    costs: CostModel,
    fraudEstimates: readonly FraudEstimate[],
    rules: number,
    groups: readonly MatchedEvents[],
  ) {
    this.#costs = costs;
    this.#fraudEstimates = fraudEstimates;
    this.#groups = groups;
    this.#deciding = groups.map(({ matches }) => matches.filter(({ decision }) => decision !== null));
    this.#groupsOf = Array.from({ length: rules }, () => []);
    this.#deciding.forEach((matches, at) => {
      for (const { rule } of matches) this.#groupsOf[rule]?.push(at);
    });
    this.#isOut = new Uint8Array(rules);
  }

  /** Who decides a group, and who would without that rule. */
  #decidersOf(group: number): readonly [RuleMatch | undefined, RuleMatch | undefined] {
    let first: RuleMatch | undefined;
    for (const match of this.#deciding[group] ?? []) {
      if (this.#isOut[match.rule]) continue;
      if (first === undefined) first = match;
      else return [first, match];
    }
    return [first, undefined];
  }

  whole(): Worth {
    const sum = new WorthSum(this.#costs, this.#fraudEstimates);
    this.#groups.forEach((group, at) => sum.add(group, this.#decidersOf(at)[0]?.decision ?? 'Approve'));
    return sum.result;
  }

  marginalOf(rule: number): { readonly worth: Worth; readonly decided: number; readonly changed: number } {
    const sum = new WorthSum(this.#costs, this.#fraudEstimates);
    let [decided, changed] = [0, 0];
    for (const at of this.#groupsOf[rule] ?? []) {
      const [decider, next] = this.#decidersOf(at);
      const group = this.#groups[at];
      if (decider?.rule !== rule || group === undefined) continue;
      const [decision, instead] = [decider.decision ?? 'Approve', next?.decision ?? 'Approve'];
      decided += group.events;
      if (decision !== instead) changed += group.events;
      sum.add(group, decision, instead);
    }
    return { worth: sum.result, decided, changed };
  }

  /** Leaves a rule out; gives the rules whose worth given the others may be another one now. */
  leaveOut(rule: number): ReadonlySet<number> {
    this.#isOut[rule] = 1;
    const touched = new Set<number>();
    for (const at of this.#groupsOf[rule] ?? []) {
      const [decider] = this.#decidersOf(at);
      if (decider !== undefined) touched.add(decider.rule);
    }
    return touched;
  }
}

const pairsOf = (groups: readonly MatchedEvents[], rules: number) => {
  const matched = new Float64Array(rules);
  const both = new Map<number, number>();
  for (const { matches, events } of groups) {
    const ids = [...new Set(matches.map(({ rule }) => rule))].toSorted((a, b) => a - b);
    ids.forEach((one, at) => {
      matched[one] = (matched[one] ?? 0) + events;
      for (const other of ids.slice(at + 1)) {
        const key = one * rules + other;
        both.set(key, (both.get(key) ?? 0) + events);
      }
    });
  }
  const bothOf = (one: number, other: number): number =>
    both.get(Math.min(one, other) * rules + Math.max(one, other)) ?? 0;
  return {
    matched,
    bothOf,
    pairs: [...both].map(([key, events]): readonly [number, number, number] => [
      Math.floor(key / rules),
      key % rules,
      events,
    ]),
  };
};

/**
 * What each rule of a set is worth given the others, and which may go: rules are left out one after the other, each time the one
 * whose loss costs least (backward elimination: Guyon and Elisseeff, "An introduction to variable and feature selection", Journal of
 * Machine Learning Research 3, 2003, section 4.2); what is left is judged anew each time, so that of two rules that say the same
 * one stays. A rule is worth what the events that it decides gain over the decision of the next rule that matches them.
 *
 * Rules go last whose worth is not known. The proposed set is the smallest that keeps 99 per cent of the highest value before they do. Time grows with groups and their matches.
 *
 * @param rules in the order that they run in; groups name them by their place.
 * @param fraudEstimates how likely groups are fraud, by place.
 */
export const pruneRules = (
  costs: CostModel,
  rules: readonly PrunableRule[],
  groups: readonly MatchedEvents[],
  fraudEstimates: readonly FraudEstimate[],
): RulePruning => {
  const state = new RuleSetState(costs, fraudEstimates, rules.length, groups);
  const { matched, pairs } = pairsOf(groups, rules.length);
  // A rule that only observes does not say the same as one that decides.
  const deciding = pairsOf(
    groups.map((group) => ({ ...group, matches: group.matches.filter(({ decision }) => decision !== null) })),
    rules.length,
  );
  const whole = state.whole();
  const first = rules.map((_, at) => state.marginalOf(at));

  const now = first.map(({ worth }) => worth);
  const left = new Set(rules.flatMap(({ removable }, at) => (removable ? [at] : [])));
  const removed: { readonly rule: number; readonly worth: Worth }[] = [];
  const curve: PruneStep[] = [{ rules: rules.length, net: whole.net, removed: null }];
  let net = whole.net;
  /** Steps before the first rule went whose worth is not known. */
  let known = 0;
  while (left.size > 0) {
    const judged = [...left].filter((rule) => !isUnknown(now[rule]));
    if (judged.length > 0 && known === removed.length) known += 1;
    const rule = cheapest(judged.length > 0 ? judged : [...left], now, matched);
    left.delete(rule);
    const worth = now[rule] ?? { net: 0, lower: 0, upper: 0 };
    net -= worth.net;
    removed.push({ rule, worth });
    curve.push({ rules: rules.length - removed.length, net, removed: rules[rule]?.id ?? null });
    for (const other of state.leaveOut(rule)) now[other] = state.marginalOf(other).worth;
  }

  const highest = Math.max(...curve.slice(0, known + 1).map((step) => step.net));
  const enough = highest > 0 ? KEPT * highest : highest;
  const proposed = curve.slice(0, known + 1).findLast((step) => step.net >= enough - ALIKE)?.rules ?? rules.length;
  const orderOf = new Map(removed.map(({ rule }, at) => [rule, at + 1]));
  const isProposed = (rule: number): boolean => (orderOf.get(rule) ?? Infinity) > rules.length - proposed;

  return {
    whole,
    curve,
    proposed,
    pairs,
    rules: rules.map(({ id, removable }, at): PrunedRule => {
      const events = matched[at] ?? 0;
      const { worth: marginal, decided, changed } = first[at] ?? state.marginalOf(at);
      const duplicateOf = duplicateAmong(rules, at, deciding, isProposed);
      const reasons: readonly (readonly [PruneReason, boolean])[] = [
        ['dead', events === 0],
        ['duplicate', duplicateOf !== null],
        ['neverDecides', events > 0 && decided === 0],
        ['costs', marginal.net < -ALIKE],
      ];
      return {
        id,
        removable,
        matched: events,
        decided,
        changed,
        isUnknown: isUnknown(marginal),
        marginal,
        marginalWhenRemoved: removed.find(({ rule }) => rule === at)?.worth ?? null,
        removedAt: orderOf.get(at) ?? null,
        duplicateOf,
        reasons: removable ? reasons.flatMap(([reason, holds]) => (holds ? [reason] : [])) : [],
      };
    }),
  };
};

/** Nothing is assumed about the events, and none has a label: no gain is known, and one is possible. */
const isUnknown = (worth: Worth | undefined): boolean =>
  worth !== undefined && Math.abs(worth.net) <= ALIKE && worth.upper > ALIKE;

/** The rule whose loss costs least; of several the one with the fewest events, then the one that runs last. */
const cheapest = (left: readonly number[], worth: readonly Worth[], matched: Float64Array): number => {
  let best = -1;
  for (const rule of left) {
    const difference = (worth[rule]?.net ?? 0) - (worth[best]?.net ?? Infinity);
    const fewer = (matched[rule] ?? 0) - (matched[best] ?? 0);
    if (best < 0 || difference < -ALIKE || (difference <= ALIKE && (fewer < 0 || (fewer === 0 && rule > best))))
      best = rule;
  }
  return best;
};

/** The rule that covers most of the events of another one; one that is kept goes first. */
const duplicateAmong = (
  rules: readonly PrunableRule[],
  rule: number,
  { matched, bothOf }: ReturnType<typeof pairsOf>,
  isProposed: (rule: number) => boolean,
): Duplicate | null => {
  const events = matched[rule] ?? 0;
  if (events === 0) return null;
  const [best] = rules
    .flatMap(({ id }, other) => {
      const both = other === rule ? 0 : bothOf(rule, other);
      const [covered, covers] = [both / events, both / (matched[other] || 1)];
      return covered < COVERED ? [] : [{ id, covered, covers, isKept: isProposed(other) }];
    })
    .toSorted((a, b) => Number(b.isKept) - Number(a.isKept) || b.covered - a.covered || b.covers - a.covers);
  return best === undefined ? null : { id: best.id, covered: best.covered, covers: best.covers };
};
