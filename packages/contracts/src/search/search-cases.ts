import { MAX_BULK_CASES } from '@redoubt/domain';
import { z } from 'zod';
import { assessmentName, environmentParams, guid, instant } from '../common.ts';
import { defineEndpoint } from '../define.ts';

/** An event with its case. */
const eventWithCase = z.strictObject({
  environmentId: guid,
  eventType: z.string(),
  eventId: z.string(),
  eventTime: instant,
  /** Whether it waits for a decision; null where the event has none. */
  case: z.strictObject({ id: guid, queueId: guid, isOpen: z.boolean() }).nullable(),
});
export type EventWithCase = z.infer<typeof eventWithCase>;

export const getEventCases = defineEndpoint({
  id: 'search.cases',
  summary:
    'The cases of some events, newest event first. Events that are not in the environment or below it are left out.',
  method: 'POST',
  path: '/platform/v1/environments/:environmentId/search/cases',
  permission: 'search:read',
  params: environmentParams,
  body: z.strictObject({
    eventType: assessmentName,
    events: z
      .array(z.strictObject({ eventEnvironmentId: guid, eventId: z.string().min(1).max(256) }))
      .min(1)
      .max(MAX_BULK_CASES),
  }),
  response: z.strictObject({ events: z.array(eventWithCase) }),
});
