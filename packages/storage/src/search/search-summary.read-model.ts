import type { Decision } from '@redoubt/domain';
import { DAY_MS, fromMoneyUnits, HOUR_MS, MINUTE_MS } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { timeBucket } from '../database/time-bucket.ts';
import { chooseRange } from './choose-range.ts';
import { compileSearch, type CompiledSearch, type Scope, type SearchQuery } from './search-query.ts';

export type DecisionCounts = Partial<Record<Decision, number>>;
type Facet = readonly { readonly value: string | null; readonly events: number }[];
/** Clauses with the rule they stand in: two rules may have clauses of one name. */
export type ClauseFacet = readonly (Facet[number] & { readonly rule: string | null })[];

export type SearchSummary = {
  readonly total: number;
  /** Sum of amounts where all events share one currency; null otherwise. */
  readonly amount: number | null;
  readonly currency: string | null;
  readonly decisions: DecisionCounts;
  readonly labelledFraud: number;
  readonly bucketMs: number;
  /** Unbroken from the start of the range to its end. */
  readonly buckets: readonly { readonly from: Date; readonly decisions: DecisionCounts }[];
  readonly facets: { readonly clause: ClauseFacet; readonly country: Facet; readonly reason: Facet };
};

const BUCKETS = 60;
const FACET_VALUES = 10;
const WIDTHS_MS = [1, 5, 15, 30]
  .map((minutes) => minutes * MINUTE_MS)
  .concat([1, 2, 3, 6, 12].map((hours) => hours * HOUR_MS))
  .concat([1, 2, 7].map((days) => days * DAY_MS));

/** The narrowest round width that cuts a range into at most 60 buckets. */
export const bucketWidthMs = (rangeMs: number): number =>
  WIDTHS_MS.find((width) => rangeMs / width <= BUCKETS) ?? (WIDTHS_MS.at(-1) as number);

type Group = {
  set: 'total' | 'decision' | 'bucket' | 'clause' | 'country' | 'reason';
  value: string | null;
  rule: string | null;
  bucket: number | null;
  events: number;
  fraud: number;
  units: number | null;
  currency: string | null;
  shared: boolean | null;
};

/**
 * Counts of a query in one pass over its events: grouping sets give total, decisions, volume and facets together. It
 * reads every matching row, so the statement time-out of the pool bounds it (SRCH-TIMEOUT).
 */
export const summariseSearch = async (database: Database, scope: Scope, query: SearchQuery): Promise<SearchSummary> => {
  const bucketMs = bucketWidthMs(query.to.getTime() - query.from.getTime());
  const originMs = Math.floor(query.from.getTime() / bucketMs) * bucketMs;
  const columns = sql`s.decision, s.rule, s.clause, s.country, s.reason, s.currency, s.amount_units, s.fraud_label,
    ${timeBucket('s.event_time', originMs, bucketMs)} as bucket`;
  const statementOf = (from: CompiledSearch['from']) => sql<Group>`
    with hits as (
      select h.* from unnest(${scope.environmentIds}::uuid[]) as e(id) cross join lateral (select ${columns} ${from}) h
    )
    select case when grouping(bucket) = 0 then 'bucket' when grouping(decision) = 0 then 'decision'
                when grouping(clause) = 0 then 'clause' when grouping(country) = 0 then 'country'
                when grouping(reason) = 0 then 'reason' else 'total' end as set,
           case when grouping(decision) = 0 then decision when grouping(clause) = 0 then clause
                when grouping(country) = 0 then country when grouping(reason) = 0 then reason end as value,
           case when grouping(clause) = 0 then rule end as rule,
           bucket, count(*) as events, count(*) filter (where fraud_label = 'Fraud') as fraud,
           sum(amount_units)::float8 as units,
           min(currency) as currency,
           min(currency) = max(currency) and bool_and(currency is not null) as shared
      from hits group by grouping sets ((), (decision), (bucket, decision), (rule, clause), (country), (reason))`;
  const { rows } = await database.readTenant(scope.tenantId, async (trx) => {
    const { from } = compileSearch(scope, await chooseRange(trx, scope, query), sql`e.id`);
    return statementOf(from).execute(trx);
  });
  return summaryOf(rows, query, bucketMs, originMs);
};

const mostOf = (rows: readonly Group[], set: Group['set']): readonly Group[] =>
  rows
    .filter((row) => row.set === set)
    .sort((a, b) => b.events - a.events || String(a.value).localeCompare(String(b.value)))
    .slice(0, FACET_VALUES);

const facetOf = (rows: readonly Group[], set: Group['set']): Facet =>
  mostOf(rows, set).map(({ value, events }) => ({ value, events }));

const clauseFacetOf = (rows: readonly Group[]): ClauseFacet =>
  mostOf(rows, 'clause').map(({ rule, value, events }) => ({ rule, value, events }));

const summaryOf = (rows: readonly Group[], query: SearchQuery, bucketMs: number, originMs: number): SearchSummary => {
  const total = rows.find((row) => row.set === 'total');
  const shared = total?.shared === true;
  const counts = (matching: (row: Group) => boolean): DecisionCounts =>
    Object.fromEntries(rows.filter(matching).map((row) => [row.value, row.events]));
  const byBucket = Map.groupBy(
    rows.filter((row) => row.set === 'bucket'),
    (row) => row.bucket,
  );
  const buckets: { from: Date; decisions: DecisionCounts }[] = [];
  for (let fromMs = originMs, index = 0; fromMs < query.to.getTime(); fromMs += bucketMs, index += 1) {
    const decisions = Object.fromEntries((byBucket.get(index) ?? []).map((row) => [row.value, row.events]));
    buckets.push({ from: new Date(fromMs), decisions });
  }
  return {
    total: total?.events ?? 0,
    amount: shared && total.units !== null ? fromMoneyUnits(total.units) : null,
    currency: shared ? total.currency : null,
    decisions: counts((row) => row.set === 'decision'),
    labelledFraud: total?.fraud ?? 0,
    bucketMs,
    buckets,
    facets: { clause: clauseFacetOf(rows), country: facetOf(rows, 'country'), reason: facetOf(rows, 'reason') },
  };
};
