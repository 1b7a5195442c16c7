import { SECOND_MS } from '@redoubt/kernel';
import { leaseAt, type CaseRecord } from './case-lifecycle.ts';

/**
 * Times of cases in 107 buckets from one second up, each 15 % wider than the one before (1 s · 1.15^i, the last one holds 31
 * days and more). Histograms are added up, and a percentile read from them lies in the bucket of the true one: it is at most
 * 15 % off, and times up to a second count as between none and one.
 */
const FIRST_BOUND_MS = SECOND_MS;
const GROWTH = 1.15;
export const CASE_TIME_BUCKETS = 107;

export const caseTimeBucket = (ms: number): number =>
  ms <= FIRST_BOUND_MS
    ? 0
    : Math.min(CASE_TIME_BUCKETS - 1, Math.ceil(Math.log(ms / FIRST_BOUND_MS) / Math.log(GROWTH) - 1e-9));

const upperBoundMs = (bucket: number): number => FIRST_BOUND_MS * GROWTH ** bucket;

/** A histogram of one time; empty where there is none. What is left out at the end is zero. */
export const caseTimeHistogram = (ms: number | null): readonly number[] =>
  ms === null ? [] : [...Array.from({ length: caseTimeBucket(ms) }, () => 0), 1];

/** The time below which the fraction `quantile` of a histogram lies, evenly spread in its bucket; null where it is empty. */
export const caseTimeQuantileMs = (histogram: readonly number[], quantile: number): number | null => {
  const total = histogram.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let left = quantile * total;
  for (const [bucket, count] of histogram.entries()) {
    if (count <= 0) continue;
    if (left <= count) {
      const lower = bucket === 0 ? 0 : upperBoundMs(bucket - 1);
      return lower + (upperBoundMs(bucket) - lower) * (left / count);
    }
    left -= count;
  }
  return upperBoundMs(histogram.length - 1);
};

/** Adds histograms up, bucket by bucket. */
export const sumHistograms = (histograms: readonly (readonly number[])[]): readonly number[] => {
  const sum: number[] = [];
  for (const histogram of histograms)
    for (const [bucket, count] of histogram.entries()) sum[bucket] = (sum[bucket] ?? 0) + count;
  return sum;
};

/** How long a case took, from the time that it could be taken until it was decided: the two add up to that. */
export type DecisionTimes = {
  /** Until the review that decided it began; where none did, in bulk or at a time-out, until it was decided. */
  readonly waitedMs: number;
  /** From then on, in the hands of the agent who decided; null where it was in no hands, or in another's. */
  readonly handledMs: number | null;
};

/**
 * The times of a decision. Time on hold and in other hands counts as waiting.
 *
 * @param before the case as it was decided: an undo gives the same times as the decision that it takes back.
 */
export const decisionTimes = (
  before: Pick<CaseRecord, 'settlesAtMs' | 'lease'>,
  { actorId, atMs }: { readonly actorId: string; readonly atMs: number },
): DecisionTimes => {
  const lease = leaseAt({ ...before, outcome: null }, atMs);
  const own = lease?.agentId === actorId ? lease : null;
  return {
    waitedMs: Math.max(0, (own?.sinceMs ?? atMs) - before.settlesAtMs),
    handledMs: own && Math.max(0, atMs - own.sinceMs),
  };
};

/** A share in percent; null of nothing. */
export const percentOf = (part: number, whole: number): number | null => (whole === 0 ? null : (part / whole) * 100);
