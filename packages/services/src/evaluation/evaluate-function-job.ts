import type { FunctionEvaluation } from '@redoubt/contracts';
import { checkRule, compileRule } from '@redoubt/fql';
import { isJsonObject, type Json } from '@redoubt/kernel';
import { contextIn, levelsOf, sampleInput, type JobData } from './evaluation-context.ts';
import type { FunctionEvaluationJob } from './evaluation-protocol.ts';
import { wireDiagnostic } from './evaluation-steps.ts';
import { shownValue } from '../shown-value.ts';

/** Checks the text of a function and, where it has no error, works out every output for the sample. */
export const evaluateFunctionJob = async (job: FunctionEvaluationJob, data: JobData): Promise<FunctionEvaluation> => {
  const { source, symbols, payload } = job;
  const { checked, diagnostics } = checkRule(source, symbols);
  const answer = diagnostics.map(wireDiagnostic);
  if (!checked.valid || !isJsonObject(payload)) return { diagnostics: answer, result: null };
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
  return { diagnostics: answer, result: { outputs, elapsedUs: Math.round((performance.now() - started) * 1000) } };
};
