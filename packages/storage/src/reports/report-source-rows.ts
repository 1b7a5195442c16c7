import {
  reportFieldOf,
  type AskedDimension,
  type LoggedAssessmentKind,
  type ReportMeasure,
  type ReportQuery,
  type ReportSource,
} from '@redoubt/domain';
import { sql, type RawBuilder } from 'kysely';
import {
  ALL_DECISIONS,
  DIMENSION_CODES,
  fieldDimensionCode,
  FIGURE_CODES,
} from '../projections/reports/report-codes.ts';
import type { Scope } from '../search/search-query.ts';
import type { CodedFilter, FieldCodes } from './report-columns.ts';
import { ofPeriod } from './report-period.ts';
import { joinRates, type CodedRates } from './report-rates.ts';

/** What the rows of a question depend on. */
export type AskedOfSource = Pick<ReportQuery, 'by'> & {
  readonly kind: LoggedAssessmentKind;
  readonly fields: FieldCodes;
};

/** Whether rows are by the hour, else by the day. */
export const isByHour = (source: ReportSource): boolean =>
  source.table === 'report_figure'
    ? source.byHour
    : ['report_total_hour', 'report_hour', 'report_event'].includes(source.table);

export const timeOf = (source: ReportSource): RawBuilder<unknown> => {
  if (source.table === 'report_figure') return sql`c.at`;
  return isByHour(source) ? sql`c.hour` : sql`c.day`;
};

const FIGURE_COLUMNS: Readonly<Record<ReportMeasure, string>> = {
  events: 'events',
  approved: 'approved',
  rejected: 'rejected',
  reviewed: 'reviewed',
  challenged: 'challenged',
  fraud: 'fraud',
  nonFraud: 'non_fraud',
  bankApproved: 'bank_approved',
  bankDeclined: 'bank_declined',
  chargebacks: 'chargebacks',
  refunds: 'refunds',
};
export const figureColumn = (measure: ReportMeasure): RawBuilder<unknown> => sql.ref(`c.${FIGURE_COLUMNS[measure]}`);
export const figureUnits = (measure: ReportMeasure): RawBuilder<unknown> =>
  sql.ref(measure === 'events' ? 'c.amount_units' : `c.${FIGURE_COLUMNS[measure]}_units`);

/** Whether rows are by one value, which stands in a column of that name. */
const isValueOf = (dimension: AskedDimension, source: ReportSource): boolean =>
  'dimension' in source && source.dimension === dimension;

export const columnOf = (
  dimension: AskedDimension,
  source: ReportSource,
  { fields }: Pick<AskedOfSource, 'fields'>,
): RawBuilder<unknown> => {
  if (isValueOf(dimension, source)) return sql`c.value`;
  const field = reportFieldOf(dimension);
  if (field !== null) {
    return sql`coalesce(c.field_values[array_position(c.fields, ${fields.get(field) ?? 0}::integer)], 0)`;
  }
  if (dimension === 'environment') return sql`c.environment_id`;
  return dimension === 'hit' ? sql`h.value` : sql.ref(`c.${dimension}`);
};

const conditionOf = (
  { dimension, type, values }: CodedFilter,
  source: ReportSource,
  asked: AskedOfSource,
): RawBuilder<unknown> =>
  dimension === 'hit' && source.table === 'report_event'
    ? sql`c.hits && ${values}::int[]`
    : sql`${columnOf(dimension, source, asked)} = any(${values}::${sql.raw(type)})`;

/** The day of each row. */
const dayColumn = (source: ReportSource): RawBuilder<unknown> =>
  isByHour(source) ? sql`date_trunc('day', ${timeOf(source)}, 'UTC')` : timeOf(source);

const HOUR_CODES = { rule: FIGURE_CODES.ruleByHour, clause: FIGURE_CODES.clauseByHour } as const;

/** The number of what rows are grouped by one value of. */
const codeOf = (source: ReportSource & { readonly dimension: string }, { fields }: AskedOfSource): number => {
  const { dimension } = source;
  const field = reportFieldOf(dimension);
  if (field !== null) return fieldDimensionCode(fields.get(field) ?? 0);
  if (source.table !== 'report_figure') return DIMENSION_CODES[dimension as keyof typeof DIMENSION_CODES];
  return source.byHour
    ? HOUR_CODES[dimension as keyof typeof HOUR_CODES]
    : FIGURE_CODES[dimension as keyof typeof FIGURE_CODES];
};

/** Which rows of a table of several kinds of sums are meant. */
const kindOfSums = (source: ReportSource, asked: AskedOfSource): readonly RawBuilder<unknown>[] => {
  if (!('dimension' in source)) return [];
  const dimension = sql`c.dimension = ${sql.lit(codeOf(source, asked))}`;
  if (source.table !== 'report_figure') return [dimension];
  const all = sql.lit(ALL_DECISIONS);
  return [dimension, source.byDecision ? sql`c.decision <> ${all}` : sql`c.decision = ${all}`];
};

/** The rows `c` of a question, with rates of their day `x` where amounts are converted. */
export const rowsOf = (
  scope: Scope,
  asked: AskedOfSource,
  source: ReportSource,
  range: { readonly fromMs: number; readonly toMs: number },
  filters: readonly CodedFilter[],
  rates: CodedRates | null = null,
): RawBuilder<unknown> => {
  const hits = asked.by === 'hit' && source.table === 'report_event';
  const conditions = [
    ...ofPeriod(scope, asked.kind, timeOf(source), range),
    ...kindOfSums(source, asked),
    // Events without a value of a field stand in no series of it.
    ...(asked.by !== null && reportFieldOf(asked.by) !== null && source.table === 'report_event'
      ? [sql`${columnOf(asked.by, source, asked)} <> 0`]
      : []),
    ...filters.map((filter) => conditionOf(filter, source, asked)),
  ];
  const unnested = hits ? sql`cross join lateral (select distinct unnest(c.hits) as value) h` : sql``;
  return sql`${sql.table(source.table)} c ${unnested} ${rates === null ? sql`` : joinRates(rates, dayColumn(source))} where ${sql.join(conditions, sql` and `)}`;
};
