import { isFieldDimension, type FieldDimension } from './report-fields.ts';
import type { AskedDimension, ReportDimension, ReportQuery } from './report-query.ts';

/** What figures are grouped by one of; by the hour only rules and clauses. */
const FIGURE_DIMENSIONS = ['rule', 'clause', 'score', 'country', 'hit'] as const satisfies readonly ReportDimension[];
const FIGURE_HOUR_DIMENSIONS = ['rule', 'clause'] as const satisfies readonly ReportDimension[];

/**
 * Sums that answer a question, or the single events where none do. `report_dimension_day` tells apart one of `country`,
 * `hit` and the report fields, or none of them, and neither rules nor scores. `report_figure` tells apart one value, by the
 * hour or by the day; besides it only environments and currencies, and of scores decisions where `byDecision` says so.
 */
export type ReportSource =
  | { readonly table: 'report_total_hour' | 'report_hour' | 'report_day' | 'report_event' }
  | { readonly table: 'report_dimension_day'; readonly dimension: 'total' | 'country' | 'hit' | FieldDimension }
  | {
      readonly table: 'report_figure';
      readonly dimension: (typeof FIGURE_DIMENSIONS)[number] | FieldDimension;
      readonly byHour: boolean;
      readonly byDecision: boolean;
    };

/** What all sums tell apart, those of rules as well. */
export const OUTCOME_DIMENSIONS = [
  'environment',
  'decision',
  'currency',
  'label',
  'status',
  'bank',
  'chargeback',
  'refunded',
] as const satisfies readonly ReportDimension[];
const OUTCOME: ReadonlySet<AskedDimension> = new Set(OUTCOME_DIMENSIONS);
const HOUR: ReadonlySet<AskedDimension> = new Set([...OUTCOME_DIMENSIONS, 'rule', 'clause']);
const DAY: ReadonlySet<AskedDimension> = new Set([...HOUR, 'score']);
/** What figures know besides their one value. */
const BESIDE: ReadonlySet<AskedDimension> = new Set(['environment', 'currency']);

type Asked = Pick<ReportQuery, 'step' | 'by' | 'filters'>;

/** An event with two of the clauses stands in the sums of both, and would be counted twice. */
const countsTwice = ({ by, filters }: Asked): boolean =>
  by !== 'hit' && filters.some(({ dimension, values }) => dimension === 'hit' && values.length > 1);

/** Events without a value of a field stand in none of its sums. */
const asksForNone = ({ filters }: Asked): boolean =>
  filters.some(({ dimension, values }) => isFieldDimension(dimension) && values.includes(''));

const isOneOf = <Value extends string>(values: readonly Value[], value: string): value is Value =>
  (values as readonly string[]).includes(value);

/** Figures that know every dimension of a question. @param values what it asks for besides what figures know anyway */
const figureSource = (values: readonly AskedDimension[], asked: Asked): ReportSource | null => {
  const [value, ...others] = values;
  const byHour = asked.step === 'hour';
  if (value === undefined) return null;
  const byDecision = value === 'score' && others.length === 1 && others[0] === 'decision';
  if (others.length > 0 && !byDecision) return null;
  if (isFieldDimension(value) ? byHour : !isOneOf(byHour ? FIGURE_HOUR_DIMENSIONS : FIGURE_DIMENSIONS, value))
    return null;
  return { table: 'report_figure', dimension: value as (typeof FIGURE_DIMENSIONS)[number], byHour, byDecision };
};

/** The narrowest sums that know every dimension of a question. */
export const reportSource = (question: Asked): ReportSource => {
  const { step, by, filters } = question;
  const asked = [...new Set([...(by === null ? [] : [by]), ...filters.map(({ dimension }) => dimension)])];
  const isIn = (known: ReadonlySet<AskedDimension>): boolean => asked.every((dimension) => known.has(dimension));
  if (isIn(OUTCOME)) {
    return step === 'hour' ? { table: 'report_total_hour' } : { table: 'report_dimension_day', dimension: 'total' };
  }
  if (asksForNone(question) || countsTwice(question)) return { table: 'report_event' };
  const values = asked.filter((dimension) => !BESIDE.has(dimension));
  const figures = figureSource(
    values.toSorted((a, b) => Number(OUTCOME.has(a)) - Number(OUTCOME.has(b))),
    question,
  );
  if (figures !== null) return figures;
  if (step === 'hour') return { table: isIn(HOUR) ? 'report_hour' : 'report_event' };
  if (isIn(DAY)) return { table: 'report_day' };
  const [entity, ...others] = asked.filter((dimension) => !OUTCOME.has(dimension));
  if (others.length > 0 || entity === undefined) return { table: 'report_event' };
  return isFieldDimension(entity) || entity === 'country' || entity === 'hit'
    ? { table: 'report_dimension_day', dimension: entity }
    : { table: 'report_event' };
};
