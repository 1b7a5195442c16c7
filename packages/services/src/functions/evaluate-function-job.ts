import type { FunctionEvaluation } from '@redoubt/contracts';
import { checkRule, compileRule, type EnrichmentSource } from '@redoubt/fql';
import { isJsonObject, type Json } from '@redoubt/kernel';
import type { ListIndex } from '../plans/list-index.ts';
import { evaluationContext } from '../rules/evaluation-context.ts';
import type { FunctionEvaluationJob } from '../rules/evaluation-protocol.ts';
import { wireDiagnostic } from '../rules/evaluation-steps.ts';
import { shownValue } from '../rules/shown-value.ts';

/** Checks the text of a function and, where it has no error, works out every output for the sample. */
export const evaluateFunctionJob = (
  job: FunctionEvaluationJob,
  contents: ReadonlyMap<string, ListIndex>,
  enrichment: EnrichmentSource = {},
): FunctionEvaluation => {
  const { source, catalogue, payload } = job;
  const { checked, diagnostics } = checkRule(source, catalogue);
  const answer = diagnostics.map(wireDiagnostic);
  if (!checked.valid || !isJsonObject(payload)) return { diagnostics: answer, result: null };
  const started = performance.now();
  const compiled = compileRule(checked);
  const context = {
    ...evaluationContext(job, payload, contents, enrichment),
    arguments: (source.parameters ?? []).map(({ fallback }): Json => fallback ?? null),
  };
  const outputs = source.clauses.map(({ id, name }) => {
    const outcome = compiled.readProperty(id, context);
    // Nothing that functions may call has to be waited for yet; one that did would have no value here.
    if (outcome instanceof Promise) return { id, name, value: null, errors: [] };
    const value = Object.hasOwn(outcome.values, id) ? (outcome.values[id] ?? null) : null;
    return { id, name, value: shownValue(value), errors: outcome.errors.map(({ message }) => message) };
  });
  return { diagnostics: answer, result: { outputs, elapsedUs: Math.round((performance.now() - started) * 1000) } };
};
