import type { Evaluation } from '@redoubt/contracts';
import { NO_CLAUSE_HIT } from '@redoubt/domain';
import { emptyVelocities } from '@redoubt/engine';
import { explainRuleAsync, type RuleOutcome } from '@redoubt/fql';
import type { JsonObject } from '@redoubt/kernel';
import { factKindsOf } from '../enrichment/asked-facts.ts';
import { contextIn, levelsOf, sampleInput, type JobData } from './evaluation-context.ts';
import type { RuleEvaluationJob } from './evaluation-protocol.ts';
import { checkSampled, partsOf, stepsOf } from './evaluation-steps.ts';
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

/**
 * Checks a rule text and, where it has no error, runs it over the sample. The rule is taken alone: what rules before it
 * would have decided does not count.
 */
export const evaluateJob = async (job: RuleEvaluationJob, data: JobData): Promise<Evaluation> => {
  const { source } = job;
  const { checked, payload, diagnostics } = checkSampled(job);
  if (payload === undefined) return { diagnostics, result: null };
  const { includesCurrent } = checked.references;
  const counting = includesCurrent ? job : { ...job, velocitySets: [] };
  const plan = await levelsOf(counting, data, [checked.references]);
  const input = sampleInput(job, payload, data);
  const started = performance.now();
  const explanation = await explainRuleAsync(checked, {
    ...contextIn(plan, input),
    decision: job.decision,
    ...(includesCurrent ? { velocities: emptyVelocities(plan, input) } : {}),
  });
  const elapsedUs = Math.round((performance.now() - started) * 1000);
  const { outcome } = explanation;
  const made = outcome.decision;
  const names = partsOf(source);
  const nameOf = (clauseId: string): string => names.get(clauseId)?.name ?? clauseId;
  return {
    diagnostics,
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
      queue: outcome.queue,
      steps: stepsOf(source, checked.references.attributes, explanation),
      data: factKindsOf([checked.references]).flatMap((kind) => data.data().versionOf(kind) || []),
      elapsedUs,
    },
  };
};
