/** Of the time of one core, what a backfill takes while others' events come in, and while none do. */
const SHARE_UNDER_LOAD = 0.15;
const SHARE_AT_REST = 0.8;
const MAX_PAUSE_MS = 2000;

/**
 * How long a backfill or an import rests after a step, in milliseconds, so that live decisions hardly notice it.
 *
 * @param busyMs what the step took
 * @param liveEvents events that others stored meanwhile
 */
export const pauseAfter = (busyMs: number, liveEvents: number): number => {
  const share = liveEvents > 0 ? SHARE_UNDER_LOAD : SHARE_AT_REST;
  return Math.min(MAX_PAUSE_MS, (busyMs * (1 - share)) / share);
};

/** Weight of the newest step in the rate that is shown. */
const RATE_WEIGHT = 0.2;

/** Events a second, smoothed over the steps of a backfill; the first step gives the rate as it is. */
export const smoothedRate = (before: number, events: number, tookMs: number): number => {
  const rate = (events * 1000) / tookMs;
  return before === 0 ? rate : before + RATE_WEIGHT * (rate - before);
};
