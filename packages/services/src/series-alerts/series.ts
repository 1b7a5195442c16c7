import {
  ALERT_FIGURE_FACTS,
  alertSpan,
  isBuiltInAssessment,
  leastDeviationOf,
  USUAL_WEEKS,
  usualRanges,
  type AlertFigure,
  type AlertPoint,
  type AlertSeries,
  type AssessmentName,
} from '@redoubt/domain';
import { DAY_MS, SECOND_MS, type Id } from '@redoubt/kernel';
import {
  countApiCalls,
  countByValue,
  countDegraded,
  countObservedDays,
  countOpenCases,
  countRuleHits,
  countTimedOutCases,
  latencyPercentile,
  latencyQuantileMs,
  readOldestCases,
  readUncountedSince,
  sumLatencies,
  summariseCallMetrics,
  type ApiWindow,
  type SeriesSpan,
  type TenantTransaction,
  type ValueCount,
} from '@redoubt/storage';
import { figuresOf } from '../call-runtime/call-metrics.ts';
import { loadSubtree, scopeIds } from '../environments/subtree.ts';
import { relatedSeriesOf } from '../monitor/related-kinds.ts';
import { readDefined } from '../symbols/assessment-symbols.ts';
import { searchCounter } from './watched-searches.ts';

const WEEK_MS = 7 * DAY_MS;
const PERCENTILE = 0.95;
/** Of decisions, which are many and quick. */
const DECISION_PERCENTILE = 0.99;

/** What nodes counted and did not write down yet is younger than this. */
const GRACE_MS = 30 * SECOND_MS;

type Values = {
  /** One for each window. */
  readonly values: readonly (number | null)[];
  /** Whether there was anything at all to measure. */
  readonly isKnown: boolean;
};

type Read = (span: SeriesSpan) => Promise<Values>;

const windowsOf = <T>({ fromMs, toMs, stepMs }: SeriesSpan, valueAt: (bucket: number) => T): readonly T[] =>
  Array.from({ length: Math.round((toMs - fromMs) / stepMs) }, (_each, bucket) => valueAt(bucket));

const percentOf = (part: number, whole: number): number | null => (whole === 0 ? null : (100 * part) / whole);

/** Values of windows from rows that each belong to one of them. */
const byWindow = <Row extends { readonly bucket: number }>(
  rows: readonly Row[],
  span: SeriesSpan,
  valueOf: (rows: readonly Row[]) => number | null,
): Values => {
  const groups = Map.groupBy(rows, ({ bucket }) => bucket);
  return { values: windowsOf(span, (bucket) => valueOf(groups.get(bucket) ?? [])), isKnown: rows.length > 0 };
};

const eventsIn = (counts: readonly ValueCount[], isCounted: (value: string) => boolean = () => true): number =>
  counts.reduce((sum, { value, events }) => sum + (isCounted(value) ? events : 0), 0);

/** Of labels with a verdict, those that say fraud. */
const fraudPercent = (counts: readonly ValueCount[]): number | null =>
  percentOf(
    eventsIn(counts, (value) => value === 'Fraud'),
    eventsIn(counts, (value) => value === 'Fraud' || value === 'NonFraud'),
  );

/** Live observations and labels of every kind that an assessment can have, as they are received. */
const ofObservations = async (
  trx: TenantTransaction,
  environmentId: Id,
  environmentIds: readonly Id[],
  assessment: AssessmentName,
): Promise<Read> => {
  const stored = isBuiltInAssessment(assessment) ? undefined : await readDefined(trx, environmentId, assessment);
  const kinds = relatedSeriesOf(assessment, stored).map(({ kind }) => kind);
  return async (span) => {
    const counts: ValueCount[] = [];
    // oxlint-disable-next-line eslint/no-await-in-loop -- one connection
    for (const kind of kinds) counts.push(...(await countByValue(trx, environmentIds, kind, span)));
    return byWindow(counts, span, (own) => eventsIn(own));
  };
};

const ofRule =
  (trx: TenantTransaction, environmentIds: readonly Id[], { target }: AlertSeries): Read =>
  async (span) =>
    byWindow(await countRuleHits(trx, environmentIds, target ?? '', span), span, ([window]) => window?.hits ?? 0);

const ofAssessment = async (
  trx: TenantTransaction,
  environmentId: Id,
  environmentIds: readonly Id[],
  { figure, target, decision }: AlertSeries,
): Promise<Read> => {
  const assessment = (target ?? 'purchase') as AssessmentName;
  if (figure === 'fraudPercent') {
    const stored = isBuiltInAssessment(assessment) ? undefined : await readDefined(trx, environmentId, assessment);
    const label = relatedSeriesOf(assessment, stored).find(({ kind }) => kind.startsWith('label'));
    if (label === undefined) return async (span) => ({ values: windowsOf(span, () => null), isKnown: false });
    return async (span) => byWindow(await countByValue(trx, environmentIds, label.kind, span), span, fraudPercent);
  }
  if (figure === 'decisionLatencyMs')
    return async (span) =>
      byWindow(await sumLatencies(trx, environmentIds, assessment, span), span, ([window]) =>
        latencyQuantileMs(window?.latency ?? [], DECISION_PERCENTILE),
      );
  if (figure === 'degradedPercent')
    return async (span) => {
      const all = await countByValue(trx, environmentIds, assessment, span);
      const degraded = await countDegraded(trx, environmentIds, assessment, span);
      const counts = new Map(degraded.map(({ bucket, events }) => [bucket, events]));
      return byWindow(all, span, (own) => percentOf(counts.get(own[0]?.bucket ?? -1) ?? 0, eventsIn(own)));
    };
  if (figure === 'orphanPercent')
    return async (span) =>
      byWindow(await countObservedDays(trx, environmentIds, assessment, span), span, ([day]) =>
        day === undefined ? null : percentOf(day.observations - day.linked, day.observations),
      );
  if (figure === 'observationCount') return ofObservations(trx, environmentId, environmentIds, assessment);
  const isCounted = (value: string): boolean => value === decision;
  return async (span) =>
    byWindow(await countByValue(trx, environmentIds, assessment, span), span, (counts) => {
      if (figure === 'events') return eventsIn(counts);
      const counted = eventsIn(counts, isCounted);
      return figure === 'decisionCount' ? counted : percentOf(counted, eventsIn(counts));
    });
};

const ofApi =
  (trx: TenantTransaction, environmentIds: readonly Id[], { figure, target }: AlertSeries): Read =>
  async (span) =>
    byWindow<ApiWindow>(await countApiCalls(trx, environmentIds, target, span), span, ([calls]) => {
      if (figure === 'apiCalls') return calls?.calls ?? 0;
      if (calls === undefined) return null;
      return figure === 'apiErrorPercent'
        ? percentOf(calls.errors, calls.calls)
        : latencyPercentile(calls.latency, PERCENTILE);
    });

const ofCall =
  (trx: TenantTransaction, environmentId: Id, { figure, target }: AlertSeries): Read =>
  async (span) => {
    const range = { from: new Date(span.fromMs), to: new Date(span.toMs), bucketMs: span.stepMs };
    const groups = await summariseCallMetrics(trx, environmentId, range, target ?? '');
    const rows = groups.map((group) => ({ ...group, bucket: group.index }));
    return byWindow(rows, span, (own) => {
      const { calls, success, p95Ms } = figuresOf(own, span.stepMs);
      if (figure === 'callCount') return calls;
      if (figure === 'callLatencyMs') return p95Ms;
      return success === null ? null : 100 * (1 - success);
    });
  };

const ofQueue =
  (trx: TenantTransaction, environmentId: Id, { figure, target }: AlertSeries): Read =>
  async (span) => {
    if (figure === 'oldestCaseHours') {
      const values = await readOldestCases(trx, environmentId, target, span);
      return { values: values.map((value) => value ?? 0), isKnown: values.some((value) => value !== null) };
    }
    if (figure === 'timedOutCases')
      return byWindow(await countTimedOutCases(trx, environmentId, target, span), span, ([row]) => row?.cases ?? 0);
    const values = await countOpenCases(trx, environmentId, target, span);
    return { values, isKnown: values.some((value) => value > 0) };
  };

/** Events that a saved search finds, by their time; unknown while it cannot be counted. */
const ofSearch = async (trx: TenantTransaction, environmentId: Id, series: AlertSeries): Promise<Read> => {
  const count = await searchCounter(trx, environmentId, series);
  return async (span) =>
    count === undefined
      ? { values: windowsOf(span, () => null), isKnown: false }
      : byWindow(await count(span), span, ([row]) => row?.events ?? 0);
};

/** How a series is read. Throws ASSESSMENT-UNKNOWN, ENV-UNKNOWN. */
const readerOf = async (trx: TenantTransaction, environmentId: Id, series: AlertSeries): Promise<Read> => {
  const { subject } = ALERT_FIGURE_FACTS[series.figure];
  if (subject === 'externalCall') return ofCall(trx, environmentId, series);
  if (subject === 'queue') return ofQueue(trx, environmentId, series);
  if (subject === 'search') return ofSearch(trx, environmentId, series);
  const environmentIds = scopeIds(await loadSubtree(trx, environmentId), series.includeChildren);
  if (subject === 'rule') return ofRule(trx, environmentIds, series);
  return subject === 'api'
    ? ofApi(trx, environmentIds, series)
    : ofAssessment(trx, environmentId, environmentIds, series);
};

/** The moment up to which everything is counted, by reports or by search. */
export const countedUntil = async (
  trx: TenantTransaction,
  nowMs: number,
  by: 'reports' | 'search' = 'reports',
): Promise<number> => {
  const uncounted = await readUncountedSince(trx, by);
  return Math.min(nowMs - GRACE_MS, uncounted?.getTime() ?? nowMs);
};

/** The moments up to which figures are counted. */
export type CountedUntil = { readonly untilOf: (figure: AlertFigure) => number };

export const readCountedUntil = async (trx: TenantTransaction, nowMs: number): Promise<CountedUntil> => {
  const reports = await countedUntil(trx, nowMs);
  const search = await countedUntil(trx, nowMs, 'search');
  return { untilOf: (figure) => (ALERT_FIGURE_FACTS[figure].subject === 'search' ? search : reports) };
};

/**
 * Newest windows of a series that are whole and counted, oldest first; with usual ranges, by the same time of the last six weeks,
 * where they are asked for. Throws ASSESSMENT-UNKNOWN, ENV-UNKNOWN.
 */
export const readPoints = async (
  trx: TenantTransaction,
  environmentId: Id,
  series: AlertSeries,
  wanted: { readonly count: number; readonly untilMs: number; readonly withRange: boolean },
): Promise<readonly AlertPoint[]> => {
  const read = await readerOf(trx, environmentId, series);
  const span = alertSpan(series.windowMinutes, wanted.count, wanted.untilMs);
  const { fromMs, toMs, stepMs } = span;
  const { values } = await read(span);
  const weeks: (readonly (number | null)[])[] = [];
  for (let week = 1; wanted.withRange && week <= USUAL_WEEKS; week += 1) {
    const before = week * WEEK_MS;
    // oxlint-disable-next-line eslint/no-await-in-loop -- one connection
    const earlier = await read({ fromMs: fromMs - before - stepMs, toMs: toMs - before + stepMs, stepMs });
    if (earlier.isKnown) weeks.push(earlier.values);
  }
  const ranges = usualRanges(weeks, values.length, leastDeviationOf(ALERT_FIGURE_FACTS[series.figure].unit));
  return values.map((value, at) => ({
    fromMs: fromMs + at * stepMs,
    toMs: fromMs + (at + 1) * stepMs,
    value,
    range: ranges[at] ?? null,
  }));
};
