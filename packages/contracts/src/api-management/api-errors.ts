import { z } from 'zod';
import { environmentParams, guid, instant } from '../common.ts';
import { defineEndpoint } from '../define.ts';
import { bucketCounts, period } from './period.ts';

const base = '/platform/v1/environments/:environmentId/apimanagement/errors';

export const apiErrorGroup = z.strictObject({
  /** Code and address: what the calls of a group have in common. */
  id: z.string(),
  /** Code of the error table, such as `REQ-INVALID`. */
  code: z.string(),
  status: z.number().int(),
  /** Address of the public API as the table of endpoints names it. */
  path: z.string(),
  count: z.number().int(),
  lastAt: instant,
  /** What the newest caller read: English, as the public API speaks. */
  lastMessage: z.string(),
});
export type ApiErrorGroup = z.infer<typeof apiErrorGroup>;

export const apiErrors = z.strictObject({
  from: instant,
  to: instant,
  /** Most frequent first. */
  groups: z.array(apiErrorGroup),
  /** Equal parts of the period, oldest first; counts by id of the group. */
  buckets: z.array(bucketCounts),
  /** Where the period begins before the oldest call that is kept, when that came; null otherwise. */
  keptSince: instant.nullable(),
});
export type ApiErrors = z.infer<typeof apiErrors>;

export const apiErrorSample = z.strictObject({
  at: instant,
  correlationId: z.string(),
  clientId: z.string(),
  /** Null where no environment was found. */
  environmentId: guid.nullable(),
  /** The environment header as sent; null without one. */
  environmentReference: z.string().nullable(),
  message: z.string(),
  /** Beginning of the body with its values as shapes, see `maskPersonalValues`; null where there was none. */
  excerpt: z.string().nullable(),
});
export type ApiErrorSample = z.infer<typeof apiErrorSample>;

export const getApiErrors = defineEndpoint({
  id: 'apiManagement.errors',
  summary: 'Calls of the public API that were refused, by code and address, and when.',
  method: 'GET',
  path: base,
  permission: 'apiManagement:read',
  params: environmentParams,
  query: z.strictObject({ period: period.default('24h') }),
  response: apiErrors,
});

export const getApiErrorSamples = defineEndpoint({
  id: 'apiManagement.errorSamples',
  summary: 'The newest calls that were refused with one code at one address.',
  method: 'GET',
  path: `${base}/:code/samples`,
  permission: 'apiManagement:read',
  params: environmentParams.extend({ code: z.string().min(1).max(100) }),
  query: z.strictObject({ period: period.default('24h'), path: z.string().min(1).max(300) }),
  response: z.strictObject({ samples: z.array(apiErrorSample) }),
});
