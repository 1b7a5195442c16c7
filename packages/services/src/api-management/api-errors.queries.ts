import type { ApiErrorPeriod, ApiErrors, ApiErrorSample } from '@redoubt/contracts';
import { maskPersonalValues } from '@redoubt/domain';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@redoubt/kernel';
import { listRefusedCalls, summariseRefusedCalls, type RefusedCallScope } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { loadSubtree, scopeIds } from '../environments/subtree.ts';

/** How long a period is, and each bar of its chart. */
const PERIODS: Readonly<Record<ApiErrorPeriod, { readonly lengthMs: number; readonly bucketMs: number }>> = {
  '1h': { lengthMs: HOUR_MS, bucketMs: 2 * MINUTE_MS },
  '24h': { lengthMs: DAY_MS, bucketMs: 30 * MINUTE_MS },
  '7d': { lengthMs: 7 * DAY_MS, bucketMs: 4 * HOUR_MS },
  '30d': { lengthMs: 30 * DAY_MS, bucketMs: 12 * HOUR_MS },
};
const SAMPLES = 20;

/** Whole buckets up to the one that is filling now. */
const rangeOf = (nowMs: number, period: ApiErrorPeriod) => {
  const { lengthMs, bucketMs } = PERIODS[period];
  const toMs = (Math.floor(nowMs / bucketMs) + 1) * bucketMs;
  return { fromMs: toMs - lengthMs, toMs, bucketMs, from: new Date(toMs - lengthMs), to: new Date(toMs) };
};

/**
 * The environment and all below it. Calls that no environment was found for belong to nobody further down: those who look
 * at a root see them.
 */
const scopeOf = async ({ database, tenantId, environmentId }: EnvironmentContext): Promise<RefusedCallScope> => {
  const subtree = await database.readTenant(tenantId, (trx) => loadSubtree(trx, environmentId));
  const isRoot = subtree.byId.get(environmentId)?.parentId === null;
  return { tenantId, environmentIds: scopeIds(subtree, true), includeUnknown: isRoot };
};

const groupId = ({ code, path }: { readonly code: string; readonly path: string }): string => `${code} ${path}`;

/** What the public API refused in a period, with the environments below. */
export const getApiErrors = async (
  context: EnvironmentContext,
  { period }: { readonly period: ApiErrorPeriod },
): Promise<ApiErrors> => {
  const { from, to, fromMs, toMs, bucketMs } = rangeOf(context.clock.now(), period);
  const scope = await scopeOf(context);
  const summary = await summariseRefusedCalls(context.database, scope, { from, to }, bucketMs);
  const counts = Map.groupBy(summary.buckets, ({ index }) => index);
  const { keptSince } = summary;
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    groups: summary.groups.map(({ lastAt, ...group }) => ({
      id: groupId(group),
      ...group,
      lastAt: lastAt.toISOString(),
    })),
    buckets: Array.from({ length: (toMs - fromMs) / bucketMs }, (_, index) => ({
      from: new Date(fromMs + index * bucketMs).toISOString(),
      to: new Date(fromMs + (index + 1) * bucketMs).toISOString(),
      counts: Object.fromEntries((counts.get(index) ?? []).map((group) => [groupId(group), group.count])),
    })),
    keptSince: keptSince !== null && keptSince.getTime() > fromMs ? keptSince.toISOString() : null,
  };
};

/** The newest calls of one kind, with their bodies as shapes. */
export const getApiErrorSamples = async (
  context: EnvironmentContext,
  { period, path, code }: { readonly period: ApiErrorPeriod; readonly path: string; readonly code: string },
): Promise<{ samples: ApiErrorSample[] }> => {
  const { from, to } = rangeOf(context.clock.now(), period);
  const scope = await scopeOf(context);
  const calls = await listRefusedCalls(context.database, scope, { from, to }, { code, path, limit: SAMPLES });
  return {
    samples: calls.map((call) => ({
      at: new Date(call.receivedAtMs).toISOString(),
      correlationId: call.correlationId,
      clientId: call.clientId,
      environmentId: call.environmentId,
      environmentReference: call.environmentReference,
      message: call.message,
      excerpt: call.excerpt === null ? null : maskPersonalValues(call.excerpt),
    })),
  };
};
