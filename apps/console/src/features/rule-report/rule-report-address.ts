import type { BodyIn, queryRuleReport } from '@redoubt/contracts';
import { RULE_REPORT_FILTERS } from '@redoubt/domain';
import { oneOf, textsOf, wholeNumber, type RawSearch } from '../../routes/address.ts';
import { chosenFilters, type ReportQuestion } from '../../shared/report-charts/report-address.ts';

export const TABS = ['decisions', 'observe', 'overlap', 'pruner'] as const;

/** What the table shows: what was hit and decided, what became of it, or what that saved and cost. */
export const SHOWN = ['count', 'labels', 'money'] as const;
export type Shown = (typeof SHOWN)[number];

/** What the chart can show of rules: over time, or over the hundreds of a score. */
export const DRAWN = [
  'hits',
  'share',
  'decided',
  'rejectRate',
  'reviewRate',
  'challengeRate',
  'fraud',
  'fraudRate',
  'bank',
  'score',
  'net',
] as const;
export type Drawn = (typeof DRAWN)[number];
/** Lines in the chart at most: more cannot be distinguished. */
export const MOST_DRAWN = 4;

/** Columns that the table is ordered by. */
export const SORTED_COLUMNS = [
  'name',
  'hits',
  'share',
  'change',
  'decided',
  'reviewRate',
  'rejectRate',
  'fraud',
  'nonFraud',
  'fraudRate',
  'precision',
  'fraudStopped',
  'goodHit',
  'chargebacks',
  'sentToBank',
  'bank',
  'prevented',
  'insult',
  'review',
  'net',
  'netChange',
] as const;
export type SortedColumn = (typeof SORTED_COLUMNS)[number];

/** What a table begins with: the rule that hit most good customers, and the one that cost most. */
export const FIRST_COLUMN: Readonly<Record<Shown, SortedColumn>> = {
  count: 'goodHit',
  labels: 'goodHit',
  money: 'net',
};
/** Whether a column begins with its smallest value. */
export const isUpFirst = (column: SortedColumn): boolean => ['name', 'net', 'netChange'].includes(column);

const textsIn = textsOf('tab', 'show', 'sort', 'up', 'open', 'drawn', 'picked', 'keep', 'do');

/** What the report has in its address besides its question. */
export const ruleReportAddress = (search: RawSearch) => {
  const texts = textsIn(search);
  return {
    tab: oneOf(TABS, texts.tab) ?? 'decisions',
    show: oneOf(SHOWN, texts.show) ?? 'money',
    sort: oneOf(SORTED_COLUMNS, texts.sort),
    up: oneOf(['yes', 'no'], texts.up),
    /** Rules whose clauses are shown, joined by commas. */
    open: texts.open ?? '',
    /** What the chart over time shows, and of which rules and clauses, by `pickedLines`; the rules that hit most where absent. */
    drawn: oneOf(DRAWN, texts.drawn) ?? 'hits',
    picked: texts.picked,
    /** Rules that the smaller set is to have; the proposed one where absent. */
    keep: wholeNumber(texts.keep, 0),
    do: oneOf(['costs'], texts.do),
  };
};

/** A question as the endpoint takes it; its bars are a day or wider. */
export const ruleReportBody = (question: ReportQuestion): BodyIn<typeof queryRuleReport> => {
  const { assessment, from, to, step, compare, includeChildren } = question;
  return {
    assessment,
    from,
    to,
    step: step === 'hour' ? 'day' : step,
    compare,
    // Chart and table draw counts and net values.
    bars: 'counts',
    includeChildren,
    filters: chosenFilters(question).flatMap(({ dimension, values }) => {
      const known = RULE_REPORT_FILTERS.find((each) => each === dimension);
      return known === undefined ? [] : [{ dimension: known, values }];
    }),
  };
};
