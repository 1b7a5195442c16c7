import { listNameKey } from '@redoubt/domain';
import { compilePlan, type Plan, type PlanLevelSource, type PlanRuleSource, type UnitCache } from '@redoubt/engine';
import { listsAt, type Moment } from './list-histories.ts';
import type { LevelData, PlanData, TriedRule } from './protocol.ts';

/** The rules of the tried rule's environment with it in its place. */
const withTried = (rules: readonly PlanRuleSource[], tried: TriedRule): readonly PlanRuleSource[] => {
  const { id, name, hash, text } = tried;
  const at = rules.findIndex((rule) => rule.id === id);
  const rule = { id, name, version: rules[at]?.version ?? 0, hash, text };
  if (at >= 0) return rules.with(at, rule);
  const before = new Set(tried.runsAfter);
  const place = rules.findLastIndex((other) => before.has(other.id)) + 1;
  return rules.toSpliced(place, 0, rule);
};

const levelWithTried = (level: LevelData, tried: TriedRule): LevelData => {
  if (level.environmentId !== tried.environmentId) return level;
  const known = new Set(level.lists.map(({ name }) => listNameKey(name)));
  return {
    ...level,
    rules: withTried(level.rules, tried),
    catalogue: tried.catalogue,
    lists: [...level.lists, ...tried.lists.filter(({ name }) => !known.has(listNameKey(name)))],
  };
};

const compile = (plan: PlanData, levels: readonly LevelData[], moment: Moment, units: UnitCache): Plan => {
  const sources = levels.map((level): PlanLevelSource => ({ ...level, lists: listsAt(level.lists, moment) }));
  return compilePlan(plan.id, plan.environmentId, sources, units).plan;
};

/** A plan as it is and with the tried rule in it, and every list the two may read. */
export type TriedPlan = { readonly before: Plan; readonly after: Plan; readonly lists: LevelData['lists'] };

export const compileTried = (plan: PlanData, tried: TriedRule, moment: Moment, units: UnitCache): TriedPlan => {
  const changed = plan.levels.map((level) => levelWithTried(level, tried));
  return {
    before: compile(plan, plan.levels, moment, units),
    after: compile(plan, changed, moment, units),
    lists: changed.flatMap(({ lists }) => lists),
  };
};
