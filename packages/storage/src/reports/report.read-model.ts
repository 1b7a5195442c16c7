import {
  fail,
  MATURITY_DAYS,
  MAX_REPORT_EVENTS,
  REPORT_MEASURES,
  reportFieldOf,
  reportSource,
  type LabelDelay,
  type LoggedAssessmentKind,
  type RateTable,
  type ReportAmounts,
  type ReportMeasure,
  type ReportQuery,
  type ReportSource,
} from '@redoubt/domain';
import { DAY_MS, fromMoneyUnits } from '@redoubt/kernel';
import { sql, type RawBuilder } from 'kysely';
import type { Database, TenantTransaction } from '../database/database.ts';
import { kindCodeOf } from '../log/log-event.ts';
import { LABEL_CODES } from '../projections/reports/report-codes.ts';
import type { Scope } from '../search/search-query.ts';
import { decodeValues, encodeFields, encodeFilters, MEASURED, type CodedFilter } from './report-columns.ts';
import { epochMs, unitSum } from './report-period.ts';
import { encodeRates, type CodedRates } from './report-rates.ts';
import {
  columnOf,
  figureColumn,
  figureUnits,
  isByHour,
  readPlaces,
  rowsOf,
  timeOf,
  type AskedOfSource,
} from './report-source-rows.ts';

/** Of events that share all that the query tells apart: how many there are, and their amounts in whole units of a currency. */
export type ReportSums = {
  /** Where the bar begins, as milliseconds since 1970; null in totals. */
  readonly barMs: number | null;
  /** Empty where events have none. */
  readonly currency: string;
  readonly counts: Counts;
  readonly amounts: Counts;
  /** In the currency of the rates that were given; null without them. */
  readonly converted: {
    readonly amounts: Counts;
    /** Events whose currency has no rate on their day, and whose amounts are missing. */
    readonly without: Counts;
  } | null;
};

/** Of the measures that were asked for. */
type Counts = Readonly<Partial<Record<ReportMeasure, number>>>;

export type ReportGroup = {
  /** Null where the query tells nothing apart. */
  readonly value: string | null;
  readonly totals: readonly ReportSums[];
  /** Where amounts are converted alone, those of all currencies together. */
  readonly bars: readonly ReportSums[];
};

/** Days of events, the end not included, and how far they are moved forward before they are put into bars. */
export type ReportRange = { readonly fromMs: number; readonly toMs: number; readonly shiftMs: number };

export type ReportAsked = Pick<ReportQuery, 'step' | 'by' | 'filters' | 'most'> & {
  readonly kind: LoggedAssessmentKind;
  /** What is counted: all where absent. */
  readonly measures?: readonly ReportMeasure[];
  /** By currency where absent. */
  readonly amounts?: ReportAmounts | undefined;
  /** What amounts are converted by. */
  readonly rates?: RateTable | null;
  /** The only currency whose amounts are told, where they are not converted; all where absent. */
  readonly currency?: string | undefined;
  /** Whether another process of the database may help to read single events. */
  readonly helped?: boolean;
};

/** The number of no currency, for rows that are sums over all. */
const NO_CURRENCY = sql`0::integer`;

type CodedQuestion = ReportAsked & Pick<AskedOfSource, 'fields' | 'places'> & { readonly own: CodedFilter | undefined };

type Unit = 'n' | 'u' | 'v' | 'w';
type Row = { readonly g: string | null; readonly bar: number | null; readonly currency: number } & Readonly<
  Partial<Record<`${ReportMeasure}_${Unit}`, number>>
>;

/** Refuses to read more single events than a report may: sums bound their own number. */
const checkBudget = async (
  trx: TenantTransaction,
  scope: Scope,
  asked: CodedQuestion,
  range: ReportRange,
): Promise<void> => {
  const total: ReportSource = { table: 'report_dimension_day', dimension: 'total' };
  const from = rowsOf(scope, { ...asked, by: null }, total, range, []);
  const { rows } = await sql<{
    events: number;
  }>`select coalesce(sum(c.events), 0)::bigint as events from ${from}`.execute(trx);
  const events = rows[0]?.events ?? 0;
  if (events > MAX_REPORT_EVENTS) throw fail('REPORT-TOO-WIDE', { events, most: MAX_REPORT_EVENTS });
};

/**
 * How PostgreSQL reads single events. One process may help: it takes none for an index that it expects to read few pages of, however
 * many events they lead to. Groups are hashed: it cannot know how many events have a value of a field, expects few, and would sort
 * them all.
 */
const planSingleEvents = async (trx: TenantTransaction, { helped = false }: ReportAsked): Promise<void> => {
  await sql`select set_config('max_parallel_workers_per_gather', ${helped ? '1' : '0'}, true),
                   set_config('min_parallel_index_scan_size', '0', true), set_config('enable_sort', 'off', true)`.execute(
    trx,
  );
};

/** The measures of a question; events always, as the largest groups are those with most events. */
const measuresOf = ({ measures }: ReportAsked): readonly ReportMeasure[] =>
  measures === undefined ? REPORT_MEASURES : [...new Set(['events' as const, ...measures])];

const hasAmounts = ({ amounts }: ReportAsked): boolean => amounts !== 'none';

const unitsOf = (asked: ReportAsked, rates: CodedRates | null): readonly Unit[] => {
  if (!hasAmounts(asked)) return ['n'];
  return rates === null ? ['n', 'u'] : ['n', 'u', 'v', 'w'];
};

/** The currency of a row; without amounts those of all currencies stand together, with those of one all others do. */
const currencyOf = (asked: CodedQuestion, rates: CodedRates | null): RawBuilder<unknown> => {
  if (!hasAmounts(asked)) return NO_CURRENCY;
  if (rates !== null || asked.own === undefined) return sql`c.currency`;
  return sql`case when c.currency = any(${asked.own.values}::int[]) then c.currency else 0 end`;
};

const sumNames = (asked: ReportAsked, rates: CodedRates | null): readonly `${ReportMeasure}_${Unit}`[] =>
  measuresOf(asked).flatMap((measure) => unitsOf(asked, rates).map((unit) => `${measure}_${unit}` as const));

const added = (names: readonly string[]): RawBuilder<unknown> =>
  sql.join(names.map((name) => sql`sum(${sql.ref(name)}) as ${sql.id(name)}`));

/** What figures hold, added up. */
const figureSums = (asked: ReportAsked, rates: CodedRates | null): RawBuilder<unknown> => {
  const sumOf: Readonly<Record<Unit, (measure: ReportMeasure) => RawBuilder<unknown>>> = {
    n: (measure) => sql`sum(${figureColumn(measure)})`,
    u: (measure) => unitSum(figureUnits(measure)),
    v: (measure) => sql`coalesce(sum(${figureUnits(measure)} * x.rate), 0)`,
    w: (measure) => sql`coalesce(sum(${figureColumn(measure)}) filter (where x.rate is null and c.currency <> 0), 0)`,
  };
  return sql.join(
    measuresOf(asked).flatMap((measure) =>
      unitsOf(asked, rates).map((unit) => sql`${sumOf[unit](measure)}::float8 as ${sql.id(`${measure}_${unit}`)}`),
    ),
  );
};

/** Sums of cells: they are added up by all that measures ask of them first, so that measures look at few rows. */
const cellSums = (
  asked: CodedQuestion,
  source: ReportSource,
  group: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
  rates: CodedRates | null,
): RawBuilder<unknown> => {
  const events = source.table === 'report_event' ? sql`1` : sql`c.events`;
  // Events without a value of the field stand in no series: left out of the sums, so that no event is looked at twice for it.
  const isSingleField = source.table === 'report_event' && asked.by !== null && reportFieldOf(asked.by) !== null;
  const converted =
    rates === null
      ? sql``
      : sql`, sum(c.amount_units * x.rate) as v, sum(${events}) filter (where x.rate is null and c.currency <> 0) as w`;
  const sums = sql.join(
    measuresOf(asked).flatMap((measure) =>
      unitsOf(asked, rates).map(
        (unit) =>
          sql`coalesce(sum(${sql.ref(unit)}) filter (where ${MEASURED[measure]}), 0)::float8 as ${sql.id(`${measure}_${unit}`)}`,
      ),
    ),
  );
  return sql`select g, at, currency, ${sums} from (
      select ${group} as g, ${timeOf(source, asked)} as at, ${currencyOf(asked, rates)} as currency, c.decision, c.label, c.bank, c.chargeback, c.refunded,
             sum(${events}) as n ${hasAmounts(asked) ? sql`, ${unitSum(sql`c.amount_units`)} as u` : sql``} ${converted}
        from ${from}
       group by 1, 2, 3, 4, 5, 6, 7, 8 ${isSingleField ? sql`offset 0` : sql``}
    ) x ${isSingleField ? sql`where g <> 0` : sql``} group by 1, 2, 3`;
};

/**
 * Sums by group, and by bar of the largest groups, from one reading of the rows.
 *
 * @param named values of the group to tell of, instead of all
 */
const readRows = async (
  trx: TenantTransaction,
  scope: Scope,
  asked: CodedQuestion,
  range: ReportRange,
  filters: readonly CodedFilter[],
  rates: CodedRates | null,
  named: CodedFilter | undefined,
): Promise<readonly Row[]> => {
  const source = reportSource(asked);
  if (source.table === 'report_event') {
    await checkBudget(trx, scope, asked, range);
    await planSingleEvents(trx, asked);
  }
  const group = asked.by === null ? sql`null::integer` : columnOf(asked.by, source, asked);
  const picked = named === undefined ? sql`` : sql`and ${group} = any(${named.values}::${sql.raw(named.type)})`;
  const from = sql`${rowsOf(scope, asked, source, range, filters, rates)} ${picked}`;
  const cells =
    source.table === 'report_figure'
      ? sql`select ${group} as g, c.at, ${currencyOf(asked, rates)} as currency, ${figureSums(asked, rates)} from ${from} group by 1, 2, 3`
      : cellSums(asked, source, group, from, rates);
  const names = sumNames(asked, rates);
  const columns = sql.join(names.map((name) => sql.id(name)));
  const moved = sql`at + ${`${range.shiftMs} milliseconds`}::interval`;
  const isBar = asked.step === (isByHour(source, asked) ? 'hour' : 'day');
  // Shifts are whole days, so that a cell as wide as a bar is one.
  const start = isBar ? moved : sql`date_trunc(${asked.step}, ${moved}, 'UTC')`;
  const currency = asked.amounts === 'converted' && rates !== null ? NO_CURRENCY : sql`currency`;
  const bars =
    isBar && currency !== NO_CURRENCY
      ? sql`select g, ${start} as bar, currency, ${columns} from cells`
      : sql`select g, ${start} as bar, ${currency} as currency, ${added(names)} from cells group by 1, 2, 3`;
  const largest =
    asked.by === null
      ? sql``
      : sql`where g in (select g from totals group by g order by sum(events_n) desc, g::text collate "C" limit ${asked.most})`;
  const { rows } = await sql<Row>`
    with cells as materialized (${cells}),
         totals as materialized (select g, currency, ${added(names)} from cells group by 1, 2),
         bars as (${bars})
    select g::text, bar, currency, ${columns} from (
      select g, null::bigint as bar, currency, ${columns} from totals
      union all
      select g, ${epochMs(sql`bar`)}, currency, ${columns} from bars ${largest}
    ) x order by x.g, x.bar nulls first, x.currency`.execute(trx);
  return rows;
};

type Reading = {
  readonly measures: readonly ReportMeasure[];
  readonly currencies: ReadonlyMap<string, string>;
  readonly units: readonly Unit[];
};

const sumsOf = (row: Row, { measures, currencies, units }: Reading): ReportSums => {
  const pick = (unit: Unit): Counts => {
    const picked: Partial<Record<ReportMeasure, number>> = {};
    // Rows are many: bars of every value and currency.
    if (units.includes(unit)) for (const measure of measures) picked[measure] = row[`${measure}_${unit}`] ?? 0;
    return picked;
  };
  const money = (unit: Unit): Counts => {
    const picked: Partial<Record<ReportMeasure, number>> = pick(unit);
    for (const measure of measures)
      if (picked[measure] !== undefined) picked[measure] = fromMoneyUnits(picked[measure]);
    return picked;
  };
  return {
    barMs: row.bar,
    currency: currencies.get(String(row.currency)) ?? '',
    counts: pick('n'),
    amounts: money('u'),
    converted: units.includes('v') ? { amounts: money('v'), without: pick('w') } : null,
  };
};

const eventsOf = (rows: readonly Row[]): number => rows.reduce((sum, { events_n }) => sum + (events_n ?? 0), 0);

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
    const only =
      question.currency === undefined ? [] : [{ dimension: 'currency' as const, values: [question.currency] }];
    const fields = await encodeFields(trx, dimensions);
    const isSingle = reportSource(question).table === 'report_event';
    const asked = {
      ...question,
      fields,
      places:
        isSingle && fields.size > 0 ? await readPlaces(trx, scope, question.kind, range) : new Map<number, number>(),
      own: (await encodeFilters(trx, only))[0],
    };
    const named = asked.by === null || values === undefined ? [] : [{ dimension: asked.by, values }];
    const [filters, own] = [await encodeFilters(trx, asked.filters), await encodeFilters(trx, named)];
    const rates = asked.rates && hasAmounts(asked) ? await encodeRates(trx, asked.rates, range) : null;
    const rows = await readRows(trx, scope, asked, range, filters, rates, own[0]);
    const ofGroup = (some: readonly Row[]) => Map.groupBy(some, ({ g }) => g ?? '');
    const totals = ofGroup(rows.filter(({ bar }) => bar === null));
    const largest = [...totals]
      .toSorted(([a, one], [b, other]) => eventsOf(other) - eventsOf(one) || (a < b ? -1 : 1))
      .slice(0, asked.most);
    const groups = largest.map(([group]) => group);
    const bars = ofGroup(rows.filter(({ bar }) => bar !== null));
    const currencies = await decodeValues(trx, 'currency', [...new Set(rows.map(({ currency }) => String(currency)))]);
    const names = asked.by === null ? new Map<string, string>() : await decodeValues(trx, asked.by, groups);
    const reading = { measures: measuresOf(asked), currencies, units: unitsOf(asked, rates) };
    return {
      total: totals.size,
      groups: largest.map(([group, some]) => ({
        value: asked.by === null ? null : (names.get(group) ?? ''),
        totals: some.map((row) => sumsOf(row, reading)),
        bars: (bars.get(group) ?? []).map((row) => sumsOf(row, reading)),
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
      select ${epochMs(sql`day`)} as "dayMs", label_after as after, sum(events)::bigint as labels
        from report_label_day
       where tenant_id = ${scope.tenantId}::uuid and environment_id = any(${scope.environmentIds}::uuid[])
         and kind = ${kindCodeOf(kind)} and day >= ${since} and label = ${LABEL_CODES.Fraud}
       group by 1, 2`.execute(trx);
    return rows;
  });
