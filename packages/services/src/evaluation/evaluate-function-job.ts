import type { FunctionEvaluation } from '@redoubt/contracts';
import { compileRule } from '@redoubt/fql';
import type { Json } from '@redoubt/kernel';
import { contextIn, levelsOf, sampleInput, type JobData } from './evaluation-context.ts';
import type { FunctionEvaluationJob } from './evaluation-protocol.ts';
import { checkSampled } from './evaluation-steps.ts';
import { shownValue } from '../shown-value.ts';

/** Checks the text of a function and, where it has no error, works out every output for the sample. */
export const evaluateFunctionJob = async (job: FunctionEvaluationJob, data: JobData): Promise<FunctionEvaluation> => {
  const { source } = job;
  const { checked, payload, diagnostics } = checkSampled(job);
  if (payload === undefined) return { diagnostics, result: null };
  const plan = await levelsOf(job, data, [checked.references]);
  const started = performance.now();
  const compiled = compileRule(checked);
  const context = {
    ...contextIn(plan, sampleInput(job, payload, data)),
    arguments: (source.parameters ?? []).map(({ fallback }): Json => fallback ?? null),
  };
  const outputs: NonNullable<FunctionEvaluation['result']>['outputs'] = [];
  for (const { id, name } of source.clauses) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- samples answer at once, there is nothing to gain
    const outcome = await compiled.readProperty(id, context);
    const value = Object.hasOwn(outcome.values, id) ? (outcome.values[id] ?? null) : null;
    outputs.push({ id, name, value: shownValue(value), errors: outcome.errors.map(({ message }) => message) });
  }
  return { diagnostics, result: { outputs, elapsedUs: Math.round((performance.now() - started) * 1000) } };
};
