import { z } from 'zod';
import { environmentParams, instant } from '../common.ts';
import { defineEndpoint } from '../define.ts';
import { bucketCounts, period } from './period.ts';

export const apiRequestGroup = z.strictObject({
  /** Address of the public API as the table of endpoints names it; also the id of the group. */
  path: z.string(),
  calls: z.number().int(),
  /** Calls a minute over the part of the period that has passed. */
  perMinute: z.number(),
  accepted: z.number().int(),
  /** Answered with 4xx: the caller's to put right. */
  refused: z.number().int(),
  /** Answered with 5xx: ours. */
  failed: z.number().int(),
  /** Time to answer in milliseconds, rounded up to the next class of latency. */
  latencyMs: z.strictObject({ p50: z.number().nullable(), p95: z.number().nullable(), p99: z.number().nullable() }),
});
export type ApiRequestGroup = z.infer<typeof apiRequestGroup>;

export const apiRequests = z.strictObject({
  from: instant,
  to: instant,
  /** Most called first. */
  groups: z.array(apiRequestGroup),
  /** Equal parts of the period, oldest first; counts by path. */
  buckets: z.array(bucketCounts),
});
export type ApiRequests = z.infer<typeof apiRequests>;

export const getApiRequests = defineEndpoint({
  id: 'apiManagement.requests',
  summary: 'How often the public API was called, how it answered and how fast.',
  method: 'GET',
  path: '/platform/v1/environments/:environmentId/apimanagement/requests',
  permission: 'apiManagement:read',
  params: environmentParams,
  query: z.strictObject({ period: period.default('24h') }),
  response: apiRequests,
});
