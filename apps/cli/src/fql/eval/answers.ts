import { NO_CLAUSE_HIT } from '@redoubt/domain';
import { CONDITION_PART, type EvaluationError, type RuleOutcome } from '@redoubt/fql';
import type { Json, JsonObject } from '@redoubt/kernel';
import type { PreparedRule } from './prepare.ts';
import type { EvaluationRequest } from './request.ts';

/** Where a case goes that no routing rule sends anywhere (`docs/language/guide.md#statements`). */
const GENERAL_QUEUE = 'General';

/** A line of output, in the form its kind of rule has (`docs/language/cli.md`). */
export type Answer = JsonObject;

const placeOf = (text: string, offset: number): { readonly line: number; readonly column: number } => {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
};

const errorsOf = (rule: PreparedRule, errors: readonly EvaluationError[]): Json[] =>
  errors.map(({ part, code, message, from }) => ({
    clause: rule.nameOf(part),
    code,
    ...placeOf(rule.textOf(part), from),
    message,
  }));

/** Parts → names of clauses; clauses of one name share their pairs. */
const byName = (rule: PreparedRule, values: Readonly<Record<string, Json>>): JsonObject => {
  const named = new Map<string, Json>();
  for (const [part, value] of Object.entries(values)) named.set(rule.nameOf(part) ?? CONDITION_PART, value);
  return Object.fromEntries(named);
};

const outputsOf = (rule: PreparedRule, outputs: RuleOutcome['outputs']): JsonObject => {
  const named = new Map<string, JsonObject>();
  for (const [part, pairs] of Object.entries(outputs)) {
    const name = rule.nameOf(part) ?? CONDITION_PART;
    named.set(name, Object.fromEntries([...Object.entries(named.get(name) ?? {}), ...Object.entries(pairs)]));
  }
  return Object.fromEntries(named);
};

const decisionAnswer = (rule: PreparedRule, outcome: RuleOutcome): Answer => {
  const { decision } = outcome;
  return {
    decision: decision?.decision ?? 'Approve',
    reason: decision ? decision.reason : outcome.conditionMet ? NO_CLAUSE_HIT : null,
    supportMessage: decision?.supportMessage ?? null,
    challengeType: decision?.challengeType ?? null,
    clause: decision ? rule.nameOf(decision.clauseId) : null,
    output: outputsOf(rule, outcome.outputs),
    trace: outcome.traces.map(({ clauseId, attributes }) => ({ clause: rule.nameOf(clauseId), attributes })),
    errors: errorsOf(rule, outcome.errors),
  };
};

const contentOf = (rule: PreparedRule, kind: EvaluationRequest['kind'], outcome: RuleOutcome): Answer => {
  switch (kind) {
    case 'decision':
      return decisionAnswer(rule, outcome);
    case 'velocity':
      return { contributions: outcome.contributions.map(({ velocity, key, value }) => ({ velocity, key, value })) };
    case 'routing':
      return { queue: outcome.queue ?? GENERAL_QUEUE };
    case 'function':
      return { values: byName(rule, outcome.values) };
    default:
      return {
        response: outcome.response,
        variables: outcome.variables,
        calls: [
          ...outcome.calls.map(({ request }) => ({ ...request })),
          ...outcome.labels.map((label) => ({ kind: 'label', ...label })),
        ],
      };
  }
};

/** The answer to what cannot be evaluated. */
export const rejected = (id: Json, diagnostics: readonly Json[]): Answer => ({ id, rejected: true, diagnostics });

/** What keeps a rule from running; warnings do not. */
export const problemsOf = (rule: PreparedRule) =>
  rule.diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ part, code, line, column, message }) => ({ clause: rule.nameOf(part), code, line, column, message }));

/** What became of a rule, in the form its kind has. */
export const answerOf = (rule: PreparedRule, request: EvaluationRequest, outcome: RuleOutcome): Answer => {
  // Decisions always say what went wrong; the other kinds where something did.
  const failures = request.kind === 'decision' ? [] : errorsOf(rule, outcome.errors);
  return {
    id: request.id,
    ...contentOf(rule, request.kind, outcome),
    ...(failures.length === 0 ? {} : { errors: failures }),
  };
};
