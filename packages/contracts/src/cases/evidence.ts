import { CASE_STATES, ownPathOf, type OwnSearchField } from '@redoubt/domain';
import { z } from 'zod';
import { decision, guid, instant } from '../common.ts';
import { defineEndpoint } from '../define.ts';
import { eventParams } from '../events/events.ts';

const base = '/platform/v1/environments/:environmentId/events/:eventType/:eventEnvironmentId/:eventId';
const EVENT = ['EVENT-UNKNOWN', 'EVENT-ERASED', 'ENV-UNKNOWN'] as const;

/** What happened to an event. Members that an entry does not have are null. */
const timelineEntry = z.strictObject({
  at: instant,
  kind: z.enum(['received', 'case', 'note', 'attachment', 'list', 'later']),
  /** Of cases the action, of support lists the status, of later events their kind; else what was done. */
  what: z.string(),
  by: z.string().nullable(),
  /** What it was done to, or what was decided: a file, a value of a list, the decision of a case; of a case that was cancelled one of CANCEL_CAUSES. */
  subject: z.string().nullable(),
  detail: z.string().nullable(),
});
export type TimelineEntry = z.infer<typeof timelineEntry>;

export const getEventTimeline = defineEndpoint({
  id: 'events.timeline',
  summary:
    'All that happened to an event: its case, notes, files, statuses of its values and later events, newest first.',
  method: 'GET',
  path: `${base}/timeline`,
  permission: 'notes:read',
  params: eventParams,
  response: z.strictObject({
    /** The newest 500. */
    entries: z.array(timelineEntry).max(500),
  }),
  errors: EVENT,
});

/** Attributes by which events of the same people are found. */
export const LINKING_ATTRIBUTES = [
  'email',
  'userId',
  'userName',
  'ipAddress',
  'deviceId',
  'paymentInstrumentId',
  'cardNumberStart',
] as const;

/** An attribute that the customer made searchable, as filters of search name it; its texts link events too. */
const ownAttribute = z
  .string()
  .max(410)
  .refine((name): name is OwnSearchField => ownPathOf(name) !== null);

const linkingAttribute = z.union([z.enum(LINKING_ATTRIBUTES), ownAttribute]);
export type LinkingAttribute = z.infer<typeof linkingAttribute>;

/** A value of the event that others may have too. */
const linkingValue = z.strictObject({
  attribute: linkingAttribute,
  values: z.array(z.string()),
});
export type LinkingValue = z.infer<typeof linkingValue>;

const linkedEvent = z.strictObject({
  environmentId: guid,
  environmentName: z.string(),
  eventType: z.string(),
  eventId: z.string(),
  eventTime: instant,
  decision,
  reason: z.string().nullable(),
  amount: z.number().nullable(),
  currency: z.string().nullable(),
  riskScore: z.number().int().nullable(),
  userId: z.string().nullable(),
  userName: z.string().nullable(),
  email: z.string().nullable(),
  fraudLabel: z.string(),
  status: z.string().nullable(),
  /** By which of the chosen attributes it was found. */
  by: z.array(linkingAttribute).min(1),
  /** Its case; null where it has none. */
  case: z
    .strictObject({ id: guid, queueId: guid, state: z.enum(CASE_STATES), decision: z.string().nullable() })
    .nullable(),
});
export type LinkedEvent = z.infer<typeof linkedEvent>;

export const getLinkedEvents = defineEndpoint({
  id: 'events.links',
  summary: 'Events that share values with one: by the attributes that are chosen, any or all of them, newest first.',
  method: 'GET',
  path: `${base}/links`,
  permission: 'search:read',
  params: eventParams,
  query: z.strictObject({
    /** Names with commas between them. */
    attributes: z
      .string()
      .max(2000)
      .default('email,userId,deviceId,paymentInstrumentId')
      .transform((list) => list.split(',').filter((name) => name !== ''))
      .pipe(z.array(linkingAttribute).min(1)),
    match: z.enum(['any', 'all']).default('any'),
    /** Of events at most so long before and after this one. */
    days: z.coerce.number().int().min(1).max(395).default(30),
    /** Cases that wait for a decision, or events whose decision stands. */
    list: z.enum(['cases', 'decided', 'all']).default('all'),
    limit: z.coerce.number().int().min(1).max(500).default(100),
  }),
  response: z.strictObject({
    /** Every attribute of the event that others can share. */
    values: z.array(linkingValue),
    /** Times of events that were looked through; the second is the first that was not. */
    from: instant,
    to: instant,
    events: z.array(linkedEvent),
    /** Whether there are more than were asked for. */
    hasMore: z.boolean(),
  }),
  errors: [...EVENT, 'SRCH-OFF'],
});

/** What is known of some events that share values with one. */
const linkCounts = z.strictObject({
  events: z.number().int(),
  /** Whose case waits for a decision, in queues that the caller sees. */
  waiting: z.number().int(),
  /** Without an open case, and labelled no fraud or approved. */
  good: z.number().int(),
  /** Without an open case, and labelled fraud or rejected. */
  bad: z.number().int(),
  /** Sums by currency, that of most events first. */
  amounts: z.array(z.strictObject({ currency: z.string().nullable(), amount: z.number() })),
});
export type LinkCounts = z.infer<typeof linkCounts>;

export const getLinkSummary = defineEndpoint({
  id: 'events.linkSummary',
  summary: 'How many events share values with one, by attribute: those that wait, turned out good or bad, and amounts.',
  method: 'GET',
  path: `${base}/links/summary`,
  permission: 'search:read',
  params: eventParams,
  query: z.strictObject({
    /** Of events at most so long before and after this one. */
    days: z.coerce.number().int().min(1).max(395).default(30),
  }),
  response: z.strictObject({
    /** Events that share any of the values, each counted once; names and beginnings of cards, which strangers share, do not count. */
    all: linkCounts,
    /** Every attribute that the event has. */
    attributes: z.array(linkCounts.extend({ attribute: linkingAttribute, values: z.array(z.string()) })),
  }),
  errors: [...EVENT, 'SRCH-OFF'],
});

export const EVENT_PLACE_KINDS = ['shipping', 'billing', 'ip', 'previous'] as const;

/** A place of an event: a point, or no more than a country. */
const eventPlace = z.strictObject({
  /** `previous` is where the event before it of the same user came from. */
  kind: z.enum(EVENT_PLACE_KINDS),
  /** ISO 3166 code in capitals; empty where it is not known. */
  country: z.string(),
  /** City and region as far as they are known. */
  name: z.string(),
  /** Code or name of the first-level division, as the address gives it; empty where it gives none. */
  region: z.string(),
  point: z.strictObject({ latitude: z.number(), longitude: z.number() }).nullable(),
  /** When the event came from there; null for addresses. */
  at: instant.nullable(),
});
export type EventPlace = z.infer<typeof eventPlace>;

export const getEventPlaces = defineEndpoint({
  id: 'events.places',
  summary:
    'Where an event ships to, is billed, and came from, and where the event before it of the same user came from.',
  method: 'GET',
  path: `${base}/places`,
  permission: 'search:read',
  params: eventParams,
  response: z.strictObject({
    places: z.array(eventPlace).max(4),
    /** Editions of the data about addresses. */
    data: z.array(z.string()),
  }),
  errors: EVENT,
});
