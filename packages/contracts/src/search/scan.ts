import { z } from 'zod';
import { backtestFindings } from '../backtests/backtests.ts';
import { assessmentName, environmentParams, instant, nextCursor } from '../common.ts';
import { defineEndpoint } from '../define.ts';
import { query, searchRow } from './search.ts';

/** Longest condition, in characters. */
export const MAX_SEARCH_CONDITION = 4000;

export const scanEvents = defineEndpoint({
  id: 'search.scan',
  summary:
    'Stored events for which an FQL condition holds, newest first. One call looks for a moment; its cursor goes on from there.',
  method: 'POST',
  path: '/platform/v1/environments/:environmentId/search/scan',
  permission: 'search:read',
  params: environmentParams,
  body: query.extend({
    eventType: assessmentName.default('purchase'),
    /** An expression, or the text of a condition as rules have it. */
    condition: z.string().trim().min(1).max(MAX_SEARCH_CONDITION),
    cursor: z.string().max(400).nullable().default(null),
    /** Rows that a call brings at most; it may bring none and still go on. */
    limit: z.number().int().min(1).max(500).default(100),
  }),
  response: z.strictObject({
    rows: z.array(searchRow),
    nextCursor,
    /** Events of this call that the condition was asked of. */
    asked: z.number().int(),
    /** Share of what is to be looked at that all calls so far have looked at, 0–1. */
    share: z.number(),
    /** Whether an index led to the events. */
    isByIndex: z.boolean(),
    ...backtestFindings,
    asOf: instant,
  }),
  errors: [
    'SRCH-OFF',
    'SRCH-RANGE-TOO-LONG',
    'SRCH-QUERY-INVALID',
    'SRCH-CONDITION-INVALID',
    'SRCH-CONDITION-MASKED',
    'SRCH-FIELD-UNKNOWN',
    'SRCH-FIELD-MASKED',
    'SRCH-TIMEOUT',
    'BACKTEST-TOO-LARGE',
    'REQ-OVERLOADED',
  ],
});
