import type { LoggedKind } from '@redoubt/domain';
import { HOUR_MS, type Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';
import { timeBucket } from '../database/time-bucket.ts';
import { kindCodeOf } from '../log/log-event.ts';
import { OBSERVATION_DIMENSION_CODES } from '../projections/reports/observation-cells.ts';
import { MONITOR_DIMENSION_CODES } from '../projections/reports/monitor-values.ts';
import { rollupProjector } from '../projections/reports/rollup.projector.ts';
import { searchProjector } from '../projections/search/search.projector.ts';
import { chooseRange } from '../search/choose-range.ts';
import { compileSearch, type Scope, type SearchQuery } from '../search/search-query.ts';

/** Windows of `stepMs` from `fromMs` up to, not including, `toMs`. */
export type SeriesSpan = { readonly fromMs: number; readonly toMs: number; readonly stepMs: number };

const within = (column: string, { fromMs, toMs }: SeriesSpan) =>
  sql<boolean>`${sql.ref(column)} >= ${new Date(fromMs)} and ${sql.ref(column)} < ${new Date(toMs)}`;

/** Live events of a kind in one window, by their decision; of labels by their verdict. */
export type ValueCount = { readonly bucket: number; readonly value: string; readonly events: number };

export const countByValue = async (
  trx: TenantTransaction,
  environmentIds: readonly Id[],
  kind: LoggedKind,
  span: SeriesSpan,
): Promise<readonly ValueCount[]> => {
  const { rows } = await sql<ValueCount>`
    select ${timeBucket('minute', span.fromMs, span.stepMs)} as bucket, decision as value, sum(events)::float8 as events
      from rollup_minute
     where environment_id = any(${environmentIds}::uuid[]) and kind = ${kindCodeOf(kind)} and ${within('minute', span)}
     group by 1, 2`.execute(trx);
  return rows;
};

/** Live events of a kind in one window whose decision is degraded. */
export const countDegraded = async (
  trx: TenantTransaction,
  environmentIds: readonly Id[],
  kind: LoggedKind,
  span: SeriesSpan,
): Promise<readonly { readonly bucket: number; readonly events: number }[]> => {
  const { rows } = await sql<{ bucket: number; events: number }>`
    select ${timeBucket('minute', span.fromMs, span.stepMs)} as bucket, sum(events)::float8 as events
      from rollup_value_minute
     where environment_id = any(${environmentIds}::uuid[]) and kind = ${kindCodeOf(kind)} and ${within('minute', span)}
       and dimension = ${MONITOR_DIMENSION_CODES.degraded}
     group by 1`.execute(trx);
  return rows;
};

/** Latencies of live decisions of a kind in one window, by class of `latencyQuantileMs`. */
export type LatencyWindow = { readonly bucket: number; readonly latency: readonly number[] };

export const sumLatencies = async (
  trx: TenantTransaction,
  environmentIds: readonly Id[],
  kind: LoggedKind,
  span: SeriesSpan,
): Promise<readonly LatencyWindow[]> => {
  const { rows } = await sql<{ bucket: number; place: number; events: number }>`
    select ${timeBucket('minute', span.fromMs, span.stepMs)} as bucket, l.place::integer as place,
           sum(l.count)::float8 as events
      from rollup_minute cross join lateral unnest(latency) with ordinality as l(count, place)
     where environment_id = any(${environmentIds}::uuid[]) and kind = ${kindCodeOf(kind)} and ${within('minute', span)}
     group by 1, 2 order by 1, 2`.execute(trx);
  return [...Map.groupBy(rows, ({ bucket }) => bucket)].map(([bucket, classes]) => ({
    bucket,
    latency: classes.map(({ events }) => events),
  }));
};

/** Live events in one window whose rule matched. */
export type HitWindow = { readonly bucket: number; readonly hits: number };

export const countRuleHits = async (
  trx: TenantTransaction,
  environmentIds: readonly Id[],
  ruleId: Id,
  span: SeriesSpan,
): Promise<readonly HitWindow[]> => {
  const { rows } = await sql<HitWindow>`
    select ${timeBucket('minute', span.fromMs, span.stepMs)} as bucket, sum(hits)::float8 as hits
      from rule_hit_minute
     where environment_id = any(${environmentIds}::uuid[]) and rule_id = ${ruleId}::uuid and ${within('minute', span)}
     group by 1`.execute(trx);
  return rows;
};

/** Observations of an assessment that arrived on a day, and those of them whose assessment is known. */
export type ObservedDay = { readonly bucket: number; readonly observations: number; readonly linked: number };

export const countObservedDays = async (
  trx: TenantTransaction,
  environmentIds: readonly Id[],
  kind: LoggedKind,
  span: SeriesSpan,
): Promise<readonly ObservedDay[]> => {
  const { rows } = await sql<ObservedDay>`
    select ${timeBucket('day', span.fromMs, span.stepMs)} as bucket, sum(events)::float8 as observations,
           coalesce(sum(events) filter (where linked), 0)::float8 as linked
      from report_observation_day
     where environment_id = any(${environmentIds}::uuid[]) and kind = ${kindCodeOf(kind)}
       and dimension = ${OBSERVATION_DIMENSION_CODES.all} and ${within('day', span)}
     group by 1`.execute(trx);
  return rows;
};

/** Decision rules of production of some environments, by name. */
export const listAlertRules = (
  trx: TenantTransaction,
  environmentIds: readonly Id[],
): Promise<readonly { readonly id: Id; readonly name: string; readonly assessment: string }[]> =>
  trx
    .selectFrom('rule')
    .select(['rule_id as id', 'name', 'assessment'])
    .where('environment_id', 'in', environmentIds)
    .where('type', '=', 'decision')
    .where('branch_id', 'is', null)
    .where('published_version', 'is not', null)
    .orderBy('name_key')
    .orderBy('assessment')
    .execute();

/** Calls of the public API in one window. */
export type ApiWindow = {
  readonly bucket: number;
  readonly calls: number;
  /** Refused or failed. */
  readonly errors: number;
  /** By class of latency, see `latencyClassOf`. */
  readonly latency: readonly number[];
};

/** @param path null for all. */
export const countApiCalls = async (
  trx: TenantTransaction,
  environmentIds: readonly Id[],
  path: string | null,
  span: SeriesSpan,
): Promise<readonly ApiWindow[]> => {
  const { rows } = await sql<{ bucket: number; place: number; calls: number; errors: number }>`
    select ${timeBucket('minute', span.fromMs, span.stepMs)} as bucket, l.place::integer as place,
           sum(l.count)::float8 as calls, coalesce(sum(l.count) filter (where status >= 400), 0)::float8 as errors
      from api_call cross join lateral unnest(latency) with ordinality as l(count, place)
     where environment_id = any(${environmentIds}::uuid[]) and ${within('minute', span)}
       and ${path === null ? sql`true` : sql`path = ${path}`}
     group by 1, 2 order by 1, 2`.execute(trx);
  return [...Map.groupBy(rows, ({ bucket }) => bucket)].map(([bucket, classes]) => ({
    bucket,
    calls: classes.reduce((sum, { calls }) => sum + calls, 0),
    errors: classes.reduce((sum, { errors }) => sum + errors, 0),
    latency: classes.map(({ calls }) => calls),
  }));
};

const inQueue = (queueId: Id | null) => (queueId === null ? sql`true` : sql`queue_id = ${queueId}::uuid`);

/** Open cases at the end of each window. @param queueId null for all; a case counts where it is now. */
export const countOpenCases = async (
  trx: TenantTransaction,
  environmentId: Id,
  queueId: Id | null,
  span: SeriesSpan,
): Promise<readonly number[]> => {
  const { fromMs, toMs, stepMs } = span;
  const { rows } = await sql<{ bucket: number; change: number }>`
    with moves as (
      select greatest(settles_at, ${new Date(fromMs)}) as at, 1 as change from review_case
       where environment_id = ${environmentId} and ${inQueue(queueId)} and settles_at < ${new Date(toMs)}
         and (ended_at is null or ended_at > settles_at) and (ended_at is null or ended_at >= ${new Date(fromMs)})
      union all
      select ended_at, -1 from review_case
       where environment_id = ${environmentId} and ${inQueue(queueId)} and ended_at >= ${new Date(fromMs)}
         and ended_at < ${new Date(toMs)} and ended_at > settles_at
    )
    select ${timeBucket('at', fromMs, stepMs)} as bucket, sum(change)::integer as change from moves group by 1`.execute(
    trx,
  );
  const changes = new Map(rows.map(({ bucket, change }) => [bucket, change]));
  let open = 0;
  return Array.from({ length: Math.round((toMs - fromMs) / stepMs) }, (_each, bucket) => {
    open += changes.get(bucket) ?? 0;
    return open;
  });
};

/** For how many hours the oldest open case had waited at the end of each window; null without one. */
export const readOldestCases = async (
  trx: TenantTransaction,
  environmentId: Id,
  queueId: Id | null,
  { fromMs, toMs, stepMs }: SeriesSpan,
): Promise<readonly (number | null)[]> => {
  const { rows } = await sql<{ oldest: Date | null }>`
    select (select min(settles_at) from review_case
             where environment_id = ${environmentId} and ${inQueue(queueId)} and settles_at <= ends.at
               and (ended_at is null or ended_at > ends.at)) as oldest
      from (select ${new Date(fromMs)}::timestamptz + n * ${stepMs}::bigint * interval '1 millisecond' as at, n
              from generate_series(1, ${Math.round((toMs - fromMs) / stepMs)}::integer) as n) ends
     order by n`.execute(trx);
  return rows.map(({ oldest }, at) =>
    oldest === null ? null : (fromMs + (at + 1) * stepMs - oldest.getTime()) / HOUR_MS,
  );
};

/** Cases that timed out in each window. */
export const countTimedOutCases = async (
  trx: TenantTransaction,
  environmentId: Id,
  queueId: Id | null,
  span: SeriesSpan,
): Promise<readonly { readonly bucket: number; readonly cases: number }[]> => {
  const { rows } = await sql<{ bucket: number; cases: number }>`
    select ${timeBucket('ended_at', span.fromMs, span.stepMs)} as bucket, count(*)::integer as cases
      from review_case
     where environment_id = ${environmentId} and ${inQueue(queueId)} and outcome = 'TimedOut' and ${within('ended_at', span)}
     group by 1`.execute(trx);
  return rows;
};

/** Events of a search in each window that has some. */
export const countSearched = async (
  trx: TenantTransaction,
  scope: Scope,
  query: Omit<SearchQuery, 'from' | 'to'>,
  { fromMs, toMs, stepMs }: SeriesSpan,
): Promise<readonly { readonly bucket: number; readonly events: number }[]> => {
  const ranged = await chooseRange(trx, scope, { ...query, from: new Date(fromMs), to: new Date(toMs) });
  const { from } = compileSearch(scope, ranged, sql`e.id`);
  const { rows } = await sql<{ bucket: number; events: number }>`
    select h.bucket, count(*)::float8 as events
      from unnest(${scope.environmentIds}::uuid[]) as e(id)
        cross join lateral (select ${timeBucket('s.event_time', fromMs, stepMs)} as bucket ${from}) h
     group by 1`.execute(trx);
  return rows;
};

/** What events are counted by: reports, or search. */
const COUNTED_BY = { reports: rollupProjector.name, search: searchProjector.name } as const;

/** Since when stored events are not counted yet, at the latest; null where all are counted. */
export const readUncountedSince = async (
  trx: TenantTransaction,
  by: keyof typeof COUNTED_BY = 'reports',
): Promise<Date | null> => {
  const { rows } = await sql<{ at: Date }>`
    select committed_at as at from commit_batch
     where first_position > (select position from projection_state where projector = ${COUNTED_BY[by]})
     order by first_position limit 1`.execute(trx);
  return rows[0]?.at ?? null;
};

/** Paths of the public API that were called since a moment, the most frequent first. */
export const listCalledPaths = async (
  trx: TenantTransaction,
  environmentIds: readonly Id[],
  since: Date,
): Promise<readonly string[]> => {
  const { rows } = await sql<{ path: string }>`
    select path from api_call where environment_id = any(${environmentIds}::uuid[]) and minute >= ${since}
     group by path order by sum(calls) desc, path limit 50`.execute(trx);
  return rows.map(({ path }) => path);
};
