import type { ReportedClause, ReportedRule, RuleReport } from '@redoubt/contracts';
import {
  overlapDrillOf,
  ruleDrillOf,
  ruleRateOf,
  scoreBinsOf,
  sentToBankOf,
  type Decision,
  type Drill,
  type RuleMeasure,
  type RuleOrClause,
  type RuleRate,
} from '@redoubt/domain';
import { hrefOf } from '../../routes/address.ts';
import { chosenFilters, type ReportQuestion } from '../../shared/report-charts/report-address.ts';
import { formatAddress, parseAddress } from '../../shared/search/search-address.ts';
import type { SortedColumn } from './rule-report-address.ts';

type Figure = ReportedRule['total'];
/** What a rule and a clause of it have alike. */
export type Measured = Pick<ReportedRule, 'total' | 'bars' | 'before' | 'decisions' | 'money' | 'moneyBefore'>;

export const countOf = (figure: Figure | null, measure: RuleMeasure): number => figure?.counts[measure] ?? 0;

/** Of labelled hits the share that is fraud; null without labels. */
export const precisionOf = ({ counts }: Figure): number | null => {
  const { fraud = 0, nonFraud = 0 } = counts;
  return fraud + nonFraud === 0 ? null : fraud / (fraud + nonFraud);
};

/** What counts the events that a rule decided in a way. */
export const DECIDED_AS = {
  Approve: 'approved',
  Reject: 'rejected',
  Review: 'reviewed',
  Challenge: 'challenged',
} as const satisfies Readonly<Record<Decision, RuleMeasure>>;

/** A rate of `RULE_RATES`, from 0 to 1; null of nothing. */
export const rateOf = ({ counts }: Figure, rate: RuleRate): number | null => ruleRateOf(counts, rate);

/** How hits changed since the period before, as a share of those; null where there were none. */
export const changeOf = ({ total, before }: Measured): number | null => {
  const was = countOf(before, 'hits');
  return was === 0 ? null : countOf(total, 'hits') / was - 1;
};

/** How the net value changed; null where nothing is compared. */
export const netChangeOf = ({ money, moneyBefore }: Measured): number | null =>
  money === null || moneyBefore === null ? null : money.net - moneyBefore.net;

const rankOf = (row: Measured, column: Exclude<SortedColumn, 'name'>): number => {
  if (column === 'precision') return precisionOf(row.total) ?? -1;
  if (column === 'bank') return rateOf(row.total, 'bankRate') ?? -1;
  if (column === 'reviewRate' || column === 'rejectRate' || column === 'fraudRate')
    return rateOf(row.total, column) ?? -1;
  if (column === 'sentToBank') return sentToBankOf(row.total.counts);
  // All rows are shares of the same whole.
  if (column === 'share') return countOf(row.total, 'hits');
  if (column === 'change') return changeOf(row) ?? -2;
  if (column === 'netChange') return netChangeOf(row) ?? 0;
  if (column === 'prevented' || column === 'insult' || column === 'review' || column === 'net')
    return row.money?.[column] ?? 0;
  return countOf(row.total, column);
};

/** Rules by a column, then by hits and name. */
export const sortedRules = (
  rules: readonly ReportedRule[],
  { column, up }: { readonly column: SortedColumn; readonly up: boolean },
): readonly ReportedRule[] => {
  const sign = up ? 1 : -1;
  const byName = (a: ReportedRule, b: ReportedRule): number => a.name.localeCompare(b.name);
  return rules.toSorted((a, b) => {
    if (column === 'name') return sign * byName(a, b);
    const difference = rankOf(a, column) - rankOf(b, column);
    return sign * difference || rankOf(b, 'hits') - rankOf(a, 'hits') || byName(a, b);
  });
};

/** What rules decided together: each event is decided by one of them. */
export const sumOf = (rules: readonly ReportedRule[], of: 'total' | 'before', measure: RuleMeasure): number =>
  rules.reduce((sum, rule) => sum + countOf(rule[of], measure), 0);

/** What rules came to in each bar; bars hold the measures of `RULE_BAR_MEASURES`. */
export const trendOf = (
  { rules, bars }: { readonly rules: readonly ReportedRule[]; readonly bars: readonly unknown[] },
  measure: 'hits' | 'fraudStopped' | 'goodHit',
): readonly number[] =>
  bars.map((_, at) => rules.reduce((sum, rule) => sum + countOf(rule.bars[at] ?? null, measure), 0));

const searchHref = (drill: Drill | null, { includeChildren }: ReportQuestion): string | null => {
  if (drill === null) return null;
  const { eventType, from, to, filters } = drill.query;
  const address = formatAddress({
    ...parseAddress({}),
    eventType,
    includeChildren,
    range: { kind: 'between', from, to },
    filters,
  });
  return hrefOf('/search', undefined, address);
};

const asked = (question: ReportQuestion) => ({
  ...question,
  filters: chosenFilters(question),
  most: 1,
});

/** The address in Search of the events that a figure counts; null where Search cannot ask for them. */
export const figureHref = (question: ReportQuestion, of: RuleOrClause, measure: RuleMeasure): string | null =>
  searchHref(ruleDrillOf(asked(question), of, measure), question);

/** As `figureHref`, of the events of one bar. */
export const barHref = (
  question: ReportQuestion,
  of: RuleOrClause,
  measure: RuleMeasure,
  barMs: number,
): string | null => searchHref(ruleDrillOf(asked(question), of, measure, barMs), question);

/** As `figureHref`, of the hits of a rule with a score in a hundred. @param from the lowest score of it */
export const scoreHref = (question: ReportQuestion, ruleId: string, from: number): string | null => {
  const score = { dimension: 'score' as const, values: scoreBinsOf(from, from + HUNDRED - 1) };
  return figureHref({ ...question, filters: [...(question.filters ?? []), score] }, { ruleId, clause: null }, 'hits');
};

/** Of two rules; filters do not narrow overlaps. */
export const overlapHref = (question: ReportQuestion, ruleId: string, otherId: string): string | null =>
  searchHref(overlapDrillOf(asked({ ...question, currency: null, filters: [] }), ruleId, otherId), question);

/** How rules overlap, by both ids in any order; of a rule with itself the events that it hit alone. */
export const overlapsOf = ({ overlaps }: RuleReport): ReadonlyMap<string, number> =>
  new Map(
    overlaps.flatMap(({ ruleId, otherId, events }) => [
      [`${ruleId} ${otherId ?? ruleId}`, events] as const,
      [`${otherId ?? ruleId} ${ruleId}`, events] as const,
    ]),
  );

/** Scores that hits of rules are counted by. */
export const HUNDRED = 100;

/** What cannot be so by chance: a clause of a rule that is active and was not hit once. */
export const isUnused = ({ state }: ReportedRule, { order, total }: ReportedClause): boolean =>
  state === 'active' && order !== null && countOf(total, 'hits') === 0;
