import {
  asksNeighbours,
  DECISIONS,
  STOPPED_OUTCOMES,
  type ControlledDecision,
  type Neighbours,
  type PassedPurchase,
  type RateTable,
  type ReportStep,
  type StoppedSums,
} from '@redoubt/domain';
import { fromMoneyUnits } from '@redoubt/kernel';
import { sql, type RawBuilder } from 'kysely';
import type { Database, TenantTransaction } from '../database/database.ts';
import { kindCodeOf } from '../log/log-event.ts';
import { DECISION_CODES, DIMENSION_CODES, FIGURE_CODES, LABEL_CODES } from '../projections/reports/report-codes.ts';
import { SCORE_COLUMNS } from '../projections/reports/report-hits.ts';
import type { Scope } from '../search/search-query.ts';
import { decodeValues, encodeFilters, type CodedFilter } from './report-columns.ts';
import { epochMs, ofPeriod } from './report-period.ts';
import { encodeRates, joinRates, type CodedRates } from './report-rates.ts';
import type { ReportRange } from './report.read-model.ts';
import { hitSums, inPeriod, type RuleReportAsked } from './rule-report.read-model.ts';

/** What a rule or clause stopped; `value` names it as `RuleSums` does. */
export type StoppedByValue = StoppedSums & {
  readonly value: string;
  /** Where the bar of the events begins, as milliseconds since 1970; null of clauses, which have no bars. */
  readonly barMs: number | null;
  /** The lowest bin of a hundred of their scores; null where none was scored. */
  readonly lowestScore: number | null;
};

/** A purchase that the control share let pass. */
export type PassedByRule = PassedPurchase & {
  /** The rule that would have stopped it, and the clause as hits name it; empty where it has none. */
  readonly rule: string;
  readonly hit: string;
  readonly barMs: number;
};

/** Amounts in one currency. */
export type RuleMoneySums = {
  readonly stopped: readonly StoppedByValue[];
  readonly passed: readonly PassedByRule[];
  /** Approved events by bin of a hundred of their score; none where no rule or clause asks its neighbours. */
  readonly approved: ReadonlyMap<number, Neighbours>;
};

/** Events that rules stopped in a currency that has no rate on their day. */
export type UnratedEvents = { readonly currency: string; readonly events: number };

const OUTCOME = Object.fromEntries(STOPPED_OUTCOMES.map((outcome, code) => [outcome, code])) as Readonly<
  Record<(typeof STOPPED_OUTCOMES)[number], number>
>;
/** What a status says that a review ended with. */
const REVIEW_STATUSES = { Approved: 'released', Rejected: 'refused' } as const;

const conditionsOf = (filters: readonly CodedFilter[], decision: string): readonly RawBuilder<unknown>[] =>
  filters.map(({ dimension, type, values }) => {
    const column =
      dimension === 'environment' ? 'c.environment_id' : dimension === 'decision' ? decision : `c.${dimension}`;
    return sql`${sql.ref(column)} = any(${values}::${sql.raw(type)})`;
  });

/** Whether an amount is known in the currency: events without any currency have none. */
const isRated = sql`(x.rate is not null or c.currency = 0)`;

/** Whether the currency has a rate on any day, which is told before the rate of the day is looked up. */
const isEverRated = ({ currencies }: CodedRates): RawBuilder<unknown> =>
  sql`c.currency = any(${[0, ...new Set(currencies)]}::int[])`;

/** What the status of a reviewed event of `c` says that has no label, by its place among `STOPPED_OUTCOMES`. */
const reviewColumn = async (trx: TenantTransaction): Promise<RawBuilder<unknown>> => {
  const rows = await trx
    .selectFrom('report_value')
    .select(['code', 'value'])
    .where('value', 'in', Object.keys(REVIEW_STATUSES))
    .execute();
  const ends = rows.map(({ code, value }) => {
    const outcome = REVIEW_STATUSES[value as keyof typeof REVIEW_STATUSES];
    return sql`when c.decision = ${sql.lit(DECISION_CODES.Review)} and c.status = ${code} then ${sql.lit(OUTCOME[outcome])}`;
  });
  return ends.length === 0
    ? sql.lit(OUTCOME.none)
    : sql`case ${sql.join(ends, sql` `)} else ${sql.lit(OUTCOME.none)} end`;
};

/** What is known of a stopped event of `c`, by its place among `STOPPED_OUTCOMES`. */
export const outcomeColumn = async (trx: TenantTransaction): Promise<RawBuilder<unknown>> =>
  sql`case when c.label = ${sql.lit(LABEL_CODES.Fraud)} then ${sql.lit(OUTCOME.fraud)}
    when c.label = ${sql.lit(LABEL_CODES.NonFraud)} then ${sql.lit(OUTCOME.good)} else ${await reviewColumn(trx)} end`;

type Asked = {
  readonly trx: TenantTransaction;
  readonly scope: Scope;
  readonly asked: RuleReportAsked;
  readonly range: Pick<ReportRange, 'fromMs' | 'toMs'>;
  readonly filters: readonly CodedFilter[];
  readonly rates: CodedRates;
};

/** The first millisecond of the bar that a time lies in. */
const barOf = (step: ReportStep, at: RawBuilder<unknown>): RawBuilder<unknown> =>
  epochMs(sql`date_trunc(${step}, ${at}, 'UTC')`);

type StoppedRow = {
  readonly value: number;
  readonly bar: number | null;
  readonly decision: number;
  readonly outcome: number;
  readonly controlled: boolean;
  readonly events: number;
  readonly units: number;
  readonly lowest: number | null;
};

const decisionOf = (code: number): ControlledDecision => DECISIONS[code] as ControlledDecision;

/** Cells of what rules and clauses stopped. */
const stoppedCells = ({ scope, asked, range, filters, rates }: Asked): RawBuilder<unknown> => {
  const dimensions = sql`c.dimension in (${sql.lit(DIMENSION_CODES.hit)}, ${sql.lit(DIMENSION_CODES.hitRule)})`;
  const stopped = sql`c.decided and c.decision <> ${sql.lit(DECISION_CODES.Approve)}`;
  const conditions = [inPeriod(scope, asked.kind, range), dimensions, stopped, ...conditionsOf(filters, 'c.decision')];
  return sql`${sql.table(hitSums(asked))} c ${joinRates(rates, sql`c.day`)} where ${sql.join(conditions, sql` and `)}`;
};

/** The lowest hundred of a score that sums of rules count an event of. */
const LOWEST = sql`min(case ${sql.join(
  SCORE_COLUMNS.map((column, hundred) => sql`when ${sql.ref(`c.${column}`)} > 0 then ${sql.lit(hundred)}`),
  sql` `,
)} end)`;

type Outcome = (typeof STOPPED_OUTCOMES)[number];

type SummedRow = Omit<StoppedRow, 'outcome'> & {
  /** What is known of those without a label. */
  readonly outcome: number;
  readonly fraud: number;
  readonly fraudUnits: number;
  readonly good: number;
  readonly goodUnits: number;
};

/** Rows by what is known of the events, from sums that have labels as columns. */
const byOutcome = ({ fraud, fraudUnits, good, goodUnits, ...row }: SummedRow): readonly StoppedRow[] => {
  const labelled = (outcome: Outcome, events: number, units: number): StoppedRow => ({
    ...row,
    outcome: OUTCOME[outcome],
    events,
    units,
  });
  const rest = { ...row, events: row.events - fraud - good, units: row.units - fraudUnits - goodUnits };
  return [labelled('fraud', fraud, fraudUnits), labelled('good', good, goodUnits), rest].filter(
    ({ events }) => events > 0,
  );
};

const sumOf = (column: string): RawBuilder<unknown> =>
  sql`sum(${sql.ref(`c.${column}`)} * coalesce(x.rate, 0))::float8`;

const readStoppedRows = async (of: Asked): Promise<readonly StoppedRow[]> => {
  const ofDay = of.asked.step === 'day' ? epochMs(sql`c.day`) : barOf(of.asked.step, sql`c.day`);
  const bar = sql`case when c.dimension = ${sql.lit(DIMENSION_CODES.hitRule)} then ${ofDay} end`;
  if (hitSums(of.asked) === 'report_dimension_day') {
    const { rows } = await sql<StoppedRow>`
      select c.value, c.decision, ${await outcomeColumn(of.trx)} as outcome, c.controlled, ${bar} as bar,
             sum(c.events)::float8 as events, ${sumOf('amount_units')} as units,
             min(c.score) filter (where c.score >= 0) as lowest
        from ${stoppedCells(of)} and ${isEverRated(of.rates)} and ${isRated} group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`.execute(
      of.trx,
    );
    return rows;
  }
  const { rows } = await sql<SummedRow>`
    select c.value, c.decision, ${await reviewColumn(of.trx)} as outcome, c.controlled, ${bar} as bar,
           sum(c.events)::float8 as events, ${sumOf('amount_units')} as units, sum(c.fraud)::float8 as fraud,
           ${sumOf('fraud_units')} as "fraudUnits", sum(c.non_fraud)::float8 as good, ${sumOf('non_fraud_units')} as "goodUnits",
           ${LOWEST} as lowest
      from ${stoppedCells(of)} and ${isEverRated(of.rates)} and ${isRated} group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`.execute(
    of.trx,
  );
  return rows.flatMap(byOutcome);
};

const readStopped = async (of: Asked): Promise<readonly StoppedByValue[]> => {
  const rows = await readStoppedRows(of);
  const values = await decodeValues(of.trx, 'hit', [...new Set(rows.map(({ value }) => String(value)))]);
  return rows.map(({ value, bar, decision, outcome, controlled, events, units, lowest }) => ({
    value: values.get(String(value)) ?? '',
    barMs: bar,
    decision: decisionOf(decision),
    outcome: STOPPED_OUTCOMES[outcome] ?? 'none',
    controlled,
    events,
    amount: fromMoneyUnits(units),
    lowestScore: lowest,
  }));
};

type PassedRow = {
  readonly bar: number;
  readonly rule: number;
  readonly hit: number;
  readonly probability: number;
  readonly decision: number;
  readonly units: number;
  readonly fraud: boolean;
};

const readPassed = async ({ trx, scope, asked, range, filters, rates }: Asked): Promise<readonly PassedByRule[]> => {
  const { rows } = await sql<PassedRow>`
    select c.control_rule as rule, c.control_hit as hit, c.control_probability as probability,
           ${barOf(asked.step, sql`c.hour`)} as bar, c.control_decision as decision, c.amount_units * coalesce(x.rate, 0) as units,
           c.label = ${sql.lit(LABEL_CODES.Fraud)} or (c.chargeback and c.label <> ${sql.lit(LABEL_CODES.NonFraud)}) as fraud
      from report_event c ${joinRates(rates, sql`date_trunc('day', c.hour, 'UTC')`)}
     where ${sql.join(
       [
         sql`c.tenant_id = ${scope.tenantId}::uuid and c.environment_id = any(${scope.environmentIds}::uuid[])
           and c.kind = ${sql.lit(kindCodeOf(asked.kind))} and c.hour >= ${new Date(range.fromMs)}
           and c.hour < ${new Date(range.toMs)} and c.control_rule > 0 and ${isRated}`,
         ...conditionsOf(filters, 'c.control_decision'),
       ],
       sql` and `,
     )}
     order by c.hour, c.environment_id, c.event_id`.execute(trx);
  const codes = new Set(rows.flatMap(({ rule, hit }) => [String(rule), String(hit)]));
  const values = await decodeValues(trx, 'hit', [...codes]);
  return rows.map(({ rule, hit, bar, probability, decision, units, fraud }) => ({
    barMs: bar,
    rule: values.get(String(rule)) ?? '',
    hit: values.get(String(hit)) ?? '',
    probability,
    decision: decisionOf(decision),
    amount: fromMoneyUnits(units),
    fraud,
  }));
};

const readApproved = async ({ trx, scope, asked, range }: Asked): Promise<RuleMoneySums['approved']> => {
  const { rows } = await sql<{ bin: number; events: number; fraud: number }>`
    select c.value / 10 as bin, sum(c.events)::float8 as events, sum(c.fraud)::float8 as fraud
      from report_figure c
     where ${sql.join(ofPeriod(scope, asked.kind, sql`c.at`, range), sql` and `)} and c.value >= 0
       and c.dimension = ${sql.lit(FIGURE_CODES.score)} and c.decision = ${sql.lit(DECISION_CODES.Approve)}
     group by 1`.execute(trx);
  return new Map(rows.map(({ bin, ...counts }) => [bin, counts]));
};

/** Whether any rule or clause has nothing better than its neighbours. */
const areNeighboursAsked = (stopped: readonly StoppedByValue[], passed: readonly PassedByRule[]): boolean =>
  [...Map.groupBy(stopped, ({ value }) => value)].some(([value, sums]) =>
    asksNeighbours(
      sums,
      passed.filter(({ rule, hit }) => rule === value || hit === value),
    ),
  );

/**
 * What money of rules is worked out from: what each rule and clause stopped, what the control share let pass, and approved
 * events by score. Amounts are converted by the rates of their days; events whose currency has none are left out.
 *
 * @throws `REPORT-QUERY-INVALID` for a value that a dimension cannot have.
 */
export const readRuleMoney = (
  database: Database,
  scope: Scope,
  asked: RuleReportAsked,
  range: Pick<ReportRange, 'fromMs' | 'toMs'>,
  rates: RateTable,
): Promise<RuleMoneySums> =>
  database.readTenant(scope.tenantId, async (trx) => {
    const filters = await encodeFilters(trx, asked.filters);
    const of: Asked = { trx, scope, asked, range, filters, rates: await encodeRates(trx, rates, range) };
    const [stopped, passed] = [await readStopped(of), await readPassed(of)];
    return {
      stopped,
      passed,
      approved: areNeighboursAsked(stopped, passed) ? await readApproved(of) : new Map(),
    };
  });

/** What `readRuleMoney` leaves out, by currency. */
export const readUnratedEvents = (
  database: Database,
  scope: Scope,
  asked: RuleReportAsked,
  range: Pick<ReportRange, 'fromMs' | 'toMs'>,
  rates: RateTable,
): Promise<readonly UnratedEvents[]> =>
  database.readTenant(scope.tenantId, async (trx) => {
    const filters = await encodeFilters(trx, asked.filters);
    const of: Asked = { trx, scope, asked, range, filters, rates: await encodeRates(trx, rates, range) };
    const { rows } = await sql<{ currency: number; events: number }>`
      select c.currency, sum(c.events)::float8 as events
        from ${stoppedCells(of)} and not ${isRated} and c.dimension = ${sql.lit(DIMENSION_CODES.hitRule)}
       group by 1`.execute(trx);
    const codes = rows.map(({ currency }) => String(currency));
    const names = await decodeValues(trx, 'currency', codes);
    return rows.map(({ currency, events }) => ({ currency: names.get(String(currency)) ?? '', events }));
  });
