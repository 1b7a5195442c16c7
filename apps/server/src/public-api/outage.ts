import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '@redoubt/kernel';

/** An outage is over when an event was stored so long after the last failure: it may come and go for a while. */
const QUIET_MS = 5000;

/** Tells of calls that could not be stored: once when it begins, and once, with their number, when it is over. */
export const createOutage = (log: Pick<FastifyBaseLogger, 'error' | 'warn'>, clock: Clock) => {
  let refused = 0;
  let beganMs = 0;
  let lastMs = 0;
  return {
    failed: (error: unknown): void => {
      const nowMs = clock.now();
      if (refused === 0) {
        beganMs = nowMs;
        log.error({ err: error }, 'events cannot be stored; callers are asked to try again');
      }
      refused += 1;
      lastMs = nowMs;
    },
    succeeded: (): void => {
      if (refused === 0 || clock.now() - lastMs < QUIET_MS) return;
      log.warn({ refused, lastedMs: lastMs - beganMs }, 'events are stored again');
      refused = 0;
    },
  };
};
