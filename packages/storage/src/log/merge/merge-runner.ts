import { setTimeout as delay } from 'node:timers/promises';
import { MINUTE_MS, SECOND_MS } from '@redoubt/kernel';
import type pg from 'pg';
import type { Logger } from '../../logger.ts';
import { createFrameCompressor } from '../frame-compressor.ts';
import { MERGED_LEVEL, mergeStep, type MergeOutcome } from './merge-step.ts';

/** Of the time of its thread, what merging takes: while decisions leave the machine time, and while they need it. */
const SHARE = { free: 0.5, yielding: 0.05 };
const LONGEST_REST_MS = 10 * SECOND_MS;
/** Until the next look: where nothing is old enough, where another node merges or the segments are being changed, after a failure. */
const WAIT_MS = { idle: MINUTE_MS / 2, busy: 2 * SECOND_MS, failed: MINUTE_MS };

/**
 * Rest after a step, in milliseconds.
 *
 * @param tookMs the time of the step
 * @param yielding how far it gives way to decisions, 0 to 1
 */
export const restAfter = (outcome: MergeOutcome, tookMs: number, yielding: number): number => {
  if (outcome === 'idle' || outcome === 'busy') return WAIT_MS[outcome];
  const share = SHARE.free + (SHARE.yielding - SHARE.free) * yielding;
  return Math.min(LONGEST_REST_MS, (tookMs * (1 - share)) / share);
};

/** Merges segments until it is closed, at the pace that decisions leave it. @param yielding see `restAfter` */
export const startMergeRunner = (
  { pool, log }: { readonly pool: pg.Pool; readonly log: Logger },
  yielding: () => number,
): { readonly close: () => Promise<void> } => {
  const closing = new AbortController();
  const compress = createFrameCompressor(MERGED_LEVEL);
  const step = async (): Promise<number> => {
    const startedMs = performance.now();
    try {
      const outcome = await mergeStep(pool, compress);
      return restAfter(outcome, performance.now() - startedMs, yielding());
    } catch (error) {
      if (!closing.signal.aborted) log.error({ err: error }, 'segments of the log could not be merged; trying again');
      return WAIT_MS.failed;
    }
  };
  const run = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      const restMs = await step();
      await delay(restMs, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    close: async () => {
      closing.abort();
      await running;
    },
  };
};
