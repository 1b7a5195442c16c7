import { isFieldDimension, type FieldDimension } from './report-fields.ts';
import type { AskedDimension, ReportDimension, ReportQuery } from './report-query.ts';

/**
 * Sums that answer a question, or the single events where none do. `report_dimension_day` tells apart one of `country`,
 * `hit` and the report fields, and neither rules nor scores.
 */
export type ReportSource =
  | { readonly table: 'report_hour' | 'report_day' | 'report_event' }
  | { readonly table: 'report_dimension_day'; readonly dimension: 'country' | 'hit' | FieldDimension };

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
const HOUR: ReadonlySet<AskedDimension> = new Set([...OUTCOME_DIMENSIONS, 'rule', 'clause']);
const DAY: ReadonlySet<AskedDimension> = new Set([...HOUR, 'score']);
const ONE_VALUE: ReadonlySet<AskedDimension> = new Set(OUTCOME_DIMENSIONS);

/** The narrowest sums that know every dimension of a question. */
export const reportSource = ({ step, by, filters }: Pick<ReportQuery, 'step' | 'by' | 'filters'>): ReportSource => {
  const asked = [...new Set([...(by === null ? [] : [by]), ...filters.map(({ dimension }) => dimension)])];
  const isIn = (known: ReadonlySet<AskedDimension>): boolean => asked.every((dimension) => known.has(dimension));
  if (isIn(HOUR) && step === 'hour') return { table: 'report_hour' };
  if (step === 'hour') return { table: 'report_event' };
  if (isIn(DAY)) return { table: 'report_day' };
  const [entity, ...others] = asked.filter((dimension) => !ONE_VALUE.has(dimension));
  if (others.length > 0 || entity === undefined) return { table: 'report_event' };
  // Events without a value of a field stand in none of its sums.
  const isOfNone = filters.some(({ dimension, values }) => isFieldDimension(dimension) && values.includes(''));
  if (isFieldDimension(entity)) {
    return isOfNone ? { table: 'report_event' } : { table: 'report_dimension_day', dimension: entity };
  }
  if (entity !== 'country' && entity !== 'hit') return { table: 'report_event' };
  // An event with two of the clauses stands in the sums of both, and would be counted twice.
  const isSeveralHits = filters.some(({ dimension, values }) => dimension === 'hit' && values.length > 1);
  return isSeveralHits && by !== 'hit'
    ? { table: 'report_event' }
    : { table: 'report_dimension_day', dimension: entity };
};
