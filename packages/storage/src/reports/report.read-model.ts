import {
  fail,
  MATURITY_DAYS,
  MAX_REPORT_EVENTS,
  REPORT_MEASURES,
  reportFieldOf,
  reportSource,
  type LabelDelay,
  type AskedDimension,
  type LoggedAssessmentKind,
  type RateTable,
  type ReportMeasure,
  type ReportQuery,
  type ReportSource,
} from '@redoubt/domain';
import { DAY_MS, fromMoneyUnits } from '@redoubt/kernel';
import { sql, type RawBuilder } from 'kysely';
import type { Database, TenantTransaction } from '../database/database.ts';
import { kindCodeOf } from '../log/log-event.ts';
import { DIMENSION_CODES, fieldDimensionCode, LABEL_CODES } from '../projections/report-codes.ts';
import type { Scope } from '../search/search-query.ts';
import {
  decodeValues,
  encodeFields,
  encodeFilters,
  MEASURED,
  type CodedFilter,
  type FieldCodes,
} from './report-columns.ts';
import { ofPeriod } from './report-period.ts';
import { encodeRates, joinRates, type CodedRates } from './report-rates.ts';

/** Of events that share all that the query tells apart: how many there are, and their amounts in whole units of a currency. */
export type ReportSums = {
  /** Where the bar begins, as milliseconds since 1970; null in totals. */
  readonly barMs: number | null;
  /** Empty where events have none. */
  readonly currency: string;
  readonly counts: Readonly<Record<ReportMeasure, number>>;
  readonly amounts: Readonly<Record<ReportMeasure, number>>;
  /** In the currency of the rates that were given; null without them. */
  readonly converted: {
    readonly amounts: Readonly<Record<ReportMeasure, number>>;
    /** Events whose currency has no rate on their day, and whose amounts are missing. */
    readonly without: Readonly<Record<ReportMeasure, number>>;
  } | null;
};

export type ReportGroup = {
  /** Null where the query tells nothing apart. */
  readonly value: string | null;
  readonly totals: readonly ReportSums[];
  readonly bars: readonly ReportSums[];
};

/** Days of events, the end not included, and how far they are moved forward before they are put into bars. */
export type ReportRange = { readonly fromMs: number; readonly toMs: number; readonly shiftMs: number };

export type ReportAsked = Pick<ReportQuery, 'step' | 'by' | 'filters' | 'most'> & {
  readonly kind: LoggedAssessmentKind;
  /** What amounts are converted by. */
  readonly rates?: RateTable | null;
};

type Row = { readonly g: string | null; readonly bar: number | null; readonly currency: number } & Readonly<
  Record<`${ReportMeasure}_n` | `${ReportMeasure}_u` | `${ReportMeasure}_v` | `${ReportMeasure}_w`, number>
>;

const timeOf = ({ table }: ReportSource): RawBuilder<unknown> =>
  table === 'report_hour' || table === 'report_event' ? sql`c.hour` : sql`c.day`;

/** What a question and its codes in columns are made of. */
type CodedQuestion = ReportAsked & { readonly fields: FieldCodes };

const columnOf = (
  dimension: AskedDimension,
  { table }: ReportSource,
  { fields }: Pick<CodedQuestion, 'fields'>,
): RawBuilder<unknown> => {
  const field = reportFieldOf(dimension);
  if (field !== null) {
    return table === 'report_dimension_day'
      ? sql`c.value`
      : sql`coalesce(c.field_values[array_position(c.fields, ${fields.get(field) ?? 0}::integer)], 0)`;
  }
  if (dimension === 'environment') return sql`c.environment_id`;
  if (dimension === 'hit') return table === 'report_event' ? sql`h.value` : sql`c.value`;
  return dimension === 'country' && table === 'report_dimension_day' ? sql`c.value` : sql.ref(`c.${dimension}`);
};

const conditionOf = (
  { dimension, type, values }: CodedFilter,
  source: ReportSource,
  asked: CodedQuestion,
): RawBuilder<unknown> =>
  dimension === 'hit' && source.table === 'report_event'
    ? sql`c.hits && ${values}::int[]`
    : sql`${columnOf(dimension, source, asked)} = any(${values}::${sql.raw(type)})`;

/** The day of each row. */
const dayColumn = (source: ReportSource): RawBuilder<unknown> => {
  const time = timeOf(source);
  const isByHour = source.table === 'report_hour' || source.table === 'report_event';
  return isByHour ? sql`date_trunc('day', ${time}, 'UTC')` : time;
};

const codeOfDimension = (dimension: string, { fields }: CodedQuestion): number => {
  const field = reportFieldOf(dimension);
  return field === null
    ? DIMENSION_CODES[dimension as keyof typeof DIMENSION_CODES]
    : fieldDimensionCode(fields.get(field) ?? 0);
};

const rowsOf = (
  scope: Scope,
  asked: CodedQuestion,
  source: ReportSource,
  range: ReportRange,
  filters: readonly CodedFilter[],
  rates: CodedRates | null = null,
): RawBuilder<unknown> => {
  const hits = asked.by === 'hit' && source.table === 'report_event';
  const time = timeOf(source);
  const conditions = [
    ...ofPeriod(scope, asked.kind, time, range),
    ...(source.table === 'report_dimension_day'
      ? [sql`c.dimension = ${sql.lit(codeOfDimension(source.dimension, asked))}`]
      : []),
    // Events without a value of a field stand in no series of it.
    ...(asked.by !== null && reportFieldOf(asked.by) !== null && source.table === 'report_event'
      ? [sql`${columnOf(asked.by, source, asked)} <> 0`]
      : []),
    ...filters.map((filter) => conditionOf(filter, source, asked)),
  ];
  const unnested = hits ? sql`cross join lateral (select distinct unnest(c.hits) as value) h` : sql``;
  return sql`${sql.table(source.table)} c ${unnested} ${rates === null ? sql`` : joinRates(rates, dayColumn(source))} where ${sql.join(conditions, sql` and `)}`;
};

/** Refuses to read more single events than a report may: sums bound their own number. */
const checkBudget = async (
  trx: TenantTransaction,
  scope: Scope,
  asked: CodedQuestion,
  range: ReportRange,
): Promise<void> => {
  const from = rowsOf(scope, { ...asked, by: null }, { table: 'report_day' }, range, []);
  const { rows } = await sql<{
    events: number;
  }>`select coalesce(sum(c.events), 0)::bigint as events from ${from}`.execute(trx);
  const events = rows[0]?.events ?? 0;
  if (events > MAX_REPORT_EVENTS) throw fail('REPORT-TOO-WIDE', { events, most: MAX_REPORT_EVENTS });
};

/** Sums of columns of cells: events and units, and with rates units in their currency and events without one. */
const measuresOf = (columns: readonly ('n' | 'u' | 'v' | 'w')[]): RawBuilder<unknown> =>
  sql.join(
    REPORT_MEASURES.flatMap((measure) =>
      columns.map(
        (column) =>
          sql`coalesce(sum(${sql.ref(column)}) filter (where ${MEASURED[measure]}), 0)::float8 as ${sql.id(`${measure}_${column}`)}`,
      ),
    ),
  );

/** Sums by group and bar; `groups` are values of the column, all of them where undefined. */
const readRows = async (
  trx: TenantTransaction,
  scope: Scope,
  asked: CodedQuestion,
  range: ReportRange,
  filters: readonly CodedFilter[],
  bars: boolean,
  rates: CodedRates | null,
  groups?: readonly string[],
): Promise<readonly Row[]> => {
  const source = reportSource(asked);
  if (source.table === 'report_event') await checkBudget(trx, scope, asked, range);
  const group = asked.by === null ? sql`null::text` : sql`${columnOf(asked.by, source, asked)}::text`;
  const moved = sql`${timeOf(source)} + ${`${range.shiftMs} milliseconds`}::interval`;
  const bar = bars ? sql`(extract(epoch from date_trunc(${asked.step}, ${moved}, 'UTC')) * 1000)::bigint` : sql`null`;
  const picked = groups === undefined ? sql`` : sql`and ${group} = any(${groups}::text[])`;
  const events = source.table === 'report_event' ? sql`1` : sql`c.events`;
  const converted =
    rates === null
      ? sql``
      : sql`, sum(c.amount_units * x.rate) as v, sum(${events}) filter (where x.rate is null and c.currency <> 0) as w`;
  // Cells are added up by all that measures ask of them first, so that measures look at few rows.
  const { rows } = await sql<Row>`
    select g, bar, currency, ${measuresOf(rates === null ? ['n', 'u'] : ['n', 'u', 'v', 'w'])} from (
      select ${group} as g, ${bar} as bar, c.currency, c.decision, c.label, c.bank, c.chargeback, c.refunded,
             sum(${events}) as n, sum(c.amount_units) as u ${converted}
        from ${rowsOf(scope, asked, source, range, filters, rates)} ${picked}
       group by 1, 2, 3, 4, 5, 6, 7, 8
    ) x group by 1, 2, 3 order by 1, 2, 3`.execute(trx);
  return rows;
};

const sumsOf = (row: Row, currencies: ReadonlyMap<string, string>, isConverted: boolean): ReportSums => {
  const pick = (unit: 'n' | 'u' | 'v' | 'w', of: (value: number) => number): ReportSums['counts'] =>
    Object.fromEntries(
      REPORT_MEASURES.map((measure) => [measure, of(row[`${measure}_${unit}`])]),
    ) as ReportSums['counts'];
  return {
    barMs: row.bar,
    currency: currencies.get(String(row.currency)) ?? '',
    counts: pick('n', (count) => count),
    amounts: pick('u', fromMoneyUnits),
    converted: isConverted ? { amounts: pick('v', fromMoneyUnits), without: pick('w', (count) => count) } : null,
  };
};

const eventsOf = (rows: readonly Row[]): number => rows.reduce((sum, { events_n }) => sum + events_n, 0);

/**
 * Sums of a question over a range: the largest groups, at most `most`, and how many there are in all.
 *
 * @throws `REPORT-QUERY-INVALID`, `REPORT-TOO-WIDE`.
 */
export const readReportGroups = (
  database: Database,
  scope: Scope,
  question: ReportAsked,
  range: ReportRange,
  /** Values to tell of, instead of the largest. */
  values?: readonly string[],
): Promise<{ readonly groups: readonly ReportGroup[]; readonly total: number }> =>
  database.readTenant(scope.tenantId, async (trx) => {
    const dimensions = [question.by, ...question.filters.map(({ dimension }) => dimension)];
    const asked = { ...question, fields: await encodeFields(trx, dimensions) };
    const named = asked.by === null || values === undefined ? [] : [{ dimension: asked.by, values }];
    const [filters, own] = [await encodeFilters(trx, asked.filters), await encodeFilters(trx, named)];
    const rates = asked.rates ? await encodeRates(trx, asked.rates, range) : null;
    const totals = Map.groupBy(
      await readRows(trx, scope, asked, range, filters, false, rates, own[0]?.values),
      ({ g }) => g ?? '',
    );
    const largest = [...totals]
      .toSorted(([a, one], [b, other]) => eventsOf(other) - eventsOf(one) || (a < b ? -1 : 1))
      .slice(0, asked.most);
    const groups = largest.map(([group]) => group);
    const bars = Map.groupBy(
      await readRows(trx, scope, asked, range, filters, true, rates, asked.by === null ? undefined : groups),
      ({ g }) => g ?? '',
    );
    const rows = [...totals.values()].flat();
    const currencies = await decodeValues(trx, 'currency', [...new Set(rows.map(({ currency }) => String(currency)))]);
    const names = asked.by === null ? new Map<string, string>() : await decodeValues(trx, asked.by, groups);
    return {
      total: totals.size,
      groups: largest.map(([group, some]) => ({
        value: asked.by === null ? null : (names.get(group) ?? ''),
        totals: some.map((row) => sumsOf(row, currencies, rates !== null)),
        bars: (bars.get(group) ?? []).map((row) => sumsOf(row, currencies, rates !== null)),
      })),
    };
  });

/** Fraud labels of the last `MATURITY_DAYS` by day of the event and days until the first one arrived. */
export const readLabelDelays = (
  database: Database,
  scope: Scope,
  kind: LoggedAssessmentKind,
  nowMs: number,
): Promise<readonly LabelDelay[]> =>
  database.readTenant(scope.tenantId, async (trx) => {
    const since = new Date(nowMs - (MATURITY_DAYS + 1) * DAY_MS);
    const { rows } = await sql<LabelDelay>`
      select (extract(epoch from day) * 1000)::bigint as "dayMs", label_after as after, sum(events)::bigint as labels
        from report_label_day
       where tenant_id = ${scope.tenantId}::uuid and environment_id = any(${scope.environmentIds}::uuid[])
         and kind = ${kindCodeOf(kind)} and day >= ${since} and label = ${LABEL_CODES.Fraud}
       group by 1, 2`.execute(trx);
    return rows;
  });
