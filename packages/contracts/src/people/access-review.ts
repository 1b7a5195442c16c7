import {
  ABSENCE_DAYS,
  MAX_ASSIGNED_AT_ONCE,
  MAX_ASSIGNMENT_REASON,
  MAX_REVIEW_DAYS,
  MAX_USERNAME,
  REVIEW_DECISIONS,
} from '@redoubt/domain';
import { z } from 'zod';
import { environmentParams, guid, instant, nextCursor } from '../common.ts';
import { defineEndpoint } from '../define.ts';
import { MAX_PEOPLE_CURSOR, personRow } from './people.ts';

const base = '/platform/v1/environments/:environmentId/access/review';

const decision = z.enum(REVIEW_DECISIONS);
const days = z.coerce.number().int().min(1).max(MAX_REVIEW_DAYS);

const row = personRow.extend({
  /** No sign-in within the period that was asked for. */
  isAbsent: z.boolean(),
  /** The newest review of the person here or above. */
  review: z.strictObject({ decision, by: z.string(), at: instant, reason: z.string() }).nullable(),
  /** When their access is to be reviewed next. */
  dueAt: instant,
  isDue: z.boolean(),
  /** Roles given to the person here and below that the caller may end. */
  endable: z.number().int(),
});
export type ReviewRow = z.infer<typeof row>;

const listQuery = {
  find: z.string().max(MAX_USERNAME).optional(),
  /** Those without a sign-in for the period, those whose review is due, or all with access here. */
  show: z.enum(['absent', 'due', 'all']).default('absent'),
  days: days.default(ABSENCE_DAYS[0]),
  sort: z.enum(['name', 'lastSeen', 'due']).default('lastSeen'),
  order: z.enum(['ascending', 'descending']).default('ascending'),
};

const review = z.strictObject({
  rows: z.array(row),
  total: z.number().int(),
  nextCursor,
  /** People with access here, and how many of them are absent or due. */
  counts: z.strictObject({ all: z.number().int(), absent: z.number().int(), due: z.number().int() }),
  /** When the first of the reviews is due; null where no person has access here. */
  nextDueAt: instant.nullable(),
  /** How often the access of a person is to be reviewed, in days. */
  everyDays: z.number().int(),
});
export type AccessReview = z.infer<typeof review>;

export const getAccessReview = defineEndpoint({
  id: 'access.review',
  summary: 'People with access in an environment: who has not signed in, and whose review is due; paged.',
  method: 'GET',
  path: base,
  permission: 'accessControlPeople:read',
  params: environmentParams,
  query: z.strictObject({ ...listQuery, cursor: z.string().max(MAX_PEOPLE_CURSOR).optional() }),
  response: review,
});

export const exportAccessReview = defineEndpoint({
  id: 'access.review.export',
  summary: 'The same as a CSV file, a row for each person.',
  method: 'GET',
  path: `${base}/export`,
  permission: 'accessControlPeople:read',
  params: environmentParams,
  query: z.strictObject(listQuery),
  response: z.string(),
  responseType: 'csv',
});

export const reviewAccess = defineEndpoint({
  id: 'access.review.decide',
  summary:
    'Keep the access of people, end the roles that were given to them here and below, or disable them; all or none.',
  method: 'POST',
  path: base,
  permission: 'accessControlPeople:write',
  params: environmentParams,
  body: z
    .strictObject({
      people: z.array(guid).min(1).max(MAX_ASSIGNED_AT_ONCE),
      decision,
      reason: z.string().trim().max(MAX_ASSIGNMENT_REASON).default(''),
    })
    .refine((body) => body.decision === 'Keep' || body.reason !== '', {
      path: ['reason'],
      message: 'Say why access ends.',
    }),
  response: z.strictObject({
    count: z.number().int(),
    /** Roles that ended. */
    ended: z.number().int(),
  }),
  errors: [
    'ACCESS-HOLDER-UNKNOWN',
    'ACCESS-NO-PERSON',
    'ACCESS-PERSON-REFUSED',
    'ACCESS-SELF-REFUSED',
    'ACCESS-STATE-SAME',
    'ACCESS-NOTHING-TO-END',
    'ACCESS-LAST-ADMINISTRATOR',
  ],
});

export const changeReviewPolicy = defineEndpoint({
  id: 'access.review.policy',
  summary: 'Set how often the access of each person of the tenant is to be reviewed.',
  method: 'PATCH',
  path: `${base}/policy`,
  permission: 'adminConfiguration:write',
  params: environmentParams,
  body: z.strictObject({ everyDays: z.number().int().min(1).max(MAX_REVIEW_DAYS) }),
  response: z.strictObject({ everyDays: z.number().int() }),
});
