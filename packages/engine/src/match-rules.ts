import type { Decision } from '@redoubt/domain';
import type { RuleOutcome } from '@redoubt/fql';
import type { JsonObject } from '@redoubt/kernel';
import { recordedCalls, transactionCalls } from './calls.ts';
import { currentContributions } from './contributions.ts';
import type { EngineInput } from './engine-input.ts';
import { transactionFacts } from './facts.ts';
import { contextOf } from './functions.ts';
import type { Plan, PlanRule } from './plan-model.ts';
import { runAll, runAllAsync, type RuleSteps } from './rule-steps.ts';

/**
 * Is called with each rule of a plan, in order: what came of it, and what it would decide if none before it did; null where the run
 * would go on after it.
 */
export type RuleMatchWatch = (rule: PlanRule, outcome: RuleOutcome, decision: Decision | null) => void;

/**
 * Asks every rule of a plan, whatever those before it said. Each reads the global variables that all rules before it set, as it does
 * where none of those before it decides.
 */
// oxlint-disable-next-line eslint/func-style -- only a function can be a generator
function* matching(plan: Plan, input: EngineInput, watch: RuleMatchWatch): RuleSteps<void> {
  const current = currentContributions(plan, input);
  let variables: JsonObject = {};
  for (const level of plan.levels) {
    const context = contextOf(plan.levels, level, input, current);
    for (const rule of level.rules) {
      const outcome = yield { rule, context: { ...context, variables, seed: (input.seed ^ rule.seed) >>> 0 } };
      if (Object.keys(outcome.variables).length > 0) variables = { ...variables, ...outcome.variables };
      // A rule whose condition holds ends a run of `firstMatch`, which approves without a decision.
      const ends = outcome.conditionMet && level.runMode === 'firstMatch' ? 'Approve' : null;
      watch(rule, outcome, outcome.decision?.decision ?? ends);
    }
  }
}

const withFactsOnce = (input: EngineInput): EngineInput =>
  input.enrichment ? { ...input, enrichment: transactionFacts(input.enrichment).source } : input;

/** What every rule says of an event, each alone. Not for plans that wait. */
export const matchRules = (plan: Plan, input: EngineInput, watch: RuleMatchWatch): void =>
  runAll(matching(plan, withFactsOnce(input), watch));

/** As `matchRules`, for any plan; equal requests are one call. */
export const matchRulesAsync = (plan: Plan, input: EngineInput, watch: RuleMatchWatch): Promise<void> => {
  const calls = transactionCalls(input.calls ?? recordedCalls([]));
  return runAllAsync(matching(plan, withFactsOnce({ ...input, calls }), watch));
};
