import {
  ASSESSMENT_KINDS,
  DEFAULT_GRAPH_NODES,
  DRAWN_GRAPH_KINDS,
  GRAPH_KINDS,
  MAX_GRAPH_NODES,
  MAX_GRAPH_STEPS,
  ownPathOf,
  type AssessmentKind,
  type OwnSearchField,
} from '@redoubt/domain';
import { z } from 'zod';
import { decision, definedAssessment, environmentParams, FRAUD_LABELS, guid, instant } from '../common.ts';
import { defineEndpoint } from '../define.ts';

const eventType = z.union([z.enum(ASSESSMENT_KINDS as [AssessmentKind, ...AssessmentKind[]]), definedAssessment]);

const ownField = z
  .string()
  .max(410)
  .refine((field): field is OwnSearchField => ownPathOf(field) !== null);
const followedKind = z.union([z.enum(GRAPH_KINDS), ownField]);
const graphKind = z.union([z.enum(GRAPH_KINDS), z.enum(DRAWN_GRAPH_KINDS), ownField]);

const graphNode = z.strictObject({
  kind: graphKind,
  /** As events have it, without letter case where that tells nothing apart; masked where the caller may not see it. */
  value: z.string(),
  isMasked: z.boolean(),
  /** What the newest of its events calls the person; only of `userId`. */
  name: z.string().nullable(),
  /** Steps from the start. */
  steps: z.number().int(),
  /** Its events were not all read, so that what is behind it may be missing: a value of many events, or the limit was reached. */
  isFollowed: z.boolean(),
  /** What labels say of the value itself: of accounts, payment instruments and e-mail addresses. */
  fraudLabel: z.enum(FRAUD_LABELS),
});
export type GraphNode = z.infer<typeof graphNode>;

const graphEvent = z.strictObject({
  environmentId: guid,
  eventType: z.string(),
  eventId: z.string(),
  eventTime: instant,
  decision,
  fraudLabel: z.enum(FRAUD_LABELS),
  amount: z.number().nullable(),
  currency: z.string().nullable(),
  /** Its case, and whether that waits for a decision; null where it has none. */
  case: z.strictObject({ id: guid, queueId: guid, isOpen: z.boolean() }).nullable(),
  /** Places of its values in `nodes`. */
  nodes: z.array(z.number().int()),
});
export type GraphEvent = z.infer<typeof graphEvent>;

export const searchGraph = defineEndpoint({
  id: 'search.graph',
  summary: 'Values that are connected with a value or an event by shared events, and those events, newest first.',
  method: 'POST',
  path: '/platform/v1/environments/:environmentId/search/graph',
  permission: 'graphExplorer:read',
  params: environmentParams,
  body: z.strictObject({
    seed: z.discriminatedUnion('of', [
      z.strictObject({ of: z.literal('value'), kind: followedKind, value: z.string().trim().min(1).max(256) }),
      z.strictObject({ of: z.literal('event'), eventType, eventId: z.string().min(1).max(100) }),
    ]),
    /** Kinds of values that are drawn; phones, addresses and products are not followed, and products only named here are drawn. */
    kinds: z
      .array(graphKind)
      .min(1)
      .max(40)
      .default([...GRAPH_KINDS, 'phone', 'address']),
    from: instant,
    to: instant,
    includeChildren: z.boolean().default(true),
    steps: z.number().int().min(1).max(MAX_GRAPH_STEPS).default(2),
    limit: z.number().int().min(10).max(MAX_GRAPH_NODES).default(DEFAULT_GRAPH_NODES),
  }),
  response: z.strictObject({
    nodes: z.array(graphNode),
    events: z.array(graphEvent),
    /** Places in `nodes` of what was asked for; empty where no event has it. */
    seeds: z.array(z.number().int()),
    /** Whether the limit of nodes or events left some out. */
    isCut: z.boolean(),
    asOf: instant,
  }),
  errors: [
    'SRCH-OFF',
    'ENV-UNKNOWN',
    'SRCH-RANGE-TOO-LONG',
    'SRCH-QUERY-INVALID',
    'SRCH-FIELD-UNKNOWN',
    'SRCH-TIMEOUT',
  ],
});
