import {
  reportFieldOf,
  type AskedDimension,
  type LoggedAssessmentKind,
  type ReportMeasure,
  type ReportQuery,
  type ReportSource,
} from '@redoubt/domain';
import { sql, type RawBuilder } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';
import {
  ALL_DECISIONS,
  DIMENSION_CODES,
  fieldDimensionCode,
  FIGURE_CODES,
} from '../projections/reports/report-codes.ts';
import type { Scope } from '../search/search-query.ts';
import type { CodedFilter, FieldCodes } from './report-columns.ts';
import { ofPeriod, utcDay } from './report-period.ts';
import { joinRates, type CodedRates } from './report-rates.ts';

/** What the rows of a question depend on. */
export type AskedOfSource = Pick<ReportQuery, 'by' | 'step'> & {
  readonly kind: LoggedAssessmentKind;
  readonly fields: FieldCodes;
  /** Where fields stand among those of most single events, from 1, by the number of a field. */
  readonly places: ReadonlyMap<number, number>;
};

/** Whether rows are stored by the hour, else by the day. */
const isStoredByHour = (source: ReportSource): boolean =>
  source.table === 'report_figure'
    ? source.byHour
    : ['report_total_hour', 'report_hour', 'report_event'].includes(source.table);

/** Whether rows are added up by the hour, else by the day: of single events by no more than is asked for. */
export const isByHour = (source: ReportSource, { step }: Pick<AskedOfSource, 'step'>): boolean =>
  source.table === 'report_event' ? step === 'hour' : isStoredByHour(source);

const storedTime = (source: ReportSource): RawBuilder<unknown> => {
  if (source.table === 'report_figure') return sql`c.at`;
  return isStoredByHour(source) ? sql`c.hour` : sql`c.day`;
};

/** The day of each row. */
const dayColumn = (source: ReportSource): RawBuilder<unknown> =>
  isStoredByHour(source) ? utcDay(storedTime(source)) : storedTime(source);

/** What the rows of an hour or day are added up by. */
export const timeOf = (source: ReportSource, asked: Pick<AskedOfSource, 'step'>): RawBuilder<unknown> =>
  isByHour(source, asked) ? storedTime(source) : dayColumn(source);

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

/** The value of a field of a single event; 0 where it has none. To look for the field takes longer than to look where it usually is. */
const fieldColumn = (code: number, place: number | undefined): RawBuilder<unknown> => {
  const found = sql`coalesce(c.field_values[array_position(c.fields, ${code}::integer)], 0)`;
  return place === undefined
    ? found
    : sql`case when c.fields[${place}::integer] = ${code}::integer then c.field_values[${place}::integer] else ${found} end`;
};

export const columnOf = (
  dimension: AskedDimension,
  source: ReportSource,
  { fields, places }: Pick<AskedOfSource, 'fields' | 'places'>,
): RawBuilder<unknown> => {
  if (isValueOf(dimension, source)) return sql`c.value`;
  const field = reportFieldOf(dimension);
  if (field !== null) {
    const code = fields.get(field) ?? 0;
    return fieldColumn(code, places.get(code));
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
    ...ofPeriod(scope, asked.kind, storedTime(source), range),
    ...kindOfSums(source, asked),
    ...filters.map((filter) => conditionOf(filter, source, asked)),
  ];
  const unnested = hits ? sql`cross join lateral (select distinct unnest(c.hits) as value) h` : sql``;
  return sql`${sql.table(source.table)} c ${unnested} ${rates === null ? sql`` : joinRates(rates, dayColumn(source))} where ${sql.join(conditions, sql` and `)}`;
};

/** Newest events of a question that say where fields usually are. */
const SAMPLE = 200;

/** Where most of the newest events that a question may read have their fields. */
export const readPlaces = async (
  trx: TenantTransaction,
  scope: Scope,
  kind: LoggedAssessmentKind,
  range: { readonly fromMs: number; readonly toMs: number },
): Promise<AskedOfSource['places']> => {
  const { rows } = await sql<{ code: number; place: number }>`
    select p.code, p.place::integer as place
      from (select c.fields from report_event c where ${sql.join(ofPeriod(scope, kind, sql`c.hour`, range), sql` and `)}
             order by c.hour desc limit ${SAMPLE}) c
           cross join lateral unnest(c.fields) with ordinality as p(code, place)
     group by 1, 2 order by count(*)`.execute(trx);
  return new Map(rows.map(({ code, place }) => [code, place]));
};
