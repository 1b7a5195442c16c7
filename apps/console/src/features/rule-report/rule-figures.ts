import type { ReportedClause, ReportedRule, RuleReport } from '@redoubt/contracts';
import { overlapDrillOf, ruleDrillOf, type Drill, type RuleMeasure, type RuleOrClause } from '@redoubt/domain';
import { hrefOf } from '../../routes/address.ts';
import { formatAddress, parseAddress } from '../../shared/search/search-address.ts';
import type { RuleQuestion, SortedColumn } from './rule-report-address.ts';

type Figure = ReportedRule['total'];
type Measured = Pick<ReportedRule, 'total' | 'bars' | 'before'>;

/** A count, or the sum in a currency. */
export const valueOf = (figure: Figure | null, measure: RuleMeasure, currency: string | undefined): number =>
  (currency === undefined ? figure?.counts[measure] : figure?.amounts[currency]?.[measure]) ?? 0;

/** Of labelled hits the share that is fraud; null without labels. */
export const precisionOf = ({ counts }: Figure): number | null => {
  const { fraud = 0, nonFraud = 0 } = counts;
  return fraud + nonFraud === 0 ? null : fraud / (fraud + nonFraud);
};

/** How hits changed since the period before, as a share of those; null where there were none. */
export const changeOf = ({ total, before }: Measured, currency: string | undefined): number | null => {
  const was = valueOf(before, 'hits', currency);
  return was === 0 ? null : valueOf(total, 'hits', currency) / was - 1;
};

const rankOf = (row: Measured, column: Exclude<SortedColumn, 'name'>, currency: string | undefined): number => {
  if (column === 'precision') return precisionOf(row.total) ?? -1;
  if (column === 'change') return changeOf(row, currency) ?? -2;
  return valueOf(row.total, column, currency);
};

/** Rules by a column, then by hits and name. */
export const sortedRules = (
  rules: readonly ReportedRule[],
  {
    column,
    up,
    currency,
  }: { readonly column: SortedColumn; readonly up: boolean; readonly currency: string | undefined },
): readonly ReportedRule[] => {
  const sign = up ? 1 : -1;
  const byName = (a: ReportedRule, b: ReportedRule): number => a.name.localeCompare(b.name);
  return rules.toSorted((a, b) => {
    if (column === 'name') return sign * byName(a, b);
    const difference = rankOf(a, column, currency) - rankOf(b, column, currency);
    return sign * difference || rankOf(b, 'hits', currency) - rankOf(a, 'hits', currency) || byName(a, b);
  });
};

/** What rules decided together: each event is decided by one of them. */
export const sumOf = (
  rules: readonly ReportedRule[],
  of: 'total' | 'before',
  measure: RuleMeasure,
  currency: string | undefined,
): number => rules.reduce((sum, rule) => sum + valueOf(rule[of], measure, currency), 0);

/** Currencies of the events that rules hit, by name. */
export const currenciesOf = ({ rules }: RuleReport): readonly string[] =>
  [...new Set(rules.flatMap(({ total }) => Object.keys(total.amounts)))].toSorted();

const searchHref = (drill: Drill | null, { includeChildren }: RuleQuestion): string | null => {
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

const asked = (question: RuleQuestion, currency: string | undefined) => ({
  ...question,
  filters: currency === undefined ? [] : [{ dimension: 'currency' as const, values: [currency] }],
  most: 1,
});

/** The address in Search of the events that a figure counts; null where Search cannot ask for them. */
export const figureHref = (
  question: RuleQuestion,
  of: RuleOrClause,
  measure: RuleMeasure,
  currency: string | undefined,
): string | null => searchHref(ruleDrillOf(asked(question, currency), of, measure), question);

export const overlapHref = (question: RuleQuestion, ruleId: string, otherId: string): string | null =>
  searchHref(overlapDrillOf(asked(question, undefined), ruleId, otherId), question);

/** How rules overlap, by both ids in any order; of a rule with itself the events that it hit alone. */
export const overlapsOf = ({ overlaps }: RuleReport): ReadonlyMap<string, number> =>
  new Map(
    overlaps.flatMap(({ ruleId, otherId, events }) => [
      [`${ruleId} ${otherId ?? ruleId}`, events] as const,
      [`${otherId ?? ruleId} ${ruleId}`, events] as const,
    ]),
  );

/** What cannot be so by chance: a clause of a rule that is active and was not hit once. */
export const isUnused = ({ state }: ReportedRule, { order, total }: ReportedClause): boolean =>
  state === 'active' && order !== null && (total.counts.hits ?? 0) === 0;
