import {
  MAX_TRACE_DESCRIPTION,
  MAX_TRACE_SUBSCRIPTIONS,
  MAX_TRACE_TEXT,
  TRACE_EVENT_NAMES,
  TRACE_SOURCES,
  TRACE_TARGET_KINDS,
} from '@redoubt/domain';
import { z } from 'zod';
import { authorship, environmentParams, guid, instant, json, versionTag } from '../common.ts';
import { RESIDENCY_ERRORS } from '../data-residency/data-residency.ts';
import { defineEndpoint } from '../define.ts';

const base = '/platform/v1/environments/:environmentId/event-tracing';
const params = environmentParams.extend({ subscriptionId: guid });
const count = z.number().int().min(0);
const names = z.string().max(60);

const settings = z.record(names, z.union([z.string(), z.number(), z.boolean()]));
/** By name; the stored ones are kept where they are left out and the destination stays the same. */
const secrets = z.record(names, z.string().max(4000));

/** What a subscription is; its settings are checked by the fields of the kind of destination. */
export const traceText = z.strictObject({
  name: z.string().trim().max(100),
  description: z.string().trim().max(MAX_TRACE_DESCRIPTION),
  events: z
    .array(z.enum(TRACE_EVENT_NAMES))
    .min(1)
    .refine((all) => new Set(all).size === all.length, 'names an event twice'),
  kind: z.enum(TRACE_TARGET_KINDS),
  settings,
  secrets,
  /** Condition of the rule language over the envelope; empty: every event. */
  filter: z.string().max(MAX_TRACE_TEXT),
  /** Clause of the rule language whose outputs are sent in place of the content; empty: all of it. */
  projection: z.string().max(MAX_TRACE_TEXT),
  /** Whether personal values are masked. */
  masked: z.boolean(),
});
export type TraceText = z.infer<typeof traceText>;

const subscription = traceText.omit({ secrets: true }).extend({
  id: guid,
  /** Names of the secrets that are kept. */
  secretNames: z.array(z.string()),
  /** `stopped`: after a failure that no further attempt changes. `failing`: it is tried again. */
  state: z.enum(['active', 'failing', 'stopped', 'inactive']),
  /** Averages of the last 24 hours. */
  sentPerHour: z.number(),
  failedPerHour: z.number(),
  /** How long the oldest event that is not sent yet waits, in milliseconds; 0 where none does. */
  lagMs: count,
  /** Why the last attempt came to nothing; null where it did not. */
  problem: z.strictObject({ code: z.string(), message: z.string(), at: instant }).nullable(),
  deadLetters: count,
  created: authorship,
  changed: authorship,
  version: versionTag,
});
export type TraceSubscription = z.infer<typeof subscription>;

const subscriptions = z.strictObject({
  subscriptions: z.array(subscription).max(MAX_TRACE_SUBSCRIPTIONS),
  limit: count,
  canWrite: z.boolean(),
  /** Whether the operator set a directory for files. */
  hasDirectory: z.boolean(),
});
export type TraceSubscriptions = z.infer<typeof subscriptions>;

export const getTraceSubscriptions = defineEndpoint({
  id: 'eventTracing.list',
  summary:
    'Subscriptions to events of an environment, with how many they send, how far they are behind and what fails.',
  method: 'GET',
  path: base,
  permission: 'eventTracing:read',
  params: environmentParams,
  response: subscriptions,
});

const samples = z.strictObject({
  samples: z.array(z.strictObject({ event: z.enum(TRACE_EVENT_NAMES), sample: json })),
});
export type TraceSamples = z.infer<typeof samples>;

export const getTraceSamples = defineEndpoint({
  id: 'eventTracing.samples',
  summary: 'A sample of every event that a subscription can choose, with made-up values.',
  method: 'GET',
  path: `${base}/samples`,
  permission: 'eventTracing:read',
  params: environmentParams,
  response: samples,
});

const WRITE_ERRORS = [
  'TRACE-NAME-INVALID',
  'TRACE-NAME-TAKEN',
  ...RESIDENCY_ERRORS,
  'TRACE-TARGET',
  'TRACE-FOLDER-TAKEN',
  'TRACE-TEXT',
] as const;

export const createTraceSubscription = defineEndpoint({
  id: 'eventTracing.create',
  summary: 'Send events of the environment and those below it to another system from now on.',
  method: 'POST',
  path: base,
  permission: 'eventTracing:write',
  params: environmentParams,
  body: traceText,
  response: subscription,
  errors: [...WRITE_ERRORS, 'TRACES-FULL'],
});

export const changeTraceSubscription = defineEndpoint({
  id: 'eventTracing.change',
  summary: 'Change a subscription; it goes on where it stands, and one that was stopped is tried again.',
  method: 'PUT',
  path: `${base}/:subscriptionId`,
  permission: 'eventTracing:write',
  params,
  body: traceText.extend({ version: versionTag }),
  response: subscription,
  errors: [...WRITE_ERRORS, 'TRACE-UNKNOWN', 'TRACE-STALE'],
});

export const setTraceSubscriptionState = defineEndpoint({
  id: 'eventTracing.setState',
  summary: 'Stop sending, or go on where sending ended.',
  method: 'PUT',
  path: `${base}/:subscriptionId/state`,
  permission: 'eventTracing:write',
  params,
  body: z.strictObject({ isActive: z.boolean(), version: versionTag }),
  response: subscription,
  errors: [...RESIDENCY_ERRORS, 'TRACE-UNKNOWN', 'TRACE-STALE'],
});

export const deleteTraceSubscription = defineEndpoint({
  id: 'eventTracing.delete',
  summary: 'Delete a subscription with its counts and dead letters.',
  method: 'DELETE',
  path: `${base}/:subscriptionId`,
  permission: 'eventTracing:write',
  params,
  query: z.strictObject({ version: versionTag }),
  response: z.undefined(),
  responseType: 'empty',
  errors: ['TRACE-UNKNOWN', 'TRACE-STALE'],
});

const outcome = z.strictObject({
  /** What is at the other side, by name. */
  found: z.record(z.string(), z.string()),
  /** Why it cannot be sent to; null where it can. */
  problem: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
});
export type TraceOutcome = z.infer<typeof outcome>;

export const checkTraceTarget = defineEndpoint({
  id: 'eventTracing.check',
  summary: 'Connect to a destination with settings that need not be saved, and say what is there.',
  method: 'POST',
  path: `${base}/check`,
  permission: 'eventTracing:write',
  params: environmentParams,
  body: traceText.pick({ kind: true, settings: true, secrets: true }).extend({
    /** Subscription whose secrets are used where none are given and the destination stays the same. */
    subscriptionId: guid.nullable(),
  }),
  response: outcome,
  errors: ['TRACE-TARGET', 'TRACE-UNKNOWN'],
});

export const sendTraceTest = defineEndpoint({
  id: 'eventTracing.test',
  summary: 'Send a sample of each event of a subscription that says that it is a test.',
  method: 'POST',
  path: `${base}/:subscriptionId/test`,
  permission: 'eventTracing:write',
  params,
  response: outcome,
  errors: [...RESIDENCY_ERRORS, 'TRACE-UNKNOWN'],
});

export const renewTraceSecret = defineEndpoint({
  id: 'eventTracing.secret',
  summary: 'A new secret that messages to a webhook are signed with; it is shown this once.',
  method: 'POST',
  path: `${base}/:subscriptionId/secret`,
  permission: 'eventTracing:write',
  params,
  response: z.strictObject({ secret: z.string() }),
  errors: ['TRACE-UNKNOWN', 'TRACE-NO-SECRET'],
});

export const replayTraces = defineEndpoint({
  id: 'eventTracing.replay',
  summary: 'Send what happened from a moment on again.',
  method: 'POST',
  path: `${base}/:subscriptionId/replay`,
  permission: 'eventTracing:write',
  params,
  body: z.strictObject({ from: instant, version: versionTag }),
  response: subscription,
  errors: ['TRACE-UNKNOWN', 'TRACE-STALE'],
});

const deadLetters = z.strictObject({
  deadLetters: z
    .array(
      z.strictObject({
        source: z.enum(TRACE_SOURCES),
        position: count,
        name: z.string(),
        problem: z.string(),
        tries: count,
        at: instant,
        /** Whether it waits to be sent again. */
        isReplayed: z.boolean(),
      }),
    )
    .max(200),
});
export type TraceDeadLetters = z.infer<typeof deadLetters>;

export const getTraceDeadLetters = defineEndpoint({
  id: 'eventTracing.deadLetters',
  summary: 'The newest messages that a destination refused, by their place; at most 200.',
  method: 'GET',
  path: `${base}/:subscriptionId/dead-letters`,
  permission: 'eventTracing:read',
  params,
  response: deadLetters,
  errors: ['TRACE-UNKNOWN'],
});

/** Number of a span, from 0; null where nothing was sent. */
const span = count.nullable();
const lags = z.strictObject({
  /** Events of the last 24 hours by how long they took, from when they happened until the destination accepted them. */
  spans: z
    .array(
      z.strictObject({
        /** Longest time of the span in milliseconds; null of the last one, which has no end. */
        endMs: z.number().int().positive().nullable(),
        events: count,
      }),
    )
    .max(20),
  /** The span within which half of the events, nine tenths, and 99 of 100 had arrived. */
  p50: span,
  p90: span,
  p99: span,
});
export type TraceLags = z.infer<typeof lags>;

export const getTraceLags = defineEndpoint({
  id: 'eventTracing.lags',
  summary: 'How long events of a subscription took to their destination in the last 24 hours.',
  method: 'GET',
  path: `${base}/:subscriptionId/lags`,
  permission: 'eventTracing:read',
  params,
  response: lags,
  errors: ['TRACE-UNKNOWN'],
});

export const replayTraceDeadLetters = defineEndpoint({
  id: 'eventTracing.replayDeadLetters',
  summary: 'Send all messages that a destination refused again.',
  method: 'POST',
  path: `${base}/:subscriptionId/dead-letters/replay`,
  permission: 'eventTracing:write',
  params,
  response: subscription,
  errors: ['TRACE-UNKNOWN'],
});

export const dropTraceDeadLetters = defineEndpoint({
  id: 'eventTracing.dropDeadLetters',
  summary: 'Forget all messages that a destination refused.',
  method: 'DELETE',
  path: `${base}/:subscriptionId/dead-letters`,
  permission: 'eventTracing:write',
  params,
  response: subscription,
  errors: ['TRACE-UNKNOWN'],
});
