import type { Evaluation, TraceStep } from '@redoubt/contracts';
import { NO_CLAUSE_HIT } from '@redoubt/domain';
import {
  checkRule,
  CONDITION_PART,
  DEFAULT_SWITCHES,
  explainRule,
  type Diagnostic,
  type Explanation,
  type RuleSource,
} from '@redoubt/fql';
import { isJsonObject, type JsonObject } from '@redoubt/kernel';
import { listSourceOf, type ListIndex } from '../plans/list-index.ts';
import type { EvaluationJob } from './evaluation-protocol.ts';
import { shownValue } from './shown-value.ts';

const diagnosticOf = (diagnostic: Diagnostic): Evaluation['diagnostics'][number] => ({
  code: diagnostic.code,
  severity: diagnostic.severity,
  part: diagnostic.part,
  from: diagnostic.from,
  to: diagnostic.to,
  line: diagnostic.line,
  column: diagnostic.column,
  params: { ...diagnostic.params },
  message: diagnostic.message,
});

const textsOf = (source: RuleSource): ReadonlyMap<string, { readonly name: string; readonly code: string }> =>
  new Map([
    [CONDITION_PART, { name: CONDITION_PART, code: source.condition }],
    ...source.clauses.map(({ id, name, code }) => [id, { name, code }] as const),
  ]);

const stepsOf = (source: RuleSource, attributes: readonly string[], explanation: Explanation): TraceStep[] => {
  const { outcome, values } = explanation;
  const texts = textsOf(source);
  const valuesByPart = Map.groupBy(values, ({ part }) => part);
  return outcome.steps.map(({ part, outcome: stepOutcome, error, reads }) => {
    const { name, code } = texts.get(part) ?? { name: part, code: '' };
    return {
      part,
      name,
      outcome: stepOutcome,
      decision: outcome.decision?.clauseId === part ? outcome.decision.decision : null,
      reads: reads.map((slot) => {
        const value = outcome.slots[slot];
        return { path: attributes[slot] ?? '', value: shownValue(value ?? null), missing: value === undefined };
      }),
      values: (valuesByPart.get(part) ?? [])
        .filter((explained) => explained.error === null)
        .map(({ from, to, value }) => ({ text: code.slice(from, to), from, to, value: shownValue(value) })),
      error: error?.message ?? null,
    };
  });
};

const shownPairs = (pairs: JsonObject) =>
  Object.fromEntries(Object.entries(pairs).map(([key, value]) => [key, shownValue(value)]));

/**
 * Checks a rule text and, where it has no error, runs it over the sample. The rule is taken alone: what rules before it
 * would have decided does not count.
 */
export const evaluateJob = (job: EvaluationJob, contents: ReadonlyMap<string, ListIndex>): Evaluation => {
  const { source, catalogue, payload } = job;
  const { checked, diagnostics } = checkRule(source, catalogue);
  const answer = diagnostics.map(diagnosticOf);
  if (!checked.valid || !isJsonObject(payload)) return { diagnostics: answer, result: null };
  const lists = job.lists.flatMap(({ name, hash }) => {
    const index = contents.get(hash);
    return index ? [{ name, index }] : [];
  });
  const started = performance.now();
  const explanation = explainRule(checked, {
    payload,
    generated: {},
    nowMs: job.nowMs,
    correlationId: job.correlationId,
    lists: listSourceOf(lists),
    switches: DEFAULT_SWITCHES,
    seed: job.seed,
  });
  const elapsedUs = Math.round((performance.now() - started) * 1000);
  const { outcome } = explanation;
  const made = outcome.decision;
  const names = textsOf(source);
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
      steps: stepsOf(source, checked.references.attributes, explanation),
      elapsedUs,
    },
  };
};
