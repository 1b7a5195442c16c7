import type {
  CallCaller,
  CallFigures,
  CallHealth,
  CallMetricsAnswer,
  CallPeriod,
  CallSummary,
} from '@redoubt/contracts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@redoubt/kernel';
import { CALLS_WITHIN_MS } from './call-budget.ts';
import { latencyPercentile, type CallMetricGroup } from '@redoubt/storage';

/** How long a period is, and each part of its charts. */
const PERIODS: Readonly<Record<CallPeriod, { readonly lengthMs: number; readonly bucketMs: number }>> = {
  '1h': { lengthMs: HOUR_MS, bucketMs: 2 * MINUTE_MS },
  '24h': { lengthMs: DAY_MS, bucketMs: 30 * MINUTE_MS },
  '7d': { lengthMs: 7 * DAY_MS, bucketMs: 4 * HOUR_MS },
  '30d': { lengthMs: 30 * DAY_MS, bucketMs: 12 * HOUR_MS },
  '90d': { lengthMs: 90 * DAY_MS, bucketMs: 2 * DAY_MS },
};

export type CallRange = {
  readonly from: Date;
  readonly to: Date;
  readonly bucketMs: number;
  /** The part of it that has passed. */
  readonly passedMs: number;
};

/** Whole buckets up to the one that is filling now. */
export const callRange = (nowMs: number, period: CallPeriod): CallRange => {
  const { lengthMs, bucketMs } = PERIODS[period];
  const toMs = (Math.floor(nowMs / bucketMs) + 1) * bucketMs;
  const fromMs = toMs - lengthMs;
  return { from: new Date(fromMs), to: new Date(toMs), bucketMs, passedMs: Math.max(1000, nowMs - fromMs) };
};

/** Calls of one outcome; who made them stands beside. */
type Summed = Omit<CallMetricGroup, 'targetId' | 'index'>;

/** Calls that were never made say nothing about how long one takes. */
const UNMADE: ReadonlySet<string> = new Set(['circuitOpen', 'busy', 'definitionNotFound', 'circle', 'tooDeep']);

const sumOf = (groups: readonly Summed[], value: (group: Summed) => number): number =>
  groups.reduce((sum, group) => sum + value(group), 0);

/** Figures of some calls. @param spanMs the time in which they were made. */
export const figuresOf = (groups: readonly Summed[], spanMs: number): CallFigures => {
  const calls = sumOf(groups, (group) => group.calls);
  const made = groups.filter(({ outcome }) => !UNMADE.has(outcome));
  const madeCalls = sumOf(made, (group) => group.calls);
  const latency = made.reduce<number[]>(
    (sum, group) => group.latency.map((count, index) => count + (sum[index] ?? 0)),
    [],
  );
  const succeeded = sumOf(
    groups.filter(({ outcome }) => outcome === 'ok'),
    (group) => group.calls,
  );
  return {
    calls,
    perSecond: (calls * 1000) / spanMs,
    success: calls === 0 ? null : succeeded / calls,
    averageMs: madeCalls === 0 ? null : Math.round(sumOf(made, (group) => group.totalMs) / madeCalls),
    p50Ms: latencyPercentile(latency, 0.5),
    p95Ms: latencyPercentile(latency, 0.95),
    p99Ms: latencyPercentile(latency, 0.99),
  };
};

/** Failed calls by what became of them. */
const failuresOf = (groups: readonly CallMetricGroup[]): Readonly<Record<string, number>> => {
  const failures: Record<string, number> = {};
  for (const { outcome, calls } of groups) {
    if (outcome !== 'ok') failures[outcome] = (failures[outcome] ?? 0) + calls;
  }
  return failures;
};

/** Success below this share is worth a look. */
const DEGRADED_BELOW = 0.99;
const FAILING_BELOW = 0.95;
/** A call that usually takes more than this share of its time-out soon fails. */
const SLOW_SHARE = 0.8;

/** How a call does, for the chip on its tile (`docs/reference/console.md#screens`). */
export const healthOf = (
  { success, averageMs }: Pick<CallFigures, 'success' | 'averageMs'>,
  timeoutMs: number,
  isSuspended: boolean,
): CallHealth => {
  if (isSuspended) return 'suspended';
  if (success === null) return 'noTraffic';
  if (success < FAILING_BELOW) return 'failing';
  return success < DEGRADED_BELOW || (averageMs ?? 0) > SLOW_SHARE * timeoutMs ? 'degraded' : 'healthy';
};

/** Every bucket of a range with its groups, empty ones too. */
const bucketsOf = (
  { from, to, bucketMs }: CallRange,
  groups: readonly CallMetricGroup[],
): readonly { readonly from: Date; readonly to: Date; readonly groups: readonly CallMetricGroup[] }[] => {
  const byIndex = Map.groupBy(groups, ({ index }) => index);
  const fromMs = from.getTime();
  return Array.from({ length: (to.getTime() - fromMs) / bucketMs }, (_, index) => ({
    from: new Date(fromMs + index * bucketMs),
    to: new Date(fromMs + (index + 1) * bucketMs),
    groups: byIndex.get(index) ?? [],
  }));
};

/** What a figure belongs to: how it is called, and how long it may take. */
type Measured = { readonly name: string; readonly timeoutMs: number; readonly isSuspended: boolean };

/** What a tile shows of what became of calls in a range. */
export const tileFigures = (
  range: CallRange,
  groups: readonly CallMetricGroup[],
  { timeoutMs, isSuspended }: Omit<Measured, 'name'>,
): Pick<CallSummary, 'health' | 'figures' | 'trend'> => {
  const figures = figuresOf(groups, range.passedMs);
  return {
    health: healthOf(figures, timeoutMs, isSuspended),
    figures,
    trend: bucketsOf(range, groups).map((bucket) => ({
      calls: figuresOf(bucket.groups, range.bucketMs).calls,
      failed: Object.values(failuresOf(bucket.groups)).reduce((a, b) => a + b, 0),
    })),
  };
};

/** What became of calls in a range, in sum and over time. */
export const metricsAnswer = (
  range: CallRange,
  groups: readonly CallMetricGroup[],
  { name, timeoutMs, isSuspended }: Measured,
  callers: CallCaller[],
): CallMetricsAnswer => {
  const figures = figuresOf(groups, range.passedMs);
  return {
    name,
    timeoutMs,
    health: healthOf(figures, timeoutMs, isSuspended),
    from: range.from.toISOString(),
    to: range.to.toISOString(),
    figures,
    failures: Object.entries(failuresOf(groups))
      .map(([outcome, count]) => ({ outcome, calls: count }))
      .toSorted((a, b) => b.calls - a.calls),
    buckets: bucketsOf(range, groups).map((bucket) => ({
      from: bucket.from.toISOString(),
      to: bucket.to.toISOString(),
      figures: figuresOf(bucket.groups, range.bucketMs),
      failures: failuresOf(bucket.groups),
    })),
    budgetMs: CALLS_WITHIN_MS,
    callers,
  };
};
