import type { Decision, RateTable } from '@redoubt/domain';
import { DAY_MS, fromMoneyUnits, MINUTE_MS, type Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { Database, TenantTransaction } from '../database/database.ts';
import { timeBucket } from '../database/time-bucket.ts';
import { KIND_CODES, kindOfCode } from '../log/log-event.ts';
import { readChartChanges, type ChartChange } from '../monitor/chart-changes.ts';
import { latencyQuantileMs } from '../projections/reports/latency-histogram.ts';
import type { DecisionCounts } from '../search/search-summary.read-model.ts';
import type { Scope } from '../search/search-query.ts';

const DASHBOARD_BUCKET_MS = 15 * MINUTE_MS;
const TOP_CLAUSES = 10;
const MOST_CHANGES = 40;
/** How far back what changed is listed where today brought little. */
const CHANGE_DAYS = 14;

/** Live traffic since a moment; historical events are not in it. */
type DashboardNumbers = {
  readonly totals: {
    readonly events: number;
    readonly decisions: DecisionCounts;
    /** In the currency of the rates, else in the one that all events share; null where they do not. */
    readonly amount: number | null;
    readonly currency: string | null;
    readonly rejectedAmount: number | null;
    /** Events that are missing from the amounts, because their currency has no rate. */
    readonly unconverted: number;
    readonly fraudLabels: number;
    readonly latencyP50Ms: number | null;
    readonly latencyP99Ms: number | null;
  };
  /** The same span one day earlier. */
  readonly previous: { readonly events: number; readonly decisions: DecisionCounts };
  /** Every 15 minutes from `since` on; the last one is unfinished. */
  readonly series: readonly { readonly from: Date; readonly decisions: DecisionCounts }[];
  readonly topClauses: readonly {
    readonly rule: string;
    readonly clause: string;
    readonly decision: Decision;
    readonly events: number;
  }[];
  /** Newest writes in these environments or the whole tenant. */
  /** What can have moved them, newest first. */
  readonly changes: readonly ChartChange[];
};

type DashboardSpan = {
  readonly since: Date;
  readonly now: Date;
  /** Environments whose changes move these decisions: those above decide too. */
  readonly changesIn: readonly Id[];
  /** What amounts are converted by; null where each currency stands alone. */
  readonly rates: RateTable | null;
};

type Sum = { decision: Decision; currency: string; bucket: number; events: number; units: number };

const PURCHASE = sql.lit(KIND_CODES.purchase);

const inScope = (scope: Scope) =>
  sql`tenant_id = ${scope.tenantId}::uuid and environment_id = any(${scope.environmentIds}::uuid[])`;

const between = (from: Date, to: Date) => sql`minute >= ${from} and minute <= ${to}`;

const readSums = async (trx: TenantTransaction, scope: Scope, { since, now }: DashboardSpan) => {
  const { rows } = await sql<Sum>`
    select decision, currency,
           ${timeBucket('minute', since.getTime(), DASHBOARD_BUCKET_MS)} as bucket,
           sum(events)::bigint as events, sum(amount_units)::float8 as units
      from rollup_minute where ${inScope(scope)} and kind = ${PURCHASE} and ${between(since, now)}
     group by 1, 2, 3`.execute(trx);
  return rows;
};

const readPrevious = async (trx: TenantTransaction, scope: Scope, { since, now }: DashboardSpan) => {
  const { rows } = await sql<{ decision: Decision; events: number }>`
    select decision, sum(events)::bigint as events from rollup_minute
     where ${inScope(scope)} and kind = ${PURCHASE}
       and ${between(new Date(since.getTime() - DAY_MS), new Date(now.getTime() - DAY_MS))}
     group by decision`.execute(trx);
  return rows;
};

const readTopClauses = async (trx: TenantTransaction, scope: Scope, { since, now }: DashboardSpan) => {
  const { rows } = await sql<DashboardNumbers['topClauses'][number]>`
    select rule, clause, decision, sum(events)::bigint as events from rollup_minute
     where ${inScope(scope)} and kind = ${PURCHASE} and clause <> '' and ${between(since, now)}
     group by rule, clause, decision order by events desc, rule, clause limit ${TOP_CLAUSES}`.execute(trx);
  return rows;
};

const readLatency = async (trx: TenantTransaction, scope: Scope, { since, now }: DashboardSpan) => {
  const { rows } = await sql<{ events: number }>`
    select sum(n)::bigint as events
      from rollup_minute, unnest(latency) with ordinality as l(n, place)
     where ${inScope(scope)} and kind = ${PURCHASE} and ${between(since, now)}
     group by place order by place`.execute(trx);
  return rows.map((row) => row.events);
};

const readFraudLabels = async (trx: TenantTransaction, scope: Scope, { since, now }: DashboardSpan) => {
  const { rows } = await sql<{ events: number }>`
    select coalesce(sum(events), 0)::bigint as events from rollup_minute
     where ${inScope(scope)} and kind in (${sql.lit(KIND_CODES.label)}, ${sql.lit(KIND_CODES.accountLabel)})
       and decision = 'Fraud' and ${between(since, now)}`.execute(trx);
  return rows[0]?.events ?? 0;
};

const countBy = (rows: readonly { decision: Decision; events: number }[]): DecisionCounts => {
  const counts: DecisionCounts = {};
  for (const { decision, events } of rows) counts[decision] = (counts[decision] ?? 0) + events;
  return counts;
};

const totalOf = (rows: readonly { events: number }[]): number => rows.reduce((sum, row) => sum + row.events, 0);

const seriesOf = (rows: readonly Sum[], { since, now }: DashboardSpan): DashboardNumbers['series'] => {
  const byBucket = Map.groupBy(rows, (row) => row.bucket);
  const buckets = Math.floor((now.getTime() - since.getTime()) / DASHBOARD_BUCKET_MS) + 1;
  return Array.from({ length: buckets }, (_, index) => ({
    from: new Date(since.getTime() + index * DASHBOARD_BUCKET_MS),
    decisions: countBy(byBucket.get(index) ?? []),
  }));
};

type Amounts = Pick<DashboardNumbers['totals'], 'amount' | 'currency' | 'rejectedAmount' | 'unconverted'>;

/** Sums of units, as amounts. */
const amountsIn = (currency: string, rows: readonly Sum[], unconverted: number): Amounts => {
  const units = (matching: readonly Sum[]): number =>
    fromMoneyUnits(Math.round(matching.reduce((sum, row) => sum + row.units, 0)));
  return {
    amount: units(rows),
    currency,
    rejectedAmount: units(rows.filter((row) => row.decision === 'Reject')),
    unconverted,
  };
};

const amountsOf = (rows: readonly Sum[], { since, rates }: DashboardSpan): Amounts => {
  const currencies = new Set(rows.map((row) => row.currency));
  const [currency] = currencies;
  const nothing = { amount: null, currency: null, rejectedAmount: null, unconverted: 0 };
  const shared =
    currencies.size !== 1 || currency === undefined || currency === '' ? nothing : amountsIn(currency, rows, 0);
  if (rates === null) return shared;
  const known = rows.filter((row) => row.currency !== '');
  const converted = known.flatMap((row) => {
    const dayMs = Math.floor((since.getTime() + row.bucket * DASHBOARD_BUCKET_MS) / DAY_MS) * DAY_MS;
    const found = rates.rateOn(row.currency, dayMs);
    return found === null ? [] : [{ ...row, units: row.units * found.rate }];
  });
  // Where nothing converts, what all share says more than nothing.
  if (converted.length === 0) return shared;
  return amountsIn(rates.currency, converted, totalOf(known) - totalOf(converted));
};

/** The numbers of the dashboard, from roll-ups: today so far, yesterday to the same hour, and what changed. */
export const readDashboard = (database: Database, scope: Scope, span: DashboardSpan): Promise<DashboardNumbers> =>
  database.readTenant(scope.tenantId, async (trx) => {
    const sums = await readSums(trx, scope, span);
    const previous = await readPrevious(trx, scope, span);
    const latency = await readLatency(trx, scope, span);
    return {
      totals: {
        events: totalOf(sums),
        decisions: countBy(sums),
        ...amountsOf(sums, span),
        fraudLabels: await readFraudLabels(trx, scope, span),
        latencyP50Ms: latencyQuantileMs(latency, 0.5),
        latencyP99Ms: latencyQuantileMs(latency, 0.99),
      },
      previous: { events: totalOf(previous), decisions: countBy(previous) },
      series: seriesOf(sums, span),
      topClauses: await readTopClauses(trx, scope, span),
      changes: await readChartChanges(trx, {
        tenantId: scope.tenantId,
        environmentIds: span.changesIn,
        kind: 'purchase',
        from: new Date(span.since.getTime() - CHANGE_DAYS * DAY_MS),
        to: span.now,
        most: MOST_CHANGES,
      }),
    };
  });

export type RuleHits = { readonly hits: number; readonly decisions: DecisionCounts };

export type AssessmentTraffic = { readonly events: number; readonly decisions: DecisionCounts };

/** Live events of each assessment in the last 24 hours, with what was decided. */
export const assessmentTraffic24h = (
  database: Database,
  scope: Scope,
  now: Date,
): Promise<ReadonlyMap<string, AssessmentTraffic>> =>
  database.readTenant(scope.tenantId, async (trx) => {
    const { rows } = await sql<{ kind: number; decision: Decision; events: number }>`
      select kind, decision, sum(events)::bigint as events from rollup_minute
       where ${inScope(scope)} and ${between(new Date(now.getTime() - DAY_MS), now)}
         and decision in ('Approve', 'Reject', 'Review', 'Challenge')
       group by kind, decision`.execute(trx);
    const byKind = new Map<string, { events: number; decisions: DecisionCounts }>();
    for (const { kind, decision, events } of rows) {
      const name = kindOfCode(kind);
      const entry = byKind.get(name) ?? { events: 0, decisions: {} };
      entry.events += events;
      entry.decisions[decision] = (entry.decisions[decision] ?? 0) + events;
      byKind.set(name, entry);
    }
    return byKind;
  });

/** How often the clauses of each rule fired in the 24 hours before `now`, and what they decided; live traffic only. */
export const ruleHits24h = (database: Database, scope: Scope, now: Date): Promise<ReadonlyMap<Id, RuleHits>> =>
  database.readTenant(scope.tenantId, async (trx) => {
    const { rows } = await sql<{ rule: Id; decision: Decision | ''; hits: number }>`
      select rule_id as rule, decision, sum(hits)::bigint as hits from rule_hit_minute
       where ${inScope(scope)} and ${between(new Date(now.getTime() - DAY_MS), now)}
       group by rule_id, decision`.execute(trx);
    const byRule = new Map<Id, { hits: number; decisions: DecisionCounts }>();
    for (const { rule, decision, hits } of rows) {
      const entry = byRule.get(rule) ?? { hits: 0, decisions: {} };
      entry.hits += hits;
      if (decision !== '') entry.decisions[decision] = (entry.decisions[decision] ?? 0) + hits;
      byRule.set(rule, entry);
    }
    return byRule;
  });
