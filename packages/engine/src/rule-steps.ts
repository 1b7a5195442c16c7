import type { EvaluationContext, RuleOutcome } from '@redoubt/fql';
import type { PlanRule } from './plan-model.ts';

/** What runs next: a rule, and the context it sees. */
type RuleStep = { readonly rule: PlanRule; readonly context: EvaluationContext };

/** Goes through rules; each is run by the caller of the generator, at once or waiting. */
export type RuleSteps<Result> = Generator<RuleStep, Result, RuleOutcome>;

/** Is called with the outcome of each rule that ran. */
export type RuleWatch = (rule: PlanRule, outcome: RuleOutcome) => void;

/** Only for rules none of which waits. */
export const runAll = <Result>(steps: RuleSteps<Result>): Result => {
  let step = steps.next();
  while (!step.done) step = steps.next(step.value.rule.compiled.run(step.value.context));
  return step.value;
};

export const runAllAsync = async <Result>(steps: RuleSteps<Result>): Promise<Result> => {
  let step = steps.next();
  while (!step.done) {
    const { rule, context } = step.value;
    // oxlint-disable-next-line eslint/no-await-in-loop -- rules run in their order, and a decision ends the run
    step = steps.next(
      rule.compiled.isAsync
        ? await rule.compiled.runAsync({ ...context, textId: rule.id })
        : rule.compiled.run(context),
    );
  }
  return step.value;
};
