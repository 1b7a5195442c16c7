import type { Evaluation } from '@redoubt/contracts';
import { NO_CLAUSE_HIT } from '@redoubt/domain';
import { emptyVelocities } from '@redoubt/engine';
import type { EnrichmentData } from '@redoubt/enrichment';
import { checkRule, explainRuleAsync, type RuleOutcome } from '@redoubt/fql';
import { isJsonObject, type JsonObject } from '@redoubt/kernel';
import { codesOf, factKindsOf } from '../enrichment/asked-facts.ts';
import { generatedOf } from '../fingerprints/device-facts.ts';
import type { ListIndex } from '../plans/list-index.ts';
import { evaluationContext, sampleLevels } from './evaluation-context.ts';
import type { RuleEvaluationJob } from './evaluation-protocol.ts';
import { partsOf, stepsOf, wireDiagnostic } from './evaluation-steps.ts';
import { shownValue } from '../shown-value.ts';

const shownPairs = (pairs: JsonObject) =>
  Object.fromEntries(Object.entries(pairs).map(([key, value]) => [key, shownValue(value)]));

/** What an action did; calls were answered with their samples. */
const actionOf = ({ response, variables, calls }: RuleOutcome) => ({
  customProperties: shownPairs(response),
  variables: shownPairs(variables),
  calls: calls.map(({ request, answer }) => ({
    name: request.name,
    arguments: request.kind === 'external' ? [...request.arguments] : [{ ...request.baseInput, ...request.fields }],
    response: shownValue(answer.response),
  })),
});

/** Where facts come from, and which editions that is. */
type FactData = Pick<EnrichmentData, 'source' | 'versionOf'>;

/**
 * Checks a rule text and, where it has no error, runs it over the sample. The rule is taken alone: what rules before it
 * would have decided does not count.
 */
export const evaluateJob = async (
  job: RuleEvaluationJob,
  contents: ReadonlyMap<string, ListIndex>,
  data?: FactData,
): Promise<Evaluation> => {
  const { source, symbols, payload } = job;
  const { checked, diagnostics } = checkRule(source, symbols);
  const answer = diagnostics.map(wireDiagnostic);
  if (!checked.valid || !isJsonObject(payload)) return { diagnostics: answer, result: null };
  const enrichment = data?.source ?? {};
  const started = performance.now();
  const { nowMs, correlationId, seed, velocitySets } = job;
  const input = { payload, generated: generatedOf(job.device), nowMs, correlationId, seed, enrichment };
  const kinds = factKindsOf(codesOf(source));
  const explanation = await explainRuleAsync(checked, {
    ...evaluationContext(job, payload, contents, enrichment),
    decision: job.decision,
    ...(velocitySets.length > 0 ? { velocities: emptyVelocities(sampleLevels(job, contents), input) } : {}),
  });
  const elapsedUs = Math.round((performance.now() - started) * 1000);
  const { outcome } = explanation;
  const made = outcome.decision;
  const names = partsOf(source);
  const nameOf = (clauseId: string): string => names.get(clauseId)?.name ?? clauseId;
  return {
    diagnostics: answer,
    result: {
      conditionMet: outcome.conditionMet,
      decision: made?.decision ?? 'Approve',
      reason: made ? made.reason : outcome.conditionMet ? NO_CLAUSE_HIT : null,
      supportMessage: made?.supportMessage ?? null,
      challengeType: made?.challengeType ?? null,
      clauseId: made?.clauseId ?? null,
      clauseName: made ? nameOf(made.clauseId) : null,
      outputs: Object.fromEntries(
        Object.entries(outcome.outputs).map(([clauseId, pairs]) => [nameOf(clauseId), shownPairs(pairs)]),
      ),
      action: source.kind === 'action' ? actionOf(outcome) : null,
      steps: stepsOf(source, checked.references.attributes, explanation),
      data: kinds.flatMap((kind) => data?.versionOf(kind) || []),
      elapsedUs,
    },
  };
};
