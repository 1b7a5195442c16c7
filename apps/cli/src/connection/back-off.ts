import { SECOND_MS, type Clock } from '@redoubt/kernel';

/**
 * One pause for all senders: when the server says "later" or cannot be reached, everybody waits, and waits longer each
 * time, until a call succeeds.
 */
export type BackOff = {
  /** Resolves when sending is allowed; at once in good times. Rejects with the signal's reason when it is aborted. */
  readonly ready: (signal: AbortSignal) => Promise<void>;
  /** Notes a failed call; `retryAfterMs` is what the server asked for, null where it did not. */
  readonly failed: (retryAfterMs: number | null) => void;
  readonly succeeded: () => void;
  /** Time since the first of the failures that no success has followed, 0 in good times. */
  readonly failingForMs: () => number;
};

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10 * SECOND_MS;

const sleep = (durationMs: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, durationMs);
    signal.addEventListener('abort', onAbort, { once: true });
  });

export const createBackOff = (clock: Clock): BackOff => {
  let pausedUntilMs = 0;
  let pauseMs = 0;
  let failingSinceMs: number | null = null;

  return {
    ready: async (signal) => {
      for (;;) {
        signal.throwIfAborted();
        const waitMs = pausedUntilMs - clock.now();
        if (waitMs <= 0) return;
        await sleep(waitMs, signal);
      }
    },
    failed: (retryAfterMs) => {
      const nowMs = clock.now();
      failingSinceMs ??= nowMs;
      // Calls that were under way together fail together: they count as one failure.
      if (nowMs < pausedUntilMs) return;
      pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs === 0 ? FIRST_PAUSE_MS : pauseMs * 2);
      pausedUntilMs = nowMs + Math.max(pauseMs, retryAfterMs ?? 0);
    },
    succeeded: () => {
      failingSinceMs = null;
      pauseMs = 0;
    },
    failingForMs: () => (failingSinceMs === null ? 0 : clock.now() - failingSinceMs),
  };
};
