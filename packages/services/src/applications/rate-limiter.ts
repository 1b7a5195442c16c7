import { SECOND_MS, type Id } from '@redoubt/kernel';

/** Who calls and how often they may, over the whole installation. */
export type LimitedCaller = { readonly tenantId: Id; readonly clientId: Id; readonly callsPerSecond: number };

export type RateLimiter = {
  /** Takes one call; gives the milliseconds to wait where there is none left, and 0 where it may go on. */
  readonly take: (caller: LimitedCaller, nowMs: number) => number;
};

/** The same where another thread may keep the buckets. */
export type AskedRateLimiter = {
  readonly take: (...call: Parameters<RateLimiter['take']>) => number | Promise<number>;
};

/** When a bucket would be full again without further calls. */
type Bucket = { fullAtMs: number };

/** Sums of fractions of a millisecond are not exact. */
const TOLERANCE_MS = 1e-6;

/**
 * Limits the calls of each application: a bucket that holds a second's worth and fills evenly, so that a short burst
 * passes and a lasting one meets the limit. Each of several nodes grants its even share, which is exact where calls are
 * spread evenly and never more than the limit.
 *
 * @param nodes how many nodes decide now, this one included.
 */
export const createRateLimiter = (nodes: () => number = () => 1): RateLimiter => {
  const buckets = new Map<Id, Map<Id, Bucket>>();

  const bucketOf = (tenantId: Id, clientId: Id): Bucket => {
    let ofTenant = buckets.get(tenantId);
    if (ofTenant === undefined) buckets.set(tenantId, (ofTenant = new Map()));
    let bucket = ofTenant.get(clientId);
    if (bucket === undefined) ofTenant.set(clientId, (bucket = { fullAtMs: 0 }));
    return bucket;
  };

  return {
    take: ({ tenantId, clientId, callsPerSecond }, nowMs) => {
      const everyMs = (SECOND_MS * Math.max(1, nodes())) / callsPerSecond;
      const emptyMs = Math.max(SECOND_MS, everyMs);
      const bucket = bucketOf(tenantId, clientId);
      // A clock that was set back grants nothing, one that was set forward no more than a second's worth.
      bucket.fullAtMs = Math.min(Math.max(bucket.fullAtMs, nowMs), nowMs + emptyMs);
      const waitMs = bucket.fullAtMs + everyMs - nowMs - emptyMs;
      if (waitMs > TOLERANCE_MS) return Math.ceil(waitMs - TOLERANCE_MS);
      bucket.fullAtMs += everyMs;
      return 0;
    },
  };
};
