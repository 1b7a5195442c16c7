import { MINUTE_MS, SECOND_MS, type Clock } from '@redoubt/kernel';
import type { JobRunner } from './job-runner.ts';

const LOOK_MS = 15 * SECOND_MS;

/** Queues what was not measured for a minute; looked for four times as often, so that none is late by much. */
export const everyMinute = (
  clock: Clock,
  queue: (due: { readonly at: Date; readonly since: Date }) => Promise<void>,
): NonNullable<JobRunner['schedule']> => ({
  everyMs: LOOK_MS,
  run: () => {
    const nowMs = clock.now();
    return queue({ at: new Date(nowMs), since: new Date(nowMs - MINUTE_MS + LOOK_MS / 2) });
  },
});
