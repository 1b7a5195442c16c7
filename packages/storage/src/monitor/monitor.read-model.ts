import type { Decision, LoggedAssessmentKind, LoggedKind, LoggedRelatedKind } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { Database, TenantTransaction } from '../database/database.ts';
import { timeBucket } from '../database/time-bucket.ts';
import { kindCodeOf, kindOfCode } from '../log/log-event.ts';
import type { Scope } from '../search/search-query.ts';
import { readChartChanges, type ChartChange } from './chart-changes.ts';

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
  /** The verdict of a label; empty for others. */
  readonly verdict: string;
  readonly events: number;
};

export type MonitorNumbers = {
  readonly cells: readonly MonitorCell[];
  /** The span before, up to the same place in it: what decided how often. */
  readonly previous: readonly Omit<MonitorCell, 'bucket'>[];
  /** Volume of each bar of the whole span before. */
  readonly previousVolume: readonly { readonly bucket: number; readonly events: number }[];
  readonly related: readonly MonitorRelatedCell[];
  /** Newest first. */
  readonly changes: readonly ChartChange[];
};

const MOST_CHANGES = 40;

const inScope = (scope: Scope) =>
  sql`tenant_id = ${scope.tenantId}::uuid and environment_id = any(${scope.environmentIds}::uuid[])`;

const within = (fromMs: number, toMs: number) => sql`minute >= ${new Date(fromMs)} and minute < ${new Date(toMs)}`;

type Asked = {
  readonly kind: LoggedAssessmentKind;
  readonly relatedKinds: readonly LoggedRelatedKind[];
  /** Environments whose changes move these decisions: those above decide too. */
  readonly changesIn: readonly Id[];
};

const readCells = async (trx: TenantTransaction, scope: Scope, kind: LoggedKind, span: MonitorSpan) => {
  const { rows } = await sql<MonitorCell>`
    select ${timeBucket('minute', span.fromMs, span.stepMs)} as bucket, decision, rule, clause,
           sum(events)::bigint as events
      from rollup_minute
     where ${inScope(scope)} and kind = ${kindCodeOf(kind)} and ${within(span.fromMs, span.toMs)}
     group by 1, 2, 3, 4`.execute(trx);
  return rows;
};

const readPrevious = async (trx: TenantTransaction, scope: Scope, kind: LoggedKind, span: MonitorSpan) => {
  const lengthMs = span.toMs - span.fromMs;
  const { rows } = await sql<Omit<MonitorCell, 'bucket'>>`
    select decision, rule, clause, sum(events)::bigint as events
      from rollup_minute
     where ${inScope(scope)} and kind = ${kindCodeOf(kind)} and ${within(span.fromMs - lengthMs, span.nowMs - lengthMs)}
     group by 1, 2, 3`.execute(trx);
  return rows;
};

const readPreviousVolume = async (trx: TenantTransaction, scope: Scope, kind: LoggedKind, span: MonitorSpan) => {
  const lengthMs = span.toMs - span.fromMs;
  const { rows } = await sql<{ bucket: number; events: number }>`
    select ${timeBucket('minute', span.fromMs - lengthMs, span.stepMs)} as bucket, sum(events)::bigint as events
      from rollup_minute
     where ${inScope(scope)} and kind = ${kindCodeOf(kind)} and ${within(span.fromMs - lengthMs, span.fromMs)}
     group by 1`.execute(trx);
  return rows;
};

const readRelated = async (
  trx: TenantTransaction,
  scope: Scope,
  kinds: readonly LoggedRelatedKind[],
  span: MonitorSpan,
): Promise<readonly MonitorRelatedCell[]> => {
  const { rows } = await sql<{ bucket: number; kind: number; verdict: string; events: number }>`
    select ${timeBucket('minute', span.fromMs, span.stepMs)} as bucket, kind, decision as verdict,
           sum(events)::bigint as events
      from rollup_minute
     where ${inScope(scope)} and kind = any(${kinds.map(kindCodeOf)}::smallint[]) and ${within(span.fromMs, span.toMs)}
     group by 1, 2, 3`.execute(trx);
  return rows.map((row) => ({ ...row, kind: kindOfCode(row.kind) as LoggedRelatedKind }));
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
    previous: await readPrevious(trx, scope, kind, span),
    previousVolume: await readPreviousVolume(trx, scope, kind, span),
    related: await readRelated(trx, scope, relatedKinds, span),
    changes: await readChartChanges(trx, {
      tenantId: scope.tenantId,
      environmentIds: changesIn,
      kind,
      from: new Date(span.fromMs),
      to: new Date(span.toMs),
      most: MOST_CHANGES,
    }),
  }));

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
        from rollup_minute where ${inScope(scope)} and ${within(fromMs, toMs)}
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
