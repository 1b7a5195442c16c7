import { expect, it } from 'vitest';
import { ruleReportRows, type RuleTable } from './report-rows.ts';
import { hitsTogether, RULE_RATES, ruleRateOf, sentToBankOf } from './rule-rates.ts';
import type { RuleMeasure } from './rule-report.ts';

type Counts = Partial<Record<RuleMeasure, number>>;

const COUNTS: Counts = {
  hits: 40,
  decided: 30,
  approved: 4,
  reviewed: 10,
  challenged: 6,
  rejected: 10,
  fraud: 8,
  nonFraud: 2,
  bankApproved: 3,
  bankDeclined: 1,
};

const ruleOf = (id: string, counts: Counts, decides: boolean, clauses: RuleTable['rules'][number]['clauses'] = []) => ({
  id,
  name: id,
  decides,
  state: 'active',
  publishedVersion: 1,
  environmentName: 'Shop',
  total: { counts, amounts: {} },
  before: null,
  money: null,
  clauses,
});

it('works rates out of hits, and that of the bank out of its answers', () => {
  expect(RULE_RATES.map((rate) => ruleRateOf(COUNTS, rate))).toEqual([0.1, 0.25, 0.15, 0.25, 0.2, 0.75]);
  expect(sentToBankOf(COUNTS)).toBe(4);
  expect(RULE_RATES.map((rate) => ruleRateOf({}, rate))).toEqual([null, null, null, null, null, null]);
  expect(hitsTogether([{ total: { counts: COUNTS } }, { total: { counts: {} } }])).toBe(40);
});

it('writes rates of rules and clauses, with shares of the hits of rules of the same kind', () => {
  const clause = { name: 'High', total: { counts: { hits: 10, rejected: 5 }, amounts: {} }, before: null, money: null };
  const [head = [], ...rows] = ruleReportRows({
    money: null,
    rules: [
      ruleOf('limits', COUNTS, true, [clause]),
      ruleOf('night', { hits: 10 }, true),
      ruleOf('watch', { hits: 7 }, false),
    ],
  });
  const column = (name: string) => rows.map((row) => row[head.indexOf(name)]);
  expect(column('share_of_hits')).toEqual([0.8, 0.2, 0.2, 1]);
  expect(column('reject_rate')).toEqual([0.25, 0.5, 0, 0]);
  expect(column('review_rate')).toEqual([0.25, 0, 0, 0]);
  expect(column('fraud_rate')).toEqual([0.2, 0, 0, 0]);
  expect(column('bank_acceptance_rate')).toEqual([0.75, '', '', '']);
  expect(column('sent_to_bank')).toEqual([4, 0, 0, 0]);
});
