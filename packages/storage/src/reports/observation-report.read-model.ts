import {
  DECISIONS,
  DELAY_HOURS,
  fail,
  MAX_REPORT_EVENTS,
  observationSource,
  reportFieldOf,
  SCORE_HUNDREDS,
  type AskedOfObservations,
  type LoggedAssessmentKind,
  type LoggedRelatedKind,
  type ObservationFilter,
  type ObservationQuery,
  type ObservationSource,
  type RateTable,
} from '@redoubt/domain';
import { fromMoneyUnits } from '@redoubt/kernel';
import { sql, type RawBuilder } from 'kysely';
import type { Database, TenantTransaction } from '../database/database.ts';
import { NOTHING_KNOWN, OBSERVATION_DIMENSION_CODES } from '../projections/reports/observation-cells.ts';
import { fieldDimensionCode } from '../projections/reports/report-codes.ts';
import type { Scope } from '../search/search-query.ts';
import {
  decodeObservationValues,
  encodeObservationFilters,
  type CodedObservationFilter,
  type ObservationKinds,
} from './observation-columns.ts';
import { decodeValues, encodeFields, type FieldCodes } from './report-columns.ts';
import { ofPeriod } from './report-period.ts';
import { encodeRates, joinRates, type CodedRates } from './report-rates.ts';
import type { ReportRange } from './report.read-model.ts';

/** Observations that share what a question tells apart, in one currency; empty where they have none. */
export type ObservationSums = {
  /** Milliseconds since 1970, or a value of the axis; null in totals. */
  readonly bar: string | null;
  readonly currency: string;
  readonly events: number;
  /** Of them, those whose assessment is known. */
  readonly linked: number;
  readonly amount: number;
  /** In the currency of the rates that were given, and observations whose currency has none; null without rates. */
  readonly converted: { readonly amount: number; readonly without: number } | null;
};

export type ObservationGroup = {
  /** Null where the question tells nothing apart. */
  readonly value: string | null;
  readonly totals: readonly ObservationSums[];
  readonly bars: readonly ObservationSums[];
};

export type ObservationAsked = Pick<ObservationQuery, 'step' | 'axis' | 'by' | 'filters' | 'most'> & {
  readonly kind: LoggedAssessmentKind;
  /** Observations that the assessment can have. */
  readonly kinds: ObservationKinds;
  readonly rates?: RateTable | null;
};

type Coded = ObservationAsked & { readonly fields: FieldCodes; readonly source: ObservationSource };

const columnOf = (dimension: AskedOfObservations, { source, fields }: Pick<Coded, 'source' | 'fields'>) => {
  const field = reportFieldOf(dimension);
  if (field !== null) {
    return source.from === 'sums'
      ? sql`c.value`
      : sql`coalesce(c.field_values[array_position(c.fields, ${fields.get(field) ?? 0}::integer)], 0)`;
  }
  if (dimension === 'environment') return sql`c.environment_id`;
  if (dimension === 'linked' && source.from === 'observations') return sql`(c.decision <> ${sql.lit(NOTHING_KNOWN)})`;
  return sql.ref(`c.${dimension}`);
};

const timeOf = ({ from }: ObservationSource): RawBuilder<unknown> => (from === 'sums' ? sql`c.day` : sql`c.arrived`);

/** The sums of a question; nothing of a field that no observation ever had. */
const dimensionCondition = ({ source, fields }: Coded): readonly RawBuilder<unknown>[] => {
  if (source.from === 'observations') return [];
  if (source.field === null) return [sql`c.dimension = ${sql.lit(OBSERVATION_DIMENSION_CODES[source.detail])}`];
  const code = fields.get(reportFieldOf(source.field) ?? '') ?? 0;
  return code === 0 ? [sql`false`] : [sql`c.dimension = ${sql.lit(fieldDimensionCode(code))}`];
};

const rowsOf = (
  scope: Scope,
  asked: Coded,
  range: ReportRange,
  filters: readonly CodedObservationFilter[],
  rates: CodedRates | null,
): RawBuilder<unknown> => {
  const { source, by } = asked;
  const time = timeOf(source);
  const conditions = [
    ...ofPeriod(scope, asked.kind, time, range),
    ...dimensionCondition(asked),
    // Observations without a value of a field stand in no series of it.
    ...(by !== null && reportFieldOf(by) !== null && source.from === 'observations'
      ? [sql`${columnOf(by, asked)} <> 0`]
      : []),
    ...filters.map(
      ({ dimension, type, values }) => sql`${columnOf(dimension, asked)} = any(${values}::${sql.raw(type)})`,
    ),
  ];
  const table = source.from === 'sums' ? 'report_observation_day' : 'report_observation';
  const day = source.from === 'sums' ? time : sql`date_trunc('day', ${time}, 'UTC')`;
  const joined = rates === null ? sql`` : joinRates(rates, day);
  return sql`${sql.table(table)} c ${joined} where ${sql.join(conditions, sql` and `)}`;
};

/** Refuses to read more single observations than a report may. */
const checkBudget = async (trx: TenantTransaction, scope: Scope, asked: Coded, range: ReportRange): Promise<void> => {
  const all: Coded = { ...asked, by: null, source: { from: 'sums', field: null, detail: 'total' } };
  const { rows } = await sql<{
    events: number;
  }>`select coalesce(sum(c.events), 0)::bigint as events from ${rowsOf(scope, all, range, [], null)}`.execute(trx);
  const events = rows[0]?.events ?? 0;
  if (events > MAX_REPORT_EVENTS) throw fail('REPORT-TOO-WIDE', { events, most: MAX_REPORT_EVENTS });
};

type Row = {
  readonly g: string | null;
  readonly bar: string | null;
  readonly currency: number;
  readonly n: number;
  readonly linked: number;
  readonly u: number;
  readonly v: number | null;
  readonly w: number | null;
};

const readRows = async (
  trx: TenantTransaction,
  scope: Scope,
  asked: Coded,
  range: ReportRange,
  filters: readonly CodedObservationFilter[],
  withBars: boolean,
  rates: CodedRates | null,
  groups?: readonly string[],
): Promise<readonly Row[]> => {
  const { source, by, axis, step } = asked;
  const group = by === null ? sql`null::text` : sql`${columnOf(by, asked)}::text`;
  const moved = sql`${timeOf(source)} + ${`${range.shiftMs} milliseconds`}::interval`;
  const bar =
    axis === 'time'
      ? sql`(extract(epoch from date_trunc(${step}, ${moved}, 'UTC')) * 1000)::bigint::text`
      : sql`${columnOf(axis, asked)}::text`;
  const events = source.from === 'sums' ? sql`c.events` : sql`1`;
  const linked = columnOf('linked', asked);
  const converted =
    rates === null
      ? sql`null::float8 as v, null::bigint as w`
      : sql`coalesce(sum(c.amount_units * x.rate), 0)::float8 as v,
            coalesce(sum(${events}) filter (where x.rate is null and c.currency <> 0), 0)::bigint as w`;
  const { rows } = await sql<Row>`
    select ${group} as g, ${withBars ? bar : sql`null::text`} as bar, c.currency, sum(${events})::bigint as n,
           coalesce(sum(${events}) filter (where ${linked}), 0)::bigint as linked,
           sum(c.amount_units)::float8 as u, ${converted}
      from ${rowsOf(scope, asked, range, filters, rates)}
           ${groups === undefined ? sql`` : sql`and ${group} = any(${groups}::text[])`}
     group by 1, 2, 3 order by 1, 2, 3`.execute(trx);
  return rows;
};

const barNames = (axis: ObservationQuery['axis'], bar: string | null): string | null => {
  if (bar === null || axis === 'time') return bar;
  const values: readonly number[] = axis === 'score' ? SCORE_HUNDREDS : DELAY_HOURS;
  return String(values[Number(bar)] ?? '');
};

const prepare = async (
  trx: TenantTransaction,
  question: ObservationAsked,
): Promise<{ readonly asked: Coded; readonly filters: readonly CodedObservationFilter[] }> => {
  const dimensions = [question.by, ...question.filters.map(({ dimension }) => dimension)];
  const fieldsAsked = dimensions.filter((dimension) => dimension !== null && reportFieldOf(dimension) !== null);
  const fields = await encodeFields(trx, fieldsAsked as `field:${string}`[]);
  const filters = await encodeObservationFilters(trx, question.filters, question.kinds);
  return { asked: { ...question, fields, source: observationSource(question) }, filters };
};

/**
 * Sums of a question over days of arrival: the largest groups, at most `most`, and how many there are in all.
 *
 * @param values to tell of, instead of the largest
 * @throws `REPORT-QUERY-INVALID`, `REPORT-TOO-WIDE`.
 */
export const readObservationGroups = (
  database: Database,
  scope: Scope,
  question: ObservationAsked,
  range: ReportRange,
  values?: readonly string[],
): Promise<{ readonly groups: readonly ObservationGroup[]; readonly total: number }> =>
  database.readTenant(scope.tenantId, async (trx) => {
    const { asked, filters } = await prepare(trx, question);
    const { by, axis, kinds } = asked;
    if (asked.source.from === 'observations') await checkBudget(trx, scope, asked, range);
    const named: ObservationFilter[] = by === null || values === undefined ? [] : [{ dimension: by, values }];
    const [own] = await encodeObservationFilters(trx, named, kinds);
    const rates = asked.rates ? await encodeRates(trx, asked.rates, range) : null;
    const totals = Map.groupBy(
      await readRows(trx, scope, asked, range, filters, false, rates, own?.values),
      ({ g }) => g ?? '',
    );
    const eventsOf = (rows: readonly Row[]): number => rows.reduce((sum, { n }) => sum + n, 0);
    const largest = [...totals]
      .toSorted(([a, one], [b, other]) => eventsOf(other) - eventsOf(one) || (a < b ? -1 : 1))
      .slice(0, asked.most);
    const groups = largest.map(([group]) => group);
    const bars = Map.groupBy(
      await readRows(trx, scope, asked, range, filters, true, rates, by === null ? undefined : groups),
      ({ g }) => g ?? '',
    );
    const rows = [...totals.values()].flat();
    const currencies = await decodeValues(trx, 'currency', [...new Set(rows.map(({ currency }) => String(currency)))]);
    const names = by === null ? new Map<string, string>() : await decodeObservationValues(trx, by, groups, kinds);
    const sumsOf = (row: Row): ObservationSums => ({
      bar: barNames(axis, row.bar),
      currency: currencies.get(String(row.currency)) ?? '',
      events: row.n,
      linked: row.linked,
      amount: fromMoneyUnits(row.u),
      converted: rates === null ? null : { amount: fromMoneyUnits(row.v ?? 0), without: row.w ?? 0 },
    });
    return {
      total: totals.size,
      groups: largest.map(([group, some]) => ({
        value: by === null ? null : (names.get(group) ?? ''),
        totals: some.map(sumsOf),
        bars: (bars.get(group) ?? []).map(sumsOf),
      })),
    };
  });

/** One observation as it is merged now. */
export type ReportedObservation = {
  readonly observation: LoggedRelatedKind;
  /** Null where the person was erased. */
  readonly id: string | null;
  readonly eventId: string | null;
  readonly environmentId: string;
  readonly arrivedMs: number;
  readonly decision: (typeof DECISIONS)[number] | null;
  readonly delayHours: number | null;
  readonly amount: number;
  readonly currency: string;
};

/**
 * The newest observations that a figure counts.
 *
 * @throws `REPORT-QUERY-INVALID`, `REPORT-TOO-WIDE`.
 */
export const readObservations = (
  database: Database,
  scope: Scope,
  question: Pick<ObservationAsked, 'kind' | 'kinds' | 'filters'>,
  range: ReportRange,
  most: number,
): Promise<readonly ReportedObservation[]> =>
  database.readTenant(scope.tenantId, async (trx) => {
    const single = { ...question, step: 'day', axis: 'time', by: null, most: 1 } as const;
    const { asked, filters } = await prepare(trx, single);
    const coded: Coded = { ...asked, source: { from: 'observations' } };
    await checkBudget(trx, scope, coded, range);
    const { rows } = await sql<{
      readonly observation: number;
      readonly observation_id: string;
      readonly event_id: string;
      readonly environment_id: string;
      readonly arrived: number;
      readonly decision: number;
      readonly delay: number;
      readonly units: number;
      readonly currency: number;
    }>`
      select c.observation, c.observation_id, c.event_id, c.environment_id, c.decision, c.delay, c.currency,
             (extract(epoch from c.arrived) * 1000)::bigint as arrived, c.amount_units::float8 as units
        from ${rowsOf(scope, coded, range, filters, null)}
       order by c.arrived desc, c.event_id, c.observation, c.observation_id limit ${most}`.execute(trx);
    const currencies = await decodeValues(trx, 'currency', [...new Set(rows.map(({ currency }) => String(currency)))]);
    const kinds = await decodeObservationValues(
      trx,
      'observation',
      [...new Set(rows.map(({ observation }) => String(observation)))],
      question.kinds,
    );
    return rows.map((row) => {
      const isErased = row.observation_id === '';
      return {
        observation: kinds.get(String(row.observation)) as LoggedRelatedKind,
        id: isErased ? null : row.observation_id,
        eventId: isErased ? null : row.event_id,
        environmentId: row.environment_id,
        arrivedMs: row.arrived,
        decision: DECISIONS[row.decision] ?? null,
        delayHours: DELAY_HOURS[row.delay] ?? null,
        amount: fromMoneyUnits(row.units),
        currency: currencies.get(String(row.currency)) ?? '',
      };
    });
  });
