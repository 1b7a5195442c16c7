import { MINUTE_MS, type Clock } from '@redoubt/kernel';
import { isIPv6 } from 'node:net';

export type RateLimit = {
  /** Takes one call of a key: 0 where it may be answered now, else the milliseconds until one may. */
  readonly take: (key: string) => number;
  /** Makes up for a call that was taken and does not count. */
  readonly giveBack: (key: string) => void;
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
  const bucketOf = (key: string): Bucket => {
    const now = clock.now();
    const known = buckets.get(key);
    const bucket = known ?? { tokens: burst, atMs: now };
    bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.atMs) / MINUTE_MS) * perMinute);
    bucket.atMs = now;
    if (known === undefined && buckets.size >= MAX_KEYS) forget();
    buckets.set(key, bucket);
    return bucket;
  };
  return {
    take: (key) => {
      const bucket = bucketOf(key);
      if (bucket.tokens < 1) return Math.ceil(((1 - bucket.tokens) / perMinute) * MINUTE_MS);
      bucket.tokens -= 1;
      return 0;
    },
    giveBack: (key) => {
      bucketOf(key).tokens += 1;
    },
  };
};

/** What addresses are limited by: one IPv4 address, or the IPv6 network of 64 bits that one subscriber has. */
export const networkOf = (address: string): string => {
  if (!isIPv6(address)) return address;
  if (address.includes('.')) return address.slice(address.lastIndexOf(':') + 1);
  const [head = '', tail] = address.split('::');
  const groups = head.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').length;
  return [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...(tail?.split(':') ?? [])]
    .slice(0, 4)
    .map((group) => group || '0')
    .join(':');
};
