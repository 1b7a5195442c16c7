import type { EventAction, EventRouting, EventTraceRule, EventTraceStep } from '@redoubt/contracts';
import { GENERAL_QUEUE, GENERAL_QUEUE_ID, nameKey } from '@redoubt/domain';
import { readValues, expandTrace, type RecordedTrace, type TraceStep } from '@redoubt/engine';
import { CONDITION_PART } from '@redoubt/fql';
import type { Id, Json } from '@redoubt/kernel';
import type { ReviewFacts } from '@redoubt/storage';
import type { RecordedResult } from '../decisions/recorded/recorded-event.ts';
import { ruleUnitOf, type RecordedPlan } from '../plans/load-recorded-plan.ts';
import type { ManifestRule, RuleUnit } from '../plans/manifest.ts';
import { calledOut } from './called-out.ts';

const readsOf = (step: TraceStep | undefined, values: Readonly<Record<string, Json>>): EventTraceStep['reads'] =>
  (step?.reads ?? []).map((path) => {
    const value = values[path] ?? null;
    return { path, value, missing: value === null };
  });

/** The texts of a rule in the order they run, with what became of each; texts that were not reached say so. */
const stepsOf = (
  unit: RuleUnit,
  recorded: readonly TraceStep[],
  result: Pick<RecordedResult, 'decision'>,
  values: Readonly<Record<string, Json>>,
  decidingClause: string | null,
): EventTraceStep[] => {
  const byPart = new Map(recorded.map((step) => [step.part, step]));
  const stepOf = (part: string, name: string, kind: EventTraceStep['kind'], code: string): EventTraceStep => {
    const step = byPart.get(part);
    return {
      name,
      kind,
      code,
      outcome: step?.outcome ?? 'notReached',
      decision: kind === 'clause' && name === decidingClause ? result.decision : null,
      reads: readsOf(step, values),
      error: step?.error ?? null,
    };
  };
  const condition =
    unit.condition.trim() === '' ? [] : [stepOf(CONDITION_PART, CONDITION_PART, 'condition', unit.condition)];
  return [...condition, ...unit.clauses.map((clause) => stepOf(clause.id, clause.name, 'clause', clause.code))];
};

type Level = { readonly environmentId: Id; readonly rules: readonly ManifestRule[] };

/** What became of the rules of some levels, with their texts as they were then. */
const traceOf = (
  plan: RecordedPlan,
  levels: readonly Level[],
  recorded: RecordedTrace & { readonly clause: string | null },
  decision: RecordedResult['decision'],
  environmentNames: ReadonlyMap<Id, string>,
): EventTraceRule[] => {
  const values = readValues(recorded);
  const rules = new Map<string, ManifestRule>(
    levels.flatMap((level) => level.rules.map((rule) => [`${level.environmentId}/${rule.id}`, rule])),
  );
  const clauseIdsOf = ({ unit }: ManifestRule): readonly string[] => ruleUnitOf(plan, unit).clauses.map(({ id }) => id);
  return expandTrace(recorded, levels, clauseIdsOf).flatMap((entry) => {
    const rule = rules.get(`${entry.environmentId}/${entry.ruleId}`);
    if (rule === undefined) return [];
    const decides = entry.outcome === 'decided' ? recorded.clause : null;
    return {
      environmentId: entry.environmentId,
      environmentName: environmentNames.get(entry.environmentId) ?? entry.environmentId,
      ruleId: entry.ruleId,
      ruleName: rule.name,
      ruleVersion: entry.version,
      order: entry.order,
      outcome: entry.outcome,
      steps: stepsOf(ruleUnitOf(plan, rule.unit), entry.steps, { decision }, values, decides),
    };
  });
};

/**
 * The path of an event through the rules of the plan that decided it, with the texts as they were then. Environment names
 * are today's.
 */
export const eventTrace = (
  plan: RecordedPlan,
  result: RecordedResult,
  environmentNames: ReadonlyMap<Id, string>,
): EventTraceRule[] => traceOf(plan, plan.manifest.levels, result, result.decision, environmentNames);

/** How the case of an event came to its queue; null where it became none. */
export const eventRouting = (
  plan: RecordedPlan | undefined,
  { decision, routing }: RecordedResult,
  review: ReviewFacts | undefined,
  environmentNames: ReadonlyMap<Id, string>,
): EventRouting | null => {
  if (review === undefined) return null;
  const { queue: wanted = null, rule = null, clause = null } = routing ?? {};
  const isGeneral = review.queueId === GENERAL_QUEUE_ID;
  const levels = (plan?.manifest.levels ?? [])
    .slice(-1)
    .map(({ environmentId, routing: rules = [] }) => ({ environmentId, rules }));
  return {
    queue: isGeneral || wanted === null ? GENERAL_QUEUE.name : wanted,
    rule,
    clause,
    missing: isGeneral && wanted !== null && nameKey(wanted) !== nameKey(GENERAL_QUEUE.name) ? wanted : null,
    trace:
      plan === undefined || routing === undefined ? [] : traceOf(plan, levels, routing, decision, environmentNames),
  };
};

/** What became of the actions of the plan that decided an event, with the texts as they were then. */
export const eventActions = (
  plan: RecordedPlan,
  { decision, actions }: RecordedResult,
  environmentNames: ReadonlyMap<Id, string>,
): EventAction[] => {
  if (actions === undefined) return [];
  const known = new Map<string, ManifestRule>(
    plan.manifest.levels.flatMap((level) =>
      (level.actions ?? []).map((action) => [`${level.environmentId}/${action.id}`, action]),
    ),
  );
  return actions.trace.flatMap(({ environmentId, actionId, version, order, outcome, steps, ...did }) => {
    const action = known.get(`${environmentId}/${actionId}`);
    if (action === undefined) return [];
    return {
      environmentId,
      environmentName: environmentNames.get(environmentId) ?? environmentId,
      actionId,
      actionName: action.name,
      actionVersion: version,
      order,
      outcome,
      steps: stepsOf(ruleUnitOf(plan, action.unit), steps, { decision }, actions.values, null),
      response: { ...did.response },
      variables: { ...did.variables },
      calls: calledOut(did.calls, environmentNames),
    };
  });
};
