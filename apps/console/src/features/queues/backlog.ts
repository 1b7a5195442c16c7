import type { CaseworkSummary, UsualBacklog } from '@redoubt/contracts';
import { HOUR_MS } from '@redoubt/kernel';
import type { BarBucket } from '@redoubt/ui';

type Hours = readonly CaseworkSummary['backlog'][number][];

/** Hours that are drawn ahead of now. */
const AHEAD_HOURS = 6;

/** Open cases hour by hour, and those that there will be at the pace of the last whole hour and the one that fills. */
export const backlogBuckets = (hours: Hours): readonly BarBucket[] => {
  const last = hours.at(-1);
  const before = hours.at(-2);
  if (last === undefined || before === undefined) return [];
  const fromMs = Date.parse(before.at);
  const nowMs = Date.parse(last.at);
  const past = hours.map(({ open }, index) => {
    const toMs = fromMs + (index - hours.length + 2) * HOUR_MS;
    return { fromMs: toMs - HOUR_MS, toMs, counts: { open }, unfinished: index === hours.length - 1 };
  });
  const gained = last.came - last.ended + before.came - before.ended;
  const perMs = gained / (nowMs - fromMs + HOUR_MS);
  const ahead = Array.from({ length: AHEAD_HOURS }, (_, index) => {
    const toMs = fromMs + (index + 2) * HOUR_MS;
    const counts = { ahead: Math.max(0, Math.round(last.open + perMs * (toMs - nowMs))) };
    return { fromMs: toMs - HOUR_MS, toMs, counts };
  });
  return [...past, ...ahead];
};

/** Between which values half of the last weeks lay in the hour of each bucket; null where too few are known. */
export const usualRanges = (
  buckets: readonly BarBucket[],
  hours: UsualBacklog['hours'],
): readonly UsualBacklog['hours'][number]['range'][] => {
  const known = new Map(hours.map(({ from, range }) => [Date.parse(from), range]));
  return buckets.map(({ fromMs }) => known.get(fromMs) ?? null);
};

/** How many were open before the first hour, and what came and ended since. */
export const backlogSum = (hours: Hours): { readonly first: number; readonly came: number; readonly ended: number } => {
  const came = hours.reduce((sum, each) => sum + each.came, 0);
  const ended = hours.reduce((sum, each) => sum + each.ended, 0);
  return { first: Math.max(0, (hours.at(-1)?.open ?? 0) - came + ended), came, ended };
};
