import type { RuleText } from '@redoubt/contracts';
import type { RuleType } from '@redoubt/domain';
import type { RuleSource } from '@redoubt/fql';
import { newId, type Json } from '@redoubt/kernel';
import type { StoredRuleText } from '@redoubt/storage';
import { contentHash } from '../plans/manifest.ts';
import { failAt, requireClean, type Problem } from '../problems.ts';

/** What a new rule starts from: no condition, one empty clause, and a sample of its assessment's events. */
export const blankText = (samplePayload: Json): StoredRuleText => ({
  condition: '',
  clauses: [{ id: newId(), name: 'Clause 1', code: '' }],
  samplePayload,
});

/** The texts as the language takes them. */
export const sourceOf = (text: Pick<StoredRuleText, 'condition' | 'clauses'>, type: RuleType): RuleSource => ({
  kind: type,
  condition: text.condition,
  clauses: text.clauses.map(({ id, name, code }) => ({ id, name, code })),
});

/** Names a text by its content; the sample does not count. Equal texts of two types are two units. */
export const ruleTextHash = (text: Pick<StoredRuleText, 'condition' | 'clauses'>, type: RuleType): string => {
  const { condition, clauses } = sourceOf(text, type);
  const content = { condition, clauses: clauses.map((clause) => ({ ...clause })) };
  return contentHash(type === 'decision' ? content : { type, ...content });
};

const repeated = (values: readonly string[]): readonly number[] =>
  values.flatMap((value, index) => (values.indexOf(value) < index ? [index] : []));

/**
 * Takes a text from a request. Refuses what cannot be stored or told apart with REQ-INVALID: NUL, half surrogate pairs,
 * and two clauses of one id.
 */
export const storableText = (text: RuleText): StoredRuleText => {
  const { condition, clauses } = text;
  const samplePayload = (text.samplePayload ?? null) as Json;
  requireClean({
    'body.text.condition': condition,
    'body.text.samplePayload': samplePayload,
    ...Object.fromEntries(
      clauses.flatMap(({ name, code }, index) => [
        [`body.text.clauses[${index}].name`, name],
        [`body.text.clauses[${index}].code`, code],
      ]),
    ),
  });
  const again = repeated(clauses.map(({ id }) => id)).map((index): Problem => ({
    path: `body.text.clauses[${index}].id`,
    message: 'is the id of another clause',
  }));
  if (again.length > 0) throw failAt('REQ-INVALID', { count: again.length }, again);
  return { condition, clauses, samplePayload };
};

/** Clause names are unique in their rule, ignoring case: answers name their outputs by them. */
export const clauseNameProblems = (text: StoredRuleText): readonly Problem[] =>
  repeated(text.clauses.map(({ name }) => name.trim().toLowerCase())).map((index) => ({
    path: text.clauses[index]?.id ?? '',
    message: `Another clause is named ${text.clauses[index]?.name ?? ''}.`,
  }));
