/** Spreads work evenly: so many tokens a second, none saved up beyond the burst. */
export type TokenBucket = {
  /** Takes a token; the time to wait for it, 0 when there is one. The caller waits: a second call queues behind it. */
  readonly take: (nowMs: number) => number;
};

export const createTokenBucket = (perSecond: number, startMs: number, burst = 1): TokenBucket => {
  const intervalMs = 1000 / perSecond;
  let nextMs = startMs;
  return {
    take: (nowMs) => {
      nextMs = Math.max(nextMs, nowMs - (burst - 1) * intervalMs);
      const waitMs = Math.max(0, nextMs - nowMs);
      nextMs += intervalMs;
      return waitMs;
    },
  };
};
