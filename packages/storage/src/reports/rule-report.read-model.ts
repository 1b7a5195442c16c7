import {
  RULE_BAR_MEASURES,
  RULE_MEASURES,
  type LoggedAssessmentKind,
  type ReportFilter,
  type ReportStep,
  type RuleMeasure,
} from '@redoubt/domain';
import { fromMoneyUnits } from '@redoubt/kernel';
import { sql, type RawBuilder } from 'kysely';
import type { Database, TenantTransaction } from '../database/database.ts';
import { kindCodeOf } from '../log/log-event.ts';
import {
  BANK_CODES,
  DECISION_CODES,
  DIMENSION_CODES,
  LABEL_CODES,
  NO_OTHER_RULE,
} from '../projections/reports/report-codes.ts';
import { SCORE_COLUMNS } from '../projections/reports/report-hits.ts';
import type { Scope } from '../search/search-query.ts';
import { decodeValues, encodeFilters } from './report-columns.ts';
import { epochMs, unitSum } from './report-period.ts';
import type { ReportRange } from './report.read-model.ts';

/** Figures of a rule or clause, of the events in one currency. */
export type RuleSums = {
  /** A rule by its id; a clause as hits name it: id of the rule, a space, name of the clause. */
  readonly value: string;
  /** Where the bar begins, as milliseconds since 1970; null in totals. */
  readonly barMs: number | null;
  /** Empty where events have none. */
  readonly currency: string;
  /** In bars those of `RULE_BAR_MEASURES` that are not 0. */
  readonly counts: Readonly<Partial<Record<RuleMeasure, number>>>;
  readonly amounts: Readonly<Partial<Record<RuleMeasure, number>>>;
};

export type RuleReportAsked = {
  readonly kind: LoggedAssessmentKind;
  readonly step: ReportStep;
  /** Of `RULE_REPORT_FILTERS`. */
  readonly filters: readonly ReportFilter[];
};

const isFraud = sql`c.label = ${sql.lit(LABEL_CODES.Fraud)}`;
const isGood = sql`c.label = ${sql.lit(LABEL_CODES.NonFraud)}`;
const decidedAs = (code: number): RawBuilder<unknown> => sql`c.decided and c.decision = ${sql.lit(code)}`;
const isStopped = sql`c.decided and c.decision <> ${sql.lit(DECISION_CODES.Approve)}`;

/** Which rows a measure looks at, and which of their events it counts. */
type Measured = {
  readonly rows: RawBuilder<unknown>;
  readonly events: 'all' | 'fraud' | 'non_fraud' | 'chargebacks' | 'bank_approved' | 'bank_declined';
};
const all = (rows: RawBuilder<unknown>): Measured => ({ rows, events: 'all' });

const MEASURED: Readonly<Record<RuleMeasure, Measured>> = {
  hits: all(sql`true`),
  decided: all(sql`c.decided`),
  approved: all(decidedAs(DECISION_CODES.Approve)),
  rejected: all(decidedAs(DECISION_CODES.Reject)),
  reviewed: all(decidedAs(DECISION_CODES.Review)),
  challenged: all(decidedAs(DECISION_CODES.Challenge)),
  fraud: { rows: sql`true`, events: 'fraud' },
  nonFraud: { rows: sql`true`, events: 'non_fraud' },
  fraudStopped: { rows: isStopped, events: 'fraud' },
  goodHit: { rows: isStopped, events: 'non_fraud' },
  chargebacks: { rows: sql`true`, events: 'chargebacks' },
  bankApproved: { rows: sql`true`, events: 'bank_approved' },
  bankDeclined: { rows: sql`true`, events: 'bank_declined' },
};

/** Which cells of `report_dimension_day` hold the events, where those have no column. */
const CELLS: Readonly<Record<Measured['events'], RawBuilder<unknown>>> = {
  all: sql`true`,
  fraud: isFraud,
  non_fraud: isGood,
  chargebacks: sql`c.chargeback`,
  bank_approved: sql`c.bank = ${sql.lit(BANK_CODES.Approved)}`,
  bank_declined: sql`c.bank = ${sql.lit(BANK_CODES.Declined)}`,
};

/** What sums of rules know besides the rule: filters by anything else read finer cells. */
const BESIDE: ReadonlySet<string> = new Set(['environment', 'currency']);

/** The sums of rules and clauses that know every filter of a question. */
export const hitSums = ({ filters }: Pick<RuleReportAsked, 'filters'>): 'report_hit_day' | 'report_dimension_day' =>
  filters.every(({ dimension }) => BESIDE.has(dimension)) ? 'report_hit_day' : 'report_dimension_day';

type Row = { readonly value: number; readonly bar: number | null; readonly currency: number } & Readonly<
  Partial<Record<`${RuleMeasure}_n` | `${RuleMeasure}_u`, number | null>>
>;

/** Cells of a period by the day. */
export const inPeriod = (
  scope: Scope,
  kind: LoggedAssessmentKind,
  range: Pick<ReportRange, 'fromMs' | 'toMs'>,
): RawBuilder<unknown> => sql`c.tenant_id = ${scope.tenantId}::uuid
    and c.environment_id = any(${scope.environmentIds}::uuid[]) and c.kind = ${sql.lit(kindCodeOf(kind))}
    and c.day >= ${new Date(range.fromMs)} and c.day < ${new Date(range.toMs)}`;

const filterConditions = async (
  trx: TenantTransaction,
  { filters }: Pick<RuleReportAsked, 'filters'>,
): Promise<readonly RawBuilder<unknown>[]> =>
  (await encodeFilters(trx, filters)).map(
    ({ dimension, type, values }) =>
      sql`${sql.ref(dimension === 'environment' ? 'c.environment_id' : `c.${dimension}`)} = any(${values}::${sql.raw(type)})`,
  );

const ofRules = sql`c.dimension = ${sql.lit(DIMENSION_CODES.hitRule)}`;

const readRows = async (
  trx: TenantTransaction,
  scope: Scope,
  asked: RuleReportAsked,
  range: ReportRange,
  by: RuleSumsBy,
): Promise<readonly Row[]> => {
  const bars = by !== 'total';
  const counted = by === 'countBar';
  const measures: readonly RuleMeasure[] = bars ? RULE_BAR_MEASURES : RULE_MEASURES;
  const filters = await filterConditions(trx, asked);
  const table = hitSums(asked);
  const columnsOf = (events: Measured['events']): readonly [string, string] =>
    table === 'report_dimension_day' || events === 'all' ? ['events', 'amount_units'] : [events, `${events}_units`];
  const sums = sql.join(
    measures.flatMap((measure) => {
      const { rows, events } = MEASURED[measure];
      const [count, units] = columnsOf(events);
      const which = table === 'report_hit_day' ? rows : sql`${rows} and ${CELLS[events]}`;
      const sumOf = (column: string, unit: 'n' | 'u') => {
        const sum = sql`sum(${sql.ref(`c.${column}`)}) filter (where ${which})`;
        // Most figures of bars are nothing, and what is null costs nothing on its way.
        return sql`${bars ? sql`nullif(${sum}, 0)` : sql`coalesce(${sum}, 0)`}::float8 as ${sql.id(`${measure}_${unit}`)}`;
      };
      return counted ? [sumOf(count, 'n')] : [sumOf(count, 'n'), sumOf(units, 'u')];
    }),
  );
  // Rows are added up by all that measures ask of them first, so that measures look at few of them: bars have too few for that.
  const summed = new Map(measures.map((measure) => columnsOf(MEASURED[measure].events)));
  const plain = sql.join(
    [...summed].flatMap(([count, units]) => [
      sql`sum(${sql.ref(`c.${count}`)})::float8 as ${sql.id(count)}`,
      ...(counted ? [] : [sql`${unitSum(sql.ref(`c.${units}`))} as ${sql.id(units)}`]),
    ]),
  );
  const told = sql.join(
    ['c.decided', 'c.decision', ...(table === 'report_hit_day' ? [] : ['c.label', 'c.chargeback', 'c.bank'])].map(
      (column) => sql.ref(column),
    ),
  );
  const columns = sql.join(
    measures.flatMap((measure) => [sql.ref(`x.${measure}_n`), ...(counted ? [] : [sql.ref(`x.${measure}_u`)])]),
  );
  const moved = range.shiftMs === 0 ? sql`c.day` : sql`c.day + ${`${range.shiftMs} milliseconds`}::interval`;
  const bar = asked.step === 'day' ? moved : sql`date_trunc(${asked.step}, ${moved}, 'UTC')`;
  const dimensions = sql`c.dimension in (${sql.lit(DIMENSION_CODES.hit)}, ${sql.lit(DIMENSION_CODES.hitRule)})`;
  const of = sql`c.value, ${bars ? bar : sql`null::timestamptz`} as at, ${counted ? sql`0::integer` : sql`c.currency`} as currency`;
  const from = sql`${sql.table(table)} c where ${sql.join([inPeriod(scope, asked.kind, range), dimensions, ...filters], sql` and `)}`;
  const summedUp = counted
    ? sql`select ${of}, ${sums} from ${from} group by 1, 2, 3`
    : sql`select c.value, c.at, c.currency, ${sums} from (select ${of}, ${told}, ${plain} from ${from} group by 1, 2, 3, ${told}) c
           group by 1, 2, 3`;
  const { rows } = await sql<Row>`
    select x.value, x.currency, ${columns}, ${bars ? epochMs(sql`x.at`) : sql`null::bigint`} as bar
      from (${summedUp}) x order by x.value, x.at, x.currency`.execute(trx);
  return rows;
};

/** The columns of rows: bars are thousands, and each holds a figure of every measure. */
const COLUMNS = RULE_MEASURES.map((measure) => ({ measure, n: `${measure}_n`, u: `${measure}_u` }) as const);

const sumsOf = (row: Row, values: ReadonlyMap<string, string>, currencies: ReadonlyMap<string, string>): RuleSums => {
  const counts: Partial<Record<RuleMeasure, number>> = {};
  const amounts: Partial<Record<RuleMeasure, number>> = {};
  for (const { measure, n, u } of COLUMNS) {
    const [count, units] = [row[n], row[u]];
    if (typeof count === 'number') counts[measure] = count;
    if (typeof units === 'number') amounts[measure] = fromMoneyUnits(units);
  }
  return {
    value: values.get(String(row.value)) ?? '',
    barMs: row.bar,
    currency: currencies.get(String(row.currency)) ?? '',
    counts,
    amounts,
  };
};

/** In all, by bar, or counts by bar over all currencies. */
export type RuleSumsBy = 'total' | 'bar' | 'countBar';

/**
 * Figures of every rule and clause that was hit in a range, by currency. Hits of post-decision actions are among the clauses.
 *
 * @throws `REPORT-QUERY-INVALID` for a value that a dimension cannot have.
 */
export const readRuleSums = (
  database: Database,
  scope: Scope,
  asked: RuleReportAsked,
  range: ReportRange,
  by: RuleSumsBy,
): Promise<readonly RuleSums[]> =>
  database.readTenant(scope.tenantId, async (trx) => {
    const rows = await readRows(trx, scope, asked, range, by);
    const distinct = (of: (row: Row) => number): readonly string[] => [...new Set(rows.map((row) => String(of(row))))];
    const values = await decodeValues(
      trx,
      'hit',
      distinct(({ value }) => value),
    );
    const currencies = await decodeValues(
      trx,
      'currency',
      distinct(({ currency }) => currency),
    );
    return rows.map((row) => sumsOf(row, values, currencies));
  });

/** Hits of each rule by the hundred of their score, from 0 to 900; events without a score are left out. By the id of the rule. */
export type RuleScores = ReadonlyMap<string, readonly number[]>;

/** @throws `REPORT-QUERY-INVALID` for a value that a dimension cannot have. */
export const readRuleScores = (
  database: Database,
  scope: Scope,
  asked: RuleReportAsked,
  range: Pick<ReportRange, 'fromMs' | 'toMs'>,
): Promise<RuleScores> =>
  database.readTenant(scope.tenantId, async (trx) => {
    const conditions = [inPeriod(scope, asked.kind, range), ofRules, ...(await filterConditions(trx, asked))];
    const table = hitSums(asked);
    const hundreds = SCORE_COLUMNS.map((column, hundred) =>
      table === 'report_hit_day'
        ? sql`sum(${sql.ref(`c.${column}`)})`
        : sql`coalesce(sum(c.events) filter (where c.score = ${sql.lit(hundred)}), 0)`,
    );
    const { rows } = await sql<{ value: number; scores: number[] }>`
      select c.value, array[${sql.join(hundreds)}]::float8[] as scores from ${sql.table(table)} c
       where ${sql.join(conditions, sql` and `)} group by 1`.execute(trx);
    const codes = rows.map(({ value }) => String(value));
    const ids = await decodeValues(trx, 'hit', codes);
    return new Map(rows.map(({ value, scores }) => [ids.get(String(value)) ?? '', scores]));
  });

/** Events that two rules both hit, or that one hit alone. */
export type RuleOverlap = {
  readonly ruleId: string;
  /** Null where no other rule was hit. */
  readonly otherId: string | null;
  readonly events: number;
  readonly fraud: number;
  readonly nonFraud: number;
};

/** Each pair of rules once, the one with the smaller id first. */
export const readRuleOverlaps = (
  database: Database,
  scope: Scope,
  kind: LoggedAssessmentKind,
  range: Pick<ReportRange, 'fromMs' | 'toMs'>,
): Promise<readonly RuleOverlap[]> =>
  database.readTenant(scope.tenantId, async (trx) => {
    const { rows } = await sql<{ rule: number; other: number } & Pick<RuleOverlap, 'events' | 'fraud' | 'nonFraud'>>`
      select c.rule, c.other_rule as other, sum(c.events)::float8 as events,
             coalesce(sum(c.events) filter (where ${isFraud}), 0)::float8 as fraud,
             coalesce(sum(c.events) filter (where ${isGood}), 0)::float8 as "nonFraud"
        from report_overlap_day c where ${inPeriod(scope, kind, range)} group by 1, 2`.execute(trx);
    const codes = new Set(rows.flatMap(({ rule, other }) => [String(rule), String(other)]));
    const ids = await decodeValues(trx, 'hit', [...codes]);
    return rows
      .map(({ rule, other, ...counts }) => {
        const [one = '', two = ''] = [ids.get(String(rule)), ids.get(String(other))];
        if (other === NO_OTHER_RULE) return { ruleId: one, otherId: null, ...counts };
        const [ruleId, otherId] = one < two ? [one, two] : [two, one];
        return { ruleId, otherId, ...counts };
      })
      .toSorted(
        (a, b) => b.events - a.events || (a.ruleId + (a.otherId ?? '') < b.ruleId + (b.otherId ?? '') ? -1 : 1),
      );
  });
