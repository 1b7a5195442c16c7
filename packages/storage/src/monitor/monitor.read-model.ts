import type { Decision, LoggedAssessmentKind, LoggedKind, LoggedRelatedKind } from '@redoubt/domain';
import { DAY_MS, type Id } from '@redoubt/kernel';
import { sql, type RawBuilder } from 'kysely';
import type { Database, TenantTransaction } from '../database/database.ts';
import { timeBucket } from '../database/time-bucket.ts';
import { kindCodeOf, kindOfCode } from '../log/log-event.ts';
import {
  MONITOR_DIMENSION_CODES,
  MONITOR_DIMENSIONS,
  type MonitorDimension,
} from '../projections/reports/monitor-values.ts';
import { QUARTER_MS, rollupProjector } from '../projections/reports/rollup.projector.ts';
import type { Scope } from '../search/search-query.ts';
import { readLinkedChanges, type LinkedChange } from './chart-changes.ts';

/** Bars of `stepMs` from `fromMs` up to, not including, `toMs`; the last one holds `nowMs`. */
export type MonitorSpan = {
  readonly fromMs: number;
  readonly toMs: number;
  readonly stepMs: number;
  readonly nowMs: number;
};

/** Live events of one bar that one clause decided; rule and clause are empty where none did. */
export type MonitorCell = {
  readonly bucket: number;
  readonly decision: Decision;
  readonly rule: string;
  readonly clause: string;
  readonly events: number;
};

type MonitorRelatedCell = {
  readonly bucket: number;
  readonly kind: LoggedRelatedKind;
  /** The verdict of a label, the status of others; empty where none is given. */
  readonly value: string;
  readonly events: number;
};

/** Live events of one bar with one value of what is distinguished; those without a value are in none. */
export type MonitorValueCell = {
  readonly bucket: number;
  readonly dimension: MonitorDimension;
  readonly value: string;
  readonly events: number;
};

export type MonitorNumbers = {
  readonly cells: readonly MonitorCell[];
  /** The same span a week earlier, up to the same place in it: what decided how often. */
  readonly lastWeek: readonly Omit<MonitorCell, 'bucket'>[];
  /** Volume of each bar of the whole span a week earlier. */
  readonly lastWeekVolume: readonly { readonly bucket: number; readonly events: number }[];
  /** Scores and countries of devices, as far as events have them. */
  readonly values: readonly MonitorValueCell[];
  readonly related: readonly MonitorRelatedCell[];
  /** Newest first. */
  readonly changes: readonly LinkedChange[];
  /** How long the oldest stored event that is not counted yet has waited, in milliseconds; null where all are counted. */
  readonly waitingMs: number | null;
};

const MOST_CHANGES = 40;
const WEEK_MS = 7 * DAY_MS;

const inScope = (scope: Scope) =>
  sql`tenant_id = ${scope.tenantId}::uuid and environment_id = any(${scope.environmentIds}::uuid[])`;

const within = (column: 'minute' | 'quarter', fromMs: number, toMs: number) =>
  sql`${sql.ref(column)} >= ${new Date(fromMs)} and ${sql.ref(column)} < ${new Date(toMs)}`;

/** Columns of counts beside place, time and number. */
const COUNTED = { rollup: 'decision, rule, clause', rollup_value: 'dimension, value' } as const;

type Counts = {
  readonly scope: Scope;
  readonly kinds: readonly LoggedKind[];
  readonly fromMs: number;
  readonly toMs: number;
  /** Bars they are put into; counts of quarters of an hour answer where these are made of such. */
  readonly stepMs: number;
};

/**
 * Counts of a time as rows of `c` with `at`, `kind`, `events` and what is counted: by quarters of an hour, with minutes for the
 * rest of the last one, or by minutes alone.
 */
const countsOf = (table: keyof typeof COUNTED, { scope, kinds, fromMs, toMs, stepMs }: Counts): RawBuilder<unknown> => {
  const rows = (column: 'minute' | 'quarter', ownFromMs: number, ownToMs: number) =>
    sql`select ${sql.ref(column)} as at, kind, events, ${sql.raw(COUNTED[table])} from ${sql.table(`${table}_${column}`)}
         where ${inScope(scope)} and kind = any(${kinds.map(kindCodeOf)}::smallint[]) and ${within(column, ownFromMs, ownToMs)}`;
  if (stepMs % QUARTER_MS !== 0 || fromMs % QUARTER_MS !== 0) return sql`(${rows('minute', fromMs, toMs)}) c`;
  const wholeMs = Math.floor(toMs / QUARTER_MS) * QUARTER_MS;
  const rest = wholeMs === toMs ? sql`` : sql`union all ${rows('minute', wholeMs, toMs)}`;
  return sql`(${rows('quarter', fromMs, wholeMs)} ${rest}) c`;
};

type Asked = {
  readonly kind: LoggedAssessmentKind;
  readonly relatedKinds: readonly LoggedRelatedKind[];
  /** Environments whose changes move these decisions: those above decide too. */
  readonly changesIn: readonly Id[];
};

const readCells = async (trx: TenantTransaction, scope: Scope, kind: LoggedKind, span: MonitorSpan) => {
  const { rows } = await sql<MonitorCell>`
    select ${timeBucket('at', span.fromMs, span.stepMs)} as bucket, decision, rule, clause, sum(events)::bigint as events
      from ${countsOf('rollup', { scope, kinds: [kind], ...span })}
     group by 1, 2, 3, 4`.execute(trx);
  return rows;
};

/** The same span a week earlier. */
const aWeekBefore = (scope: Scope, kind: LoggedKind, { fromMs, toMs, stepMs }: Omit<MonitorSpan, 'nowMs'>): Counts => ({
  scope,
  kinds: [kind],
  fromMs: fromMs - WEEK_MS,
  toMs: toMs - WEEK_MS,
  stepMs,
});

/** What decided how often up to the same place, and the volume of each bar of the whole span, from one reading of the rows. */
const readLastWeek = async (
  trx: TenantTransaction,
  scope: Scope,
  kind: LoggedKind,
  span: MonitorSpan,
): Promise<Pick<MonitorNumbers, 'lastWeek' | 'lastWeekVolume'>> => {
  const nowMs = span.nowMs - WEEK_MS;
  const whole = aWeekBefore(scope, kind, span);
  const { rows } = await sql<Omit<MonitorCell, 'bucket'> & { readonly bucket: number | null; readonly before: number }>`
    select bucket, decision, rule, clause, sum(events)::bigint as events,
           coalesce(sum(events) filter (where is_before), 0)::bigint as before
      from (select ${timeBucket('at', whole.fromMs, whole.stepMs)} as bucket, decision, rule, clause, events, is_before
              from (select *, true as is_before from ${countsOf('rollup', { ...whole, toMs: nowMs })}
                    union all
                    select *, false from ${countsOf('rollup', { ...whole, fromMs: nowMs })}) d) e
     group by grouping sets ((bucket), (decision, rule, clause))`.execute(trx);
  return {
    lastWeek: rows
      .filter(({ bucket, before }) => bucket === null && before > 0)
      .map(({ decision, rule, clause, before }) => ({ decision, rule, clause, events: before })),
    lastWeekVolume: rows.flatMap(({ bucket, events }) => (bucket === null ? [] : [{ bucket, events }])),
  };
};

const readValues = async (
  trx: TenantTransaction,
  scope: Scope,
  kind: LoggedKind,
  span: MonitorSpan,
): Promise<readonly MonitorValueCell[]> => {
  const { rows } = await sql<{ bucket: number; dimension: number; value: string; events: number }>`
    select ${timeBucket('at', span.fromMs, span.stepMs)} as bucket, dimension, value, sum(events)::bigint as events
      from ${countsOf('rollup_value', { scope, kinds: [kind], ...span })}
     group by 1, 2, 3`.execute(trx);
  return rows.flatMap(({ dimension: code, ...row }) => {
    const dimension = MONITOR_DIMENSIONS.find((each) => MONITOR_DIMENSION_CODES[each] === code);
    return dimension === undefined ? [] : [{ ...row, dimension }];
  });
};

const readRelated = async (
  trx: TenantTransaction,
  scope: Scope,
  kinds: readonly LoggedRelatedKind[],
  span: MonitorSpan,
): Promise<readonly MonitorRelatedCell[]> => {
  const { rows } = await sql<{ bucket: number; kind: number; value: string; events: number }>`
    select ${timeBucket('at', span.fromMs, span.stepMs)} as bucket, kind, decision as value,
           sum(events)::bigint as events
      from ${countsOf('rollup', { scope, kinds, ...span })}
     group by 1, 2, 3`.execute(trx);
  return rows.map((row) => ({ ...row, kind: kindOfCode(row.kind) as LoggedRelatedKind }));
};

/** How far counts are behind the log, of all tenants together: they are counted in one order. */
const readWaiting = async (trx: TenantTransaction): Promise<number | null> => {
  const { rows } = await sql<{ waiting: number }>`
    select (extract(epoch from clock_timestamp() - committed_at) * 1000)::bigint as waiting
      from commit_batch
     where first_position > (select position from projection_state where projector = ${rollupProjector.name})
     order by first_position limit 1`.execute(trx);
  return rows[0]?.waiting ?? null;
};

/** The numbers of one assessment's monitor, from roll-ups of live traffic by minute of receipt. */
export const readMonitor = (
  database: Database,
  scope: Scope,
  { kind, relatedKinds, changesIn }: Asked,
  span: MonitorSpan,
): Promise<MonitorNumbers> =>
  database.readTenant(scope.tenantId, async (trx) => ({
    cells: await readCells(trx, scope, kind, span),
    ...(await readLastWeek(trx, scope, kind, span)),
    values: await readValues(trx, scope, kind, span),
    related: await readRelated(trx, scope, relatedKinds, span),
    changes: await readLinkedChanges(trx, {
      tenantId: scope.tenantId,
      environmentIds: changesIn,
      kind,
      from: new Date(span.fromMs),
      to: new Date(span.toMs),
      most: MOST_CHANGES,
    }),
    waitingMs: await readWaiting(trx),
  }));

/** Live events of one bar of an earlier week by what was decided. */
export type EarlierCell = {
  /** 1 is the week before the present one. */
  readonly week: number;
  /** -1 is the bar before the span, as many as the span has bars the one after it. */
  readonly bucket: number;
  readonly decision: Decision;
  readonly events: number;
};

type Window = { readonly fromMs: number; readonly toMs: number };

/** A time of so many weeks before; those that overlap are one, so that no row is read twice. */
const earlierWindows = ({ fromMs, toMs }: Window, weeks: number): readonly Window[] =>
  toMs - fromMs >= WEEK_MS
    ? [{ fromMs: fromMs - weeks * WEEK_MS, toMs: toMs - WEEK_MS }]
    : Array.from({ length: weeks }, (_, at) => {
        const shiftMs = (at + 1) * WEEK_MS;
        return { fromMs: fromMs - shiftMs, toMs: toMs - shiftMs };
      });

/** Live events at the same time of earlier weeks, with one bar more at both ends of the span. */
export const readEarlierWeeks = (
  database: Database,
  scope: Scope,
  kind: LoggedAssessmentKind,
  span: Omit<MonitorSpan, 'nowMs'> & { readonly weeks: number },
): Promise<readonly EarlierCell[]> =>
  database.readTenant(scope.tenantId, async (trx) => {
    const { fromMs, toMs, stepMs, weeks } = span;
    const isByQuarter = stepMs % QUARTER_MS === 0 && fromMs % QUARTER_MS === 0;
    const at = sql.ref(isByQuarter ? 'quarter' : 'minute');
    const shift = sql`w.week * interval '168 hours'`;
    const column = isByQuarter ? 'quarter' : 'minute';
    const rowsOf = ({ fromMs: ownMs, toMs: untilMs }: Window) =>
      sql`select ${at} as at, decision, events from ${sql.table(`rollup_${column}`)}
           where ${inScope(scope)} and kind = ${kindCodeOf(kind)} and ${within(column, ownMs, untilMs)}`;
    const windows = earlierWindows({ fromMs: fromMs - stepMs, toMs: toMs + stepMs }, weeks);
    const { rows } = await sql<EarlierCell>`
      with counted as materialized (
        select at, decision, sum(events) as events from (${sql.join(windows.map(rowsOf), sql` union all `)}) c group by 1, 2
      )
      select w.week::integer as week,
             floor((date_part('epoch', at + ${shift}) * 1000 - ${fromMs}::float8) / ${stepMs}::float8)::integer as bucket,
             decision, sum(events)::bigint as events
        from generate_series(1, ${weeks}::integer) as w(week)
        join counted
          on at >= ${new Date(fromMs - stepMs)}::timestamptz - ${shift}
         and at < ${new Date(toMs + stepMs)}::timestamptz - ${shift}
       group by 1, 2, 3`.execute(trx);
    return rows;
  });

/** Live events of each kind in bars of `stepMs`: one number a bar, oldest first; kinds without events are missing. */
export const readVolumes = (
  database: Database,
  scope: Scope,
  span: Omit<MonitorSpan, 'nowMs'>,
): Promise<ReadonlyMap<LoggedKind, readonly number[]>> =>
  database.readTenant(scope.tenantId, async (trx) => {
    const { fromMs, toMs, stepMs } = span;
    const { rows } = await sql<{ kind: number; bucket: number; events: number }>`
      select kind, ${timeBucket('minute', fromMs, stepMs)} as bucket, sum(events)::bigint as events
        from rollup_minute where ${inScope(scope)} and ${within('minute', fromMs, toMs)}
       group by 1, 2`.execute(trx);
    const volumes = new Map<LoggedKind, number[]>();
    for (const { kind: code, bucket, events } of rows) {
      const kind = kindOfCode(code);
      const bars = volumes.get(kind) ?? Array.from({ length: Math.round((toMs - fromMs) / stepMs) }, () => 0);
      bars[bucket] = events;
      volumes.set(kind, bars);
    }
    return volumes;
  });
