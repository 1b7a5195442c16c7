import type { RuleText } from '@redoubt/contracts';
import {
  inRunOrder,
  placedIn,
  scoresIn,
  scoresOf,
  sectionOf,
  sectionsOf,
  type AssessmentName,
  type RuleType,
} from '@redoubt/domain';
import type { RuleSource, ScoreStages } from '@redoubt/fql';
import { newId, type Json } from '@redoubt/kernel';
import type { StoredRuleText } from '@redoubt/storage';
import { contentHash } from '../content-hash.ts';
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

/**
 * As `sourceOf`, for texts that are to be published: a score is read in a section that knows it, or that is said,
 * as an error of new text or as a warning of text that comes from elsewhere.
 */
export const stagedSourceOf = (
  text: Pick<StoredRuleText, 'condition' | 'clauses'>,
  type: RuleType,
  assessment: AssessmentName,
  severity: ScoreStages['severity'] = 'error',
): RuleSource => {
  const source = sourceOf(text, type);
  const scores = scoresOf(assessment);
  if (type !== 'decision' || scores.length === 0) return source;
  return {
    ...source,
    clauses: text.clauses.map((clause) => ({
      id: clause.id,
      name: clause.name,
      code: clause.code,
      scores: scoresIn(assessment, sectionOf(clause)),
    })),
    stages: { scores, severity },
  };
};

/**
 * Names a text by what it does; the sample does not count, nor do sections, which say no more of a run than the order
 * clauses are kept in. Equal texts of two types are two units.
 */
export const ruleTextHash = (text: Pick<StoredRuleText, 'condition' | 'clauses'>, type: RuleType): string => {
  const { condition, clauses } = sourceOf(text, type);
  const content = { condition, clauses: clauses.map((clause) => ({ ...clause })) };
  return contentHash(type === 'decision' ? content : { type, ...content });
};

const sectionsIn = ({ clauses }: Pick<StoredRuleText, 'clauses'>): string =>
  clauses.map((clause) => `${clause.id} ${sectionOf(clause)}`).join();

/** Whether two texts are the same to a reader: what they do, and the sections their clauses stand in. */
export const haveSameMeaning = (
  a: Pick<StoredRuleText, 'condition' | 'clauses'>,
  b: Pick<StoredRuleText, 'condition' | 'clauses'>,
): boolean => ruleTextHash(a, 'decision') === ruleTextHash(b, 'decision') && sectionsIn(a) === sectionsIn(b);

const repeated = (values: readonly string[]): readonly number[] =>
  values.flatMap((value, index) => (values.indexOf(value) < index ? [index] : []));

/**
 * Takes a text from a request, its clauses in the order they run. Refuses what cannot be stored or distinguished with
 * REQ-INVALID: NUL, half surrogate pairs, two clauses of one id, and sections that the assessment does not have.
 */
export const storableText = (assessment: AssessmentName, text: RuleText): StoredRuleText => {
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
  const sections = sectionsOf(assessment);
  const misplaced = clauses.flatMap((clause, index): readonly Problem[] =>
    sections.includes(sectionOf(clause))
      ? []
      : [{ path: `body.text.clauses[${index}].section`, message: `${assessment} has ${sections.join(', ')}` }],
  );
  const problems = [...again, ...misplaced];
  if (problems.length > 0) throw failAt('REQ-INVALID', { count: problems.length }, problems);
  return {
    condition,
    clauses: inRunOrder(clauses).map((clause) => placedIn(clause, sectionOf(clause))),
    samplePayload,
  };
};

/** Clause names are unique in their rule, ignoring case: answers name their outputs by them. */
export const clauseNameProblems = (text: StoredRuleText): readonly Problem[] =>
  repeated(text.clauses.map(({ name }) => name.trim().toLowerCase())).map((index) => ({
    path: text.clauses[index]?.id ?? '',
    message: `Another clause is named ${text.clauses[index]?.name ?? ''}.`,
  }));
