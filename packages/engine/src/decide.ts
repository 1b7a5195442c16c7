import { NO_CLAUSE_HIT } from '@redoubt/domain';
import type { RuleOutcome } from '@redoubt/fql';
import type { JsonObject } from '@redoubt/kernel';
import { applyControlShare } from './control-share.ts';
import type { Verdict, EngineResult, RoutingResult } from './engine-result.ts';
import type { Plan, PlanLevel, PlanRule } from './plan-model.ts';
import { recordedCalls, transactionCalls } from './calls.ts';
import { transactionFacts, type FactReads } from './facts.ts';
import { contextOf } from './functions.ts';
import { Recorder, type Listener } from './recorder.ts';
import { currentContributions } from './contributions.ts';
import type { EngineInput } from './engine-input.ts';
import { routing } from './routing.ts';
import { runAll, runAllAsync, type RuleSteps, type RuleWatch } from './rule-steps.ts';

/** Goes through the rules of a plan; each is run by the caller of this generator, at once or waiting. */
// oxlint-disable-next-line eslint/func-style -- only a function can be a generator
function* deciding(plan: Plan, input: EngineInput, listener: Listener): RuleSteps<Verdict> {
  const current = currentContributions(plan, input);
  let anyMatched = false;
  let decided: { level: PlanLevel; rule: PlanRule; outcome: RuleOutcome } | null = null;
  let stopped = false;
  let variables: JsonObject = {};

  for (const level of plan.levels) {
    const context = contextOf(plan.levels, level, input, current);
    for (const rule of level.rules) {
      if (stopped) {
        listener.addNotReached(level, rule);
        continue;
      }
      const outcome = yield { rule, context: { ...context, variables, seed: (input.seed ^ rule.seed) >>> 0 } };
      listener.add(level, rule, outcome);
      if (Object.keys(outcome.variables).length > 0) {
        variables = { ...variables, ...outcome.variables };
        listener.addVariables?.(level, outcome.variables);
      }
      if (outcome.decision) decided = { level, rule, outcome };
      anyMatched ||= outcome.conditionMet;
      stopped = outcome.decision !== null || (outcome.conditionMet && level.runMode === 'firstMatch');
    }
  }

  const made = decided?.outcome.decision;
  if (!decided || !made) {
    return {
      decision: 'Approve',
      reason: anyMatched ? NO_CLAUSE_HIT : null,
      supportMessage: null,
      challengeType: null,
      rule: null,
      clause: null,
    };
  }
  const { level, rule } = decided;
  return applyControlShare(plan.levels.at(-1)?.controlShare ?? null, input, {
    decision: made.decision,
    reason: made.reason,
    supportMessage: made.supportMessage,
    challengeType: made.challengeType,
    rule: { id: rule.id, name: rule.name, version: rule.version, environmentId: level.environmentId },
    clause: rule.clauseNames.get(made.clauseId) ?? made.clauseId,
  });
}

const NO_READS: FactReads = {};

/** The input with facts that are looked up once each, and how what was found becomes part of a result. */
const withFacts = (input: EngineInput): { readonly input: EngineInput; readonly reads: FactReads } => {
  const looked = input.enrichment && transactionFacts(input.enrichment);
  return looked ? { input: { ...input, enrichment: looked.source }, reads: looked.reads } : { input, reads: NO_READS };
};

const resultOf = (
  verdict: Verdict,
  recorder: Recorder,
  routed: RoutingResult | null,
  reads: FactReads,
): EngineResult => {
  const { outputs, hits, trace, values, stepErrors, errors, traced } = recorder;
  const failed = stepErrors.length > 0 ? { stepErrors } : {};
  const facts = Object.keys(reads).length > 0 ? { facts: reads } : {};
  const variables = recorder.variables && { variables: recorder.variables };
  const chosen = routed && { routing: routed };
  const said = traced.length > 0 ? { traced } : {};
  return { ...verdict, outputs, hits, trace, values, ...failed, errors, ...said, ...facts, ...variables, ...chosen };
};

/**
 * Decides one event (`docs/reference/deciding.md#evaluation`). Pure: equal plan and input give an equal result. Not for
 * plans that wait.
 *
 * The root environment's rules run first, then each descendant's. A decision ends the run; a matched rule without one
 * ends it in `firstMatch` mode. Nothing decided means Approve, with reason `NO_CLAUSE_HIT` where a condition held.
 * Global variables set by one rule are read by those after it. A purchase that a rule stops may pass by the control share of
 * the plan's own environment. Where the decision is Review, routing rules choose its
 * queue.
 */
export const decide = (plan: Plan, given: EngineInput): EngineResult => {
  const { input, reads } = withFacts(given);
  const recorder = new Recorder(plan.levels);
  const verdict = runAll(deciding(plan, input, recorder));
  const routed = runAll(routing(plan, input, verdict, recorder.variables));
  return resultOf(verdict, recorder, routed, reads);
};

/**
 * As `decide`, for any plan: rules that call out are waited for. Equal requests are one call; the result names the
 * calls with their answers, and `recordedCalls` of them decides the event again.
 */
export const decideAsync = async (plan: Plan, given: EngineInput): Promise<EngineResult> => {
  if (!plan.isAsync) return decide(plan, given);
  const calls = transactionCalls(given.calls ?? recordedCalls([]));
  const { input, reads } = withFacts({ ...given, calls });
  const recorder = new Recorder(plan.levels);
  const verdict = await runAllAsync(deciding(plan, input, recorder));
  const routed = await runAllAsync(routing(plan, input, verdict, recorder.variables));
  const result = resultOf(verdict, recorder, routed, reads);
  const records = calls.records();
  return records.length === 0 ? result : { ...result, calls: records };
};

/**
 * Where routing rules send an event that a person wants reviewed, whatever its decision; null where there are none. The rules
 * that decide run before, for the variables that they set.
 */
export const routeAsync = async (plan: Plan, given: EngineInput): Promise<RoutingResult | null> => {
  const { input } = withFacts({ ...given, calls: transactionCalls(given.calls ?? recordedCalls([])) });
  const recorder = new Recorder(plan.levels);
  const verdict = await runAllAsync(deciding(plan, input, recorder));
  return runAllAsync(routing(plan, input, { ...verdict, decision: 'Review' }, recorder.variables));
};

const listenerOf = (watch: RuleWatch): Listener => ({
  add: (_level, rule, outcome) => watch(rule, outcome),
  addNotReached: () => undefined,
});

/** The verdict of `decide` alone, for those who decide very many events: nothing is traced. */
export const decideUntraced = (plan: Plan, input: EngineInput, watch: RuleWatch): Verdict =>
  runAll(deciding(plan, input, listenerOf(watch)));

/** The verdict of `decideAsync` alone. */
export const decideUntracedAsync = (plan: Plan, input: EngineInput, watch: RuleWatch): Promise<Verdict> => {
  const calls = transactionCalls(input.calls ?? recordedCalls([]));
  return runAllAsync(deciding(plan, { ...input, calls }, listenerOf(watch)));
};

/** As `decideUntracedAsync`, and is called with routing rules as well. */
export const decideWatchedAsync = async (plan: Plan, given: EngineInput, watch: RuleWatch): Promise<Verdict> => {
  const input = { ...given, calls: transactionCalls(given.calls ?? recordedCalls([])) };
  const recorder = new Recorder(plan.levels);
  const listener: Listener = {
    add: (_level, rule, outcome) => watch(rule, outcome),
    addNotReached: () => undefined,
    addVariables: (level, variables) => recorder.addVariables(level, variables),
  };
  const verdict = await runAllAsync(deciding(plan, input, listener));
  await runAllAsync(routing(plan, input, verdict, recorder.variables, watch));
  return verdict;
};
