import { isFieldDimension } from './report-fields.ts';
import { REPORT_DIMENSIONS, type AskedDimension, type ReportFilter, type ReportQuery } from './report-query.ts';
import { OUTCOME_DIMENSIONS, reportSource } from './report-source.ts';
import { RULE_REPORT_FILTERS } from './rule-report.ts';

/** Pages of reports whose reader chooses filters. */
export type NarrowedPage = 'summaryReport' | 'ruleReport' | 'scoreReport' | 'threatReport';

/** What sums of chargebacks by the day of their arrival can be narrowed by. */
export const CHARGEBACK_FILTERS = [
  'environment',
  'decision',
  'currency',
  'label',
  'status',
  'bank',
  'refunded',
] as const satisfies readonly AskedDimension[];

/** Filters that people choose at most: measures and the currency add their own. */
export const MAX_CHOSEN_FILTERS = 8;
const MAX_VALUES = 200;
const BIN = 10;

const OUTCOME = OUTCOME_DIMENSIONS.filter((dimension) => dimension !== 'currency');

/** What each page can be narrowed by besides the currency; report fields come to the first. */
export const NARROWING_DIMENSIONS: Readonly<Record<NarrowedPage, readonly AskedDimension[]>> = {
  // A clause that was hit is a matter of the rule report.
  summaryReport: REPORT_DIMENSIONS.filter((dimension) => dimension !== 'currency' && dimension !== 'hit'),
  ruleReport: RULE_REPORT_FILTERS.filter((dimension) => dimension !== 'currency'),
  // The range of scores is a choice of the page itself.
  scoreReport: [...OUTCOME, 'rule', 'clause'],
  // So are values of report fields; sums know rules and scores beside none of them.
  threatReport: OUTCOME,
};

/** What the sums of a page are told apart by besides its filters. */
const TOLD_APART_BY: Readonly<Partial<Record<NarrowedPage, AskedDimension>>> = { scoreReport: 'score' };

/** Whether sums answer a question, so that no single event is read. */
export const answersFromSums = (question: Pick<ReportQuery, 'step' | 'by' | 'filters'>): boolean =>
  reportSource(question).table !== 'report_event';

/** Whether a page takes these filters: each dimension once, known to the page, and together known to sums by the day. */
export const canNarrow = (page: NarrowedPage, filters: readonly ReportFilter[]): boolean =>
  filters.length <= MAX_CHOSEN_FILTERS &&
  new Set(filters.map(({ dimension }) => dimension)).size === filters.length &&
  filters.every(
    ({ dimension }) =>
      NARROWING_DIMENSIONS[page].includes(dimension) || (page === 'summaryReport' && isFieldDimension(dimension)),
  ) &&
  answersFromSums({ step: 'day', by: TOLD_APART_BY[page] ?? null, filters });

/**
 * Filters with one more, in the place of another of the same dimension. Those that sums do not know together with it go:
 * of countries and report fields one counts at a time, and none beside rules, clauses and scores.
 *
 * @param added without values it takes its dimension away
 */
export const narrowedBy = (filters: readonly ReportFilter[], added: ReportFilter): readonly ReportFilter[] => {
  const others = filters.filter(({ dimension }) => dimension !== added.dimension);
  if (added.values.length === 0) return others;
  const known = others.filter((other) => answersFromSums({ step: 'day', by: null, filters: [other, added] }));
  return [...known, added];
};

const rangeOf = (values: readonly string[]): string | null => {
  const bins = values.map(Number).toSorted((a, b) => a - b);
  const [first = 0] = bins;
  if (values.includes('') || bins.some((bin, at) => bin !== first + at * BIN)) return null;
  return `${first}-${first + bins.length * BIN - 1}`;
};

/** Bins of ten of a range of scores, widened to tens. @param low, high from 0 to 999, the lower one first */
export const scoreBinsOf = (low: number, high: number): string[] => {
  const first = Math.floor(low / BIN) * BIN;
  const bins = Math.floor((high - first) / BIN) + 1;
  return Array.from({ length: Math.max(1, Math.min(100, bins)) }, (_, at) => String(first + at * BIN));
};

/** Filters as an address has them: pairs of a dimension and its values; scores as a range. Undefined for none. */
export const formatReportFilters = (filters: readonly ReportFilter[]): string | undefined =>
  filters.length === 0
    ? undefined
    : JSON.stringify(
        filters.map(({ dimension, values }) => {
          const range = dimension === 'score' ? rangeOf(values) : null;
          return [dimension, range === null ? values : [range]];
        }),
      );

const SCORES = /^(\d{1,3})-(\d{1,3})$/;

const filterOf = (pair: unknown): ReportFilter | null => {
  if (!Array.isArray(pair) || pair.length !== 2) return null;
  const [dimension, values] = pair as readonly unknown[];
  if (typeof dimension !== 'string' || !Array.isArray(values) || values.length === 0) return null;
  if (values.length > MAX_VALUES || values.some((value) => typeof value !== 'string')) return null;
  const [low, high] = (dimension === 'score' ? (SCORES.exec(String(values[0]))?.slice(1) ?? []) : []).map(Number);
  if (low !== undefined && high !== undefined)
    return low <= high ? { dimension: 'score', values: scoreBinsOf(low, high) } : null;
  return { dimension: dimension as AskedDimension, values: values as string[] };
};

/** The filters of an address; none where a page does not take them. */
export const parseReportFilters = (page: NarrowedPage, text: string | undefined): readonly ReportFilter[] => {
  if (text === undefined) return [];
  let pairs: unknown;
  try {
    pairs = JSON.parse(text);
  } catch {
    return [];
  }
  const filters = (Array.isArray(pairs) ? pairs : []).map(filterOf);
  return filters.every((filter) => filter !== null) && canNarrow(page, filters) ? filters : [];
};
