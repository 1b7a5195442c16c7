import { currentContributions } from './contributions.ts';
import type { EngineInput } from './engine-input.ts';
import type { RoutingResult, Verdict } from './engine-result.ts';
import { contextOf } from './functions.ts';
import type { Plan, PlanRule } from './plan-model.ts';
import { Recorder } from './recorder.ts';
import type { RuleSteps, RuleWatch } from './rule-steps.ts';
import { variablesSeenAt, type LevelVariables } from './variables.ts';

/** Where a clause sends the case. */
type Route = { readonly rule: PlanRule; readonly queue: string; readonly clause: string | null };

const routeOf = (rule: PlanRule, queue: string, clauseId: string | undefined): Route => ({
  rule,
  queue,
  clause: clauseId === undefined ? null : (rule.clauseNames.get(clauseId) ?? clauseId),
});

/**
 * Goes through the routing rules of the event's own environment until one routes; those of the environments above it
 * route their own events only. They see what rules that decide see, and the global variables these set. Null where the
 * event is not reviewed, and where there are none.
 */
// oxlint-disable-next-line eslint/func-style -- only a function can be a generator
export function* routing(
  plan: Plan,
  input: EngineInput,
  { decision }: Verdict,
  variables: LevelVariables | undefined,
  watch?: RuleWatch,
): RuleSteps<RoutingResult | null> {
  const level = plan.levels.at(-1);
  if (decision !== 'Review' || level === undefined || level.routing.length === 0) return null;
  const recorder = new Recorder([level]);
  const context = {
    ...contextOf(plan.levels, level, input, currentContributions(plan, input)),
    variables: variablesSeenAt(level, variables),
  };
  let route: Route | null = null;
  for (const rule of level.routing) {
    if (route) {
      recorder.addNotReached(level, rule);
      continue;
    }
    const outcome = yield { rule, context: { ...context, seed: (input.seed ^ rule.seed) >>> 0 } };
    watch?.(rule, outcome);
    recorder.add(level, rule, outcome);
    if (outcome.queue !== null) route = routeOf(rule, outcome.queue, outcome.firedClauseIds.at(-1));
  }
  const { trace, values, stepErrors, errors } = recorder;
  return {
    queue: route?.queue ?? null,
    rule: route && { id: route.rule.id, name: route.rule.name, version: route.rule.version },
    clause: route?.clause ?? null,
    trace,
    values,
    ...(stepErrors.length > 0 ? { stepErrors } : {}),
    errors,
  };
}
