import { expect, it } from 'vitest';
import {
  answersFromSums,
  canNarrow,
  formatReportFilters,
  narrowedBy,
  parseReportFilters,
  scoreBinsOf,
} from './report-narrowing.ts';
import type { ReportFilter } from './report-query.ts';

const decision: ReportFilter = { dimension: 'decision', values: ['Reject', 'Review'] };
const country: ReportFilter = { dimension: 'country', values: ['DE'] };
const rule: ReportFilter = { dimension: 'rule', values: ['Limits'] };
const score: ReportFilter = { dimension: 'score', values: ['30', '40'] };
const card: ReportFilter = { dimension: 'field:cardType', values: ['Visa'] };

it('what an address says is what was chosen', () => {
  for (const filters of [[decision], [decision, country], [rule, score], [card]]) {
    expect(parseReportFilters('summaryReport', formatReportFilters(filters))).toEqual(filters);
  }
  expect(formatReportFilters([])).toBeUndefined();
  expect(formatReportFilters([score])).toBe('[["score",["30-49"]]]');
});

it('scores are widened to tens', () => {
  expect(scoreBinsOf(35, 64)).toEqual(['30', '40', '50', '60']);
  expect(scoreBinsOf(0, 999)).toHaveLength(100);
  expect(parseReportFilters('summaryReport', '[["score",["35-64"]]]')).toEqual([
    { dimension: 'score', values: ['30', '40', '50', '60'] },
  ]);
});

it.each([
  'no list',
  '{}',
  '[["decision"]]',
  '[["decision",[]]]',
  '[["decision",[1]]]',
  '[["nothing",["a"]]]',
  '[["currency",["EUR"]]]',
  '[["decision",["Reject"]],["decision",["Review"]]]',
  '[["score",["64-35"]]]',
  // Sums do not know a rule together with a country.
  '[["rule",["Limits"]],["country",["DE"]]]',
  // Events without a value of a field stand in none of its sums.
  '[["field:cardType",[""]]]',
])('an address that cannot be asked narrows nothing: %s', (text) => {
  expect(parseReportFilters('summaryReport', text)).toEqual([]);
});

it('the rule report takes what sums of rules know', () => {
  expect(canNarrow('ruleReport', [decision, { dimension: 'bank', values: ['Declined'] }])).toBe(true);
  for (const filter of [country, rule, score, card]) expect(canNarrow('ruleReport', [filter])).toBe(false);
});

it('the score report takes rules beside outcomes, the threat report outcomes alone', () => {
  expect(canNarrow('scoreReport', [decision, rule])).toBe(true);
  for (const filter of [country, score, card]) expect(canNarrow('scoreReport', [filter])).toBe(false);
  expect(canNarrow('threatReport', [decision, { dimension: 'label', values: ['Fraud'] }])).toBe(true);
  for (const filter of [country, rule, score, card]) expect(canNarrow('threatReport', [filter])).toBe(false);
});

it('what sums do not know together gives way to the newest choice', () => {
  expect(narrowedBy([decision, rule, score], country)).toEqual([decision, country]);
  expect(narrowedBy([decision, country], card)).toEqual([decision, card]);
  expect(narrowedBy([decision, card], rule)).toEqual([decision, rule]);
  expect(narrowedBy([decision, rule], { ...rule, values: [] })).toEqual([decision]);
  expect(answersFromSums({ step: 'day', by: null, filters: narrowedBy([rule], score) })).toBe(true);
});
