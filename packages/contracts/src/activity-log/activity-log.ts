import {
  ACTIVITY_ATTRIBUTES,
  ACTIVITY_OPERATORS,
  CHAIN_FINDING_KINDS,
  MAX_ACTIVITY_FILTERS,
  MAX_ACTIVITY_VALUES,
} from '@redoubt/domain';
import { z } from 'zod';
import { environmentParams, guid, instant, json, nextCursor } from '../common.ts';
import { defineEndpoint } from '../define.ts';

const base = '/platform/v1/environments/:environmentId/audit';

export const activityFilter = z.strictObject({
  attribute: z.enum(ACTIVITY_ATTRIBUTES),
  operator: z.enum(ACTIVITY_OPERATORS),
  /** Compared as a whole, without regard to letter case; empty for the presence operators. */
  values: z.array(z.string().max(256)).max(MAX_ACTIVITY_VALUES),
});
export type ActivityFilter = z.infer<typeof activityFilter>;

const query = z.strictObject({
  /** Inclusive. */
  from: instant,
  /** Exclusive. */
  to: instant,
  join: z.enum(['and', 'or']).default('and'),
  filters: z.array(activityFilter).max(MAX_ACTIVITY_FILTERS).default([]),
});
export type ActivityQuery = z.infer<typeof query>;

const named = z.strictObject({ id: z.string(), name: z.string() });

const entry = z.strictObject({
  id: guid,
  /** Place in the chain; null for an entry that has none. */
  sequence: z.number().int().nullable(),
  /** Who and what are empty: they were erased. */
  isErased: z.boolean(),
  at: instant,
  changedBy: named,
  operation: z.string(),
  resource: z.strictObject({ type: z.string(), id: z.string(), name: z.string() }),
  assessment: named.nullable(),
  /** Null for what concerns the whole tenant. */
  environment: named.nullable(),
});
export type ActivityEntry = z.infer<typeof entry>;

const SEARCH_ERRORS = ['SRCH-RANGE-TOO-LONG', 'SRCH-QUERY-INVALID', 'SRCH-TIMEOUT', 'ENV-UNKNOWN'] as const;

export const searchActivity = defineEndpoint({
  id: 'activity.search',
  summary: 'Entries of the activity log of an environment and all below it, newest first, paged by key.',
  method: 'POST',
  path: `${base}/search`,
  permission: 'activityLogs:read',
  params: environmentParams,
  body: query.extend({
    cursor: z.string().max(200).nullable().default(null),
    limit: z.number().int().min(1).max(200).default(100),
  }),
  response: z.strictObject({
    entries: z.array(entry),
    nextCursor,
    /** Of the whole query; null on later pages. */
    total: z.number().int().nullable(),
    asOf: instant,
  }),
  errors: SEARCH_ERRORS,
});

export const exportActivity = defineEndpoint({
  id: 'activity.export',
  summary: 'The entries of a search as CSV, at most 10,000. The activity log keeps that they were exported.',
  method: 'POST',
  path: `${base}/export`,
  permission: 'activityLogs:read',
  params: environmentParams,
  body: query,
  response: z.string(),
  responseType: 'csv',
  errors: SEARCH_ERRORS,
});

const neighbour = z.strictObject({ id: guid, environmentId: guid.nullable(), at: instant, operation: z.string() });

export const activityDetail = entry.extend({
  correlationId: z.string().nullable(),
  /** What differed: before and after; null where there was or is nothing. */
  original: json,
  modified: json,
  /** The changes of the same thing before and after this one. */
  previous: neighbour.nullable(),
  next: neighbour.nullable(),
  /** The version that this change published, where the caller may publish it again. */
  restorableVersion: z.number().int().nullable(),
});
export type ActivityDetail = z.infer<typeof activityDetail>;

export const getActivity = defineEndpoint({
  id: 'activity.get',
  summary: 'One entry of the activity log, with both sides of its change.',
  method: 'GET',
  path: `${base}/entries/:entryId`,
  permission: 'activityLogs:read',
  // Any text: one that is no id is answered as an entry that is unknown.
  params: environmentParams.extend({ entryId: z.string().max(100) }),
  response: activityDetail,
  errors: ['ACTIVITY-UNKNOWN', 'ENV-UNKNOWN'],
});

const finding = z.strictObject({
  kind: z.enum(CHAIN_FINDING_KINDS),
  sequence: z.number().int().nullable(),
  entryId: guid.nullable(),
  until: z.number().int().optional(),
});

const chainState = z.strictObject({
  /** Entries of the chain now. */
  entries: z.number().int(),
  /** The newest check; null before the first. */
  checked: z
    .strictObject({
      at: instant,
      /** The last place that was looked at. */
      sequence: z.number().int(),
      /** Places that are not as they were written. */
      broken: z.number().int(),
      /** The first of them. */
      findings: z.array(finding),
    })
    .nullable(),
  isChecking: z.boolean(),
});
export type ChainState = z.infer<typeof chainState>;

export const getActivityState = defineEndpoint({
  id: 'activity.state',
  summary: 'How far the activity log of the tenant was last found to be as it was written.',
  method: 'GET',
  path: `${base}/state`,
  permission: 'activityLogs:read',
  params: environmentParams,
  response: chainState,
});

export const verifyActivity = defineEndpoint({
  id: 'activity.verify',
  summary: 'Check the activity log of the tenant now, in the background.',
  method: 'POST',
  path: `${base}/verification`,
  permission: 'activityLogs:read',
  params: environmentParams,
  response: chainState,
});
