import { DEFAULT_VELOCITY_WINDOW_MODE, listNameKey, nameKey } from '@redoubt/domain';
import {
  compilePlan,
  velocitiesOf,
  type Plan,
  type PlanLevelSource,
  type PlanRuleSource,
  type PlanVelocitySetSource,
  type UnitCache,
} from '@redoubt/engine';
import { velocityDefinitionOf, type SymbolTable } from '@redoubt/fql';
import { NEEDS } from '../enrichment/asked-facts.ts';
import { listsAt, type Moment } from './list-histories.ts';
import type { LevelData, PlanData, BacktestedRule } from './protocol.ts';

/** The rules of the tried rule's list with it in its place. */
const withTried = (rules: readonly PlanRuleSource[], tried: BacktestedRule): readonly PlanRuleSource[] => {
  const { id, name, hash, text } = tried;
  if (text === null) return rules;
  const at = rules.findIndex((rule) => rule.id === id);
  const rule = { id, name, version: rules[at]?.version ?? 0, hash, text };
  if (at >= 0) return rules.with(at, rule);
  const before = new Set(tried.runsAfter);
  const place = rules.findLastIndex((other) => before.has(other.id)) + 1;
  return rules.toSpliced(place, 0, rule);
};

const velocityNamesOf = (sets: readonly PlanVelocitySetSource[]): readonly string[] =>
  sets.flatMap(({ text }) => text.clauses.map(({ code }) => nameKey(velocityDefinitionOf(code)?.name ?? '')));

/** Velocities that came later, so that the tried rule may name them; nothing counts by them here. */
const laterSets = (
  known: readonly PlanVelocitySetSource[],
  now: readonly PlanVelocitySetSource[],
): readonly PlanVelocitySetSource[] => {
  const names = new Set(velocityNamesOf(known));
  return now.flatMap((set) => {
    const clauses = set.text.clauses.filter(({ code }) => !names.has(nameKey(velocityDefinitionOf(code)?.name ?? '')));
    if (clauses.length === 0) return [];
    return [{ ...set, active: false, hash: `${set.hash} later`, text: { ...set.text, clauses } }];
  });
};

type Called<Entry> = readonly Entry[] | 'any';

/** What may be called at both times; what was there then is what it was. */
const joinedCalls = <Entry extends { readonly name: string }>(
  then: Called<Entry> = [],
  now: Called<Entry> = [],
): readonly Entry[] => {
  const [before, after] = [then, now].map((each) => (each === 'any' ? [] : each));
  const known = new Set(before?.map(({ name }) => nameKey(name)));
  return [...(before ?? []), ...(after ?? []).filter(({ name }) => !known.has(nameKey(name)))];
};

/** What rules of both times may name: those of the recorded plan, and the tried one, which was checked against today. */
const joined = (then: SymbolTable, now: SymbolTable): SymbolTable => {
  const lists = new Map(then.lists.map((list) => [listNameKey(list.name), list]));
  for (const list of now.lists) {
    const old = lists.get(listNameKey(list.name));
    const columns = [...(old?.columns ?? []), ...list.columns];
    lists.set(listNameKey(list.name), { ...list, columns: [...new Set(columns)] });
  }
  const velocities = [...new Set([...(then.velocities ?? []), ...(now.velocities ?? [])])];
  const calls = joinedCalls(then.calls, now.calls);
  const assessments = joinedCalls(then.assessments, now.assessments);
  return { ...then, ...now, lists: [...lists.values()], velocities, calls, assessments };
};

const levelWithTried = (level: LevelData, tried: BacktestedRule | null): LevelData => {
  if (level.environmentId !== tried?.environmentId) return level;
  const known = new Set(level.lists.map(({ name }) => listNameKey(name)));
  const sets = level.velocitySets ?? [];
  return {
    ...level,
    ...(tried.branch && { runMode: tried.branch.runMode }),
    rules: withTried(tried.branch?.rules ?? level.rules, tried),
    symbols: joined(level.symbols, tried.symbols),
    lists: [...level.lists, ...tried.lists.filter(({ name }) => !known.has(listNameKey(name)))],
    velocitySets: [...sets, ...laterSets(sets, tried.velocitySets)],
  };
};

const compile = (plan: PlanData, levels: readonly LevelData[], moment: Moment, units: UnitCache): Plan => {
  const sources = levels.map((level): PlanLevelSource => ({ ...level, lists: listsAt(level.lists, moment) }));
  return compilePlan(plan.id, plan.environmentId, sources, units).plan;
};

/** What velocities of a plan are counted under. */
export const seriesOf = (plan: PlanData): ReadonlySet<string> =>
  new Set(
    plan.levels.flatMap(({ velocitySets = [], windowMode = DEFAULT_VELOCITY_WINDOW_MODE }, depth) =>
      velocitySets.flatMap((set) =>
        [...velocitiesOf(set, depth, windowMode).values()].map(({ velocity }) => velocity.series),
      ),
    ),
  );

/** A plan as it is and with the tried rule in it; the same twice where none is tried. */
export type BacktestedPlan = {
  readonly before: Plan;
  readonly after: Plan;
  /** Every list the two may read. */
  readonly lists: LevelData['lists'];
  /** Whether rules may read velocities. */
  readonly readsVelocities: boolean;
  /** Whether rules may ask what is outside: calls, and facts about addresses, cards and devices. */
  readonly asksOutside: boolean;
  /** Whether rules may ask the graph. */
  readonly asksGraph: boolean;
};

const GRAPH = /\bGraph\s*\./i;

/** Whether a backtest needs the graph: a plan that is known asks it, or the tried rule does. */
export const asksGraph = (tried: BacktestedRule | null, plans: readonly (BacktestedPlan | null)[]): boolean => {
  const texts = [tried?.text ?? null, ...(tried?.branch?.rules.map(({ text }) => text) ?? [])];
  const isWritten = texts.some(
    (text) =>
      text !== null && [text.condition, ...text.clauses.map(({ code }) => code)].some((code) => GRAPH.test(code)),
  );
  return isWritten || plans.some((plan) => plan?.asksGraph);
};

export const compileBacktested = (
  plan: PlanData,
  tried: BacktestedRule | null,
  moment: Moment,
  units: UnitCache,
): BacktestedPlan => {
  const changed = plan.levels.map((level) => levelWithTried(level, tried));
  const before = compile(plan, plan.levels, moment, units);
  const after = tried === null ? before : compile(plan, changed, moment, units);
  const references = [before, after].flatMap(({ levels }) =>
    levels.flatMap(({ rules }) => rules.map(({ compiled }) => compiled.references)),
  );
  return {
    before,
    after,
    lists: changed.flatMap(({ lists }) => lists),
    readsVelocities: references.some(({ velocities, called }) => velocities.length + called.length > 0),
    asksGraph: references.some(({ functions }) => functions.some((name) => NEEDS.get(name) === 'graph')),
    asksOutside:
      before.isAsync ||
      after.isAsync ||
      references.some(({ functions, called }) => called.length > 0 || functions.some((name) => NEEDS.has(name))),
  };
};
