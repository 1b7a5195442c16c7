import type { Clock } from '@redoubt/kernel';

export type RateLimit = {
  /** Whether one more call of a key may be answered now. */
  readonly admit: (key: string) => boolean;
};

type Bucket = { tokens: number; atMs: number };

/** Keys remembered at most; past this the oldest half is forgotten. */
const MAX_KEYS = 20_000;

/** So many calls at once per key, and so many more each minute. */
export const createRateLimit = (clock: Clock, burst: number, perMinute: number): RateLimit => {
  const buckets = new Map<string, Bucket>();
  const forget = (): void => {
    for (const key of [...buckets.keys()].slice(0, MAX_KEYS / 2)) buckets.delete(key);
  };
  return {
    admit: (key) => {
      const now = clock.now();
      const bucket = buckets.get(key) ?? { tokens: burst, atMs: now };
      bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.atMs) / 60_000) * perMinute);
      bucket.atMs = now;
      if (!buckets.has(key) && buckets.size >= MAX_KEYS) forget();
      buckets.set(key, bucket);
      if (bucket.tokens < 1) return false;
      bucket.tokens -= 1;
      return true;
    },
  };
};
