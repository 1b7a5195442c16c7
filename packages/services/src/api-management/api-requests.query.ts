import type { ApiPeriod, ApiRequestGroup, ApiRequests } from '@redoubt/contracts';
import { MINUTE_MS } from '@redoubt/kernel';
import { latencyPercentile, summariseApiCalls, type ApiCallGroup } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { bucketsOf, periodRange, publicApiScope } from './public-api-scope.ts';

const callsOf = (groups: readonly ApiCallGroup[], from: number, to: number): number =>
  groups.filter(({ status }) => status >= from && status < to).reduce((sum, { calls }) => sum + calls, 0);

const requestGroup = (path: string, groups: readonly ApiCallGroup[], minutes: number): ApiRequestGroup => {
  const calls = callsOf(groups, 0, Number.POSITIVE_INFINITY);
  const latency = groups.reduce<number[]>(
    (sum, each) => each.latency.map((count, index) => count + (sum[index] ?? 0)),
    [],
  );
  return {
    path,
    calls,
    perMinute: calls / minutes,
    accepted: callsOf(groups, 200, 400),
    refused: callsOf(groups, 400, 500),
    failed: callsOf(groups, 500, Number.POSITIVE_INFINITY),
    latencyMs: {
      p50: latencyPercentile(latency, 0.5),
      p95: latencyPercentile(latency, 0.95),
      p99: latencyPercentile(latency, 0.99),
    },
  };
};

/** How often the public API was called in a period, how it answered and how fast, with the environments below. */
export const getApiRequests = async (
  context: EnvironmentContext,
  { period }: { readonly period: ApiPeriod },
): Promise<ApiRequests> => {
  const nowMs = context.clock.now();
  const range = periodRange(nowMs, period);
  const { from, to, bucketMs } = range;
  const scope = await publicApiScope(context);
  const { groups, buckets } = await summariseApiCalls(context.database, scope, { from, to }, bucketMs);
  const minutes = Math.max(1, (nowMs - from.getTime()) / MINUTE_MS);
  const byPath = Map.groupBy(groups, ({ path }) => path);
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    groups: [...byPath]
      .map(([path, ofPath]) => requestGroup(path, ofPath, minutes))
      .toSorted((a, b) => b.calls - a.calls),
    buckets: bucketsOf(
      range,
      buckets.map(({ index, path, calls }) => ({ index, id: path, count: calls })),
    ),
  };
};
