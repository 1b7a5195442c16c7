import { expect, it } from 'vitest';
import { ENGLISH } from './index.ts';

type Tree = { readonly [key: string]: string | Tree };

const textsOf = (tree: Tree, prefix: string): readonly (readonly [key: string, text: string])[] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${prefix}.${key}`, value] as const] : textsOf(value, `${prefix}.${key}`),
  );

const PLURAL = /_(?:one|many|other)$/;
/** Parameters that hold how many of something there are. */
const NUMBERS = /^(?:count|all|total|done|days|hours|minutes|months|events|keys|rows|used|limit|max|most|perHour)$/;
/** Words after a number that are counted by nothing: "3 of 5", "7 at a time". */
const NO_NOUN = new Set(['of', 'and', 'are', 'at', 'in', 'is', 'to', 'already', 'ran', 'ms']);

/** Limits of the product, each always greater than one, so that the plural is right. */
const LIMITS: ReadonlySet<string> = new Set([
  'branches.new.full',
  'diagnostics.FQL-TEXT-TOO-LARGE',
  'diagnostics.FQL-RULE-TOO-LARGE',
  'diagnostics.FQL-TOO-DEEP',
  'errors.ATTACHMENT-LIMIT',
  'errors.ATTACHMENT-TOO-LARGE',
  'errors.BRANCH-LIMIT',
  'errors.CHANGE-LIMIT',
  'cases.problem.longNote',
  'cases.queue.tooMany',
  'errors.CASE-HOLD-INVALID',
  'alerts.full',
  'assessments.field.linkableNote',
  'assessments.reportFieldsNote',
  'alerts.preview.title',
  'alerts.silenceWrong',
  'errors.ALERT-MUTE',
  'errors.ALERT-SEARCH-WINDOW',
  'errors.ALERTS-FULL',
  'errors.CASE-THRESHOLDS-FULL',
  'errors.EXPERIMENT-LIMIT',
  'errors.EXPERIMENT-PERIOD-INVALID',
  'errors.FUNCTION-LIMIT',
  'errors.NOTE-LIMIT',
  'errors.SRCH-ATTRIBUTE-LIMIT',
  'errors.SRCH-EXPORT-LIMIT',
  'search.chosen.tooMany',
  'search.export.hint',
  'errors.SUPPORT-LIST-LIMIT',
  'errors.TEMPLATE-LIMIT',
  'errors.TOKEN-LIMIT',
  'errors.UPLOAD-COLUMNS',
  'errors.UPLOAD-LIMIT',
  'externalCalls.rule.timeout',
  'lists.edit.tooMany',
  'ontology.search.exact',
  'problems.code.rateMany',
  'problems.code.retailLong',
  'rules.editor.clauseProblem.tooLong',
  'rules.editor.nameProblem.tooLong',
  'rules.sample.realNone',
  'search.range.longest',
  'search.rangeProblem.tooLong',
  'subjectRequests.ask.export',
  'subjectRequests.reach.kept',
  'supportLists.edit.tooMany',
  'supportLists.soon',
  'velocities.editor.full',
  'errors.TRACES-FULL',
  'eventTracing.full',
]);

const numberBeforeNoun = (text: string): boolean =>
  [...text.matchAll(/\{\{(\w+)\}\} (\p{L}[\p{L}-]*)/gu)].some(
    ([, name = '', word = '']) => NUMBERS.test(name) && !NO_NOUN.has(word),
  );

it('a number before a noun stands in a plural', () => {
  const texts = Object.entries(ENGLISH).flatMap(([namespace, tree]) => textsOf(tree, namespace));
  const wrong = texts.filter(([key, text]) => !PLURAL.test(key) && !LIMITS.has(key) && numberBeforeNoun(text));
  expect(wrong).toEqual([]);
});

it('every exception is a text with a number before a noun', () => {
  const texts = new Map(Object.entries(ENGLISH).flatMap(([namespace, tree]) => textsOf(tree, namespace)));
  expect([...LIMITS].filter((key) => !numberBeforeNoun(texts.get(key) ?? ''))).toEqual([]);
});
