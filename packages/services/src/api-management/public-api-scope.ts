import type { ApiBucket, ApiPeriod } from '@redoubt/contracts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@redoubt/kernel';
import type { PublicCallScope } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { loadSubtree, scopeIds } from '../environments/subtree.ts';
import { reading } from '../unit-of-work.ts';

/** How long a period is, and each bar of its chart. */
const PERIODS: Readonly<Record<ApiPeriod, { readonly lengthMs: number; readonly bucketMs: number }>> = {
  '1h': { lengthMs: HOUR_MS, bucketMs: 2 * MINUTE_MS },
  '24h': { lengthMs: DAY_MS, bucketMs: 30 * MINUTE_MS },
  '7d': { lengthMs: 7 * DAY_MS, bucketMs: 4 * HOUR_MS },
  '30d': { lengthMs: 30 * DAY_MS, bucketMs: 12 * HOUR_MS },
};

export type PeriodRange = { readonly from: Date; readonly to: Date; readonly bucketMs: number };

/** Whole buckets up to the one that is filling now. */
export const periodRange = (nowMs: number, period: ApiPeriod): PeriodRange => {
  const { lengthMs, bucketMs } = PERIODS[period];
  const toMs = (Math.floor(nowMs / bucketMs) + 1) * bucketMs;
  return { from: new Date(toMs - lengthMs), to: new Date(toMs), bucketMs };
};

/**
 * The environment and all below it. Calls that no environment was found for belong to no child environment: those who
 * look at a root see them.
 */
export const publicApiScope = async (context: EnvironmentContext): Promise<PublicCallScope> => {
  const { tenantId, environmentId } = context;
  const subtree = await reading(context, (trx) => loadSubtree(trx, environmentId));
  const isRoot = subtree.byId.get(environmentId)?.parentId === null;
  return { tenantId, environmentIds: scopeIds(subtree, true), includeUnknown: isRoot };
};

/** Counts as a chart takes them: every bucket of the range, empty ones too. */
export const bucketsOf = (
  { from, to, bucketMs }: PeriodRange,
  counted: readonly { readonly index: number; readonly id: string; readonly count: number }[],
): ApiBucket[] => {
  const byIndex = Map.groupBy(counted, ({ index }) => index);
  const fromMs = from.getTime();
  return Array.from({ length: (to.getTime() - fromMs) / bucketMs }, (_, index) => ({
    from: new Date(fromMs + index * bucketMs).toISOString(),
    to: new Date(fromMs + (index + 1) * bucketMs).toISOString(),
    counts: Object.fromEntries((byIndex.get(index) ?? []).map(({ id, count }) => [id, count])),
  }));
};
