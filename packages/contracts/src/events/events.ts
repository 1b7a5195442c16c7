import {
  EVENT_KINDS,
  isAssessmentKind,
  isDefinedKind,
  MAX_REVEAL_FIELDS,
  MAX_REVEAL_REASON,
  SUPPORT_STATUSES,
  type DefinedRelatedKind,
  VELOCITY_WINDOW_MODES,
  type EventKind,
  type RelatedKind,
} from '@redoubt/domain';
import { z } from 'zod';
import { assessmentName, decision, environmentParams, FRAUD_LABELS, guid, instant, json } from '../common.ts';
import { defineEndpoint } from '../define.ts';
import { supportEntity } from '../support-lists/support-lists.ts';

const RELATED_KINDS = (Object.keys(EVENT_KINDS) as EventKind[]).filter((kind) => !isAssessmentKind(kind)) as [
  RelatedKind,
  ...RelatedKind[],
];

export const eventParams = environmentParams.extend({
  eventType: z.string().max(60),
  eventEnvironmentId: guid,
  eventId: z.string().min(1).max(256),
});

const read = z.strictObject({ path: z.string(), value: json, missing: z.boolean() });

export const eventTraceStep = z.strictObject({
  /** `condition`, or the name of the clause. */
  name: z.string(),
  kind: z.enum(['condition', 'clause']),
  /** The text that ran. */
  code: z.string(),
  outcome: z.enum(['true', 'false', 'fired', 'notReached', 'error']),
  decision: decision.nullable(),
  reads: z.array(read),
  error: z.string().nullable(),
});
export type EventTraceStep = z.infer<typeof eventTraceStep>;

/** One rule on the way of the event, in the order they ran. */
export const eventTraceRule = z.strictObject({
  environmentId: guid,
  environmentName: z.string(),
  ruleId: guid,
  ruleName: z.string(),
  ruleVersion: z.number().int(),
  order: z.number().int(),
  outcome: z.enum(['decided', 'observed', 'noClauseHit', 'conditionFalse', 'notReached', 'error']),
  steps: z.array(eventTraceStep),
});
export type EventTraceRule = z.infer<typeof eventTraceRule>;

/** How the case that an event became came to its queue. */
const eventRouting = z.strictObject({
  queue: z.string(),
  /** The routing rule that chose the queue; null where none did, which means General. */
  rule: z.strictObject({ id: guid, name: z.string(), version: z.number().int() }).nullable(),
  clause: z.string().nullable(),
  /** The queue that the rule named and that was gone by then, so that the case went to General; null else. */
  missing: z.string().nullable(),
  /** Routing rules of its environment, in the order they ran. */
  trace: z.array(eventTraceRule),
});
export type EventRouting = z.infer<typeof eventRouting>;

/** A call that a rule made, with what it went on with. */
const calledOut = z.strictObject({
  name: z.string(),
  environmentName: z.string(),
  arguments: z.array(json),
  /** 0 where no answer came. */
  httpStatusCode: z.number().int(),
  /** Why the rule went on with the default; empty where the call succeeded. */
  error: z.string(),
  latencyMs: z.number(),
  response: json,
  /** What a repeat is recognised by; null for calls that only ask. */
  idempotencyKey: z.string().nullable(),
});
export type CalledOut = z.infer<typeof calledOut>;

/** What became of a post-decision action, in the order they ran. */
export const eventAction = z.strictObject({
  environmentId: guid,
  environmentName: z.string(),
  actionId: guid,
  actionName: z.string(),
  actionVersion: z.number().int(),
  order: z.number().int(),
  /** `late`: it went on after the answer, and what it did then is not on record. */
  outcome: z.enum(['ran', 'nothing', 'conditionFalse', 'error', 'late']),
  steps: z.array(eventTraceStep),
  /** What it added to `customProperties` of the answer. */
  response: z.record(z.string(), json),
  /** Global variables it set. */
  variables: z.record(z.string(), json),
  calls: z.array(calledOut),
});
export type EventAction = z.infer<typeof eventAction>;

/** A later event about the same assessment: status, bank event, chargeback, refund or label, merged as it stands now. */
export const relatedEvent = z.strictObject({
  /** A built-in kind, or that of an observation or label of a defined assessment. */
  kind: z.union([z.enum(RELATED_KINDS), z.string().refine((kind): kind is DefinedRelatedKind => isDefinedKind(kind))]),
  /** Name of a defined observation; null for what came with the product. */
  name: z.string().nullable(),
  id: z.string(),
  receivedAt: instant,
  eventTime: instant,
  summary: z.string(),
  body: json,
});
export type RelatedEvent = z.infer<typeof relatedEvent>;

/** A velocity that the rules read, with the value they read; what it holds now may differ. */
const eventVelocity = z.strictObject({
  environmentId: guid,
  environmentName: z.string(),
  name: z.string(),
  /** As the rule wrote it, such as `7d`. */
  window: z.string(),
  windowMode: z.enum(VELOCITY_WINDOW_MODES),
  includesCurrent: z.boolean(),
  key: z.string(),
  /** Null where it could not be read, which the rules took for 0. */
  value: z.number().nullable(),
  /** Events that may have been counted on the wrong side of an edge of the window; 0 where the value was exact. */
  uncertainEvents: z.number().int(),
  isEstimate: z.boolean(),
  /** Its history was not counted yet, so that the value was too small. */
  warming: z.boolean(),
});
export type EventVelocity = z.infer<typeof eventVelocity>;

/** A fact that the rules asked for, with the answer they got. */
const lookedUp = z.strictObject({
  kind: z.enum(['geo', 'bin', 'device', 'speed', 'graph', 'risk', 'bot']),
  /** Of the graph the question as the language writes it, without its fallback. Empty for the risk model, which is asked about the event itself. */
  asked: z.string(),
  /** Null where nothing is known; a model that is not there scored 0. */
  found: json.nullable(),
  /** Edition of the data; null where it is not from data. */
  version: z.string().nullable(),
});
export type LookedUp = z.infer<typeof lookedUp>;

export const eventDetail = z.strictObject({
  environmentId: guid,
  environmentName: z.string(),
  environmentPath: z.array(z.string()),
  eventType: z.string(),
  /** Whose rules decided it; null for an event without rules of its own. */
  assessment: assessmentName.nullable(),
  /** Name of a defined assessment; null for what came with the product. */
  assessmentName: z.string().nullable(),
  eventId: z.string(),
  correlationId: z.string(),
  eventTime: instant,
  receivedAt: instant,
  historical: z.boolean(),
  position: z.number().int(),
  decision,
  reason: z.string().nullable(),
  supportMessage: z.string().nullable(),
  challengeType: z.string().nullable(),
  rule: z.strictObject({ id: guid, name: z.string(), version: z.number().int(), environmentId: guid }).nullable(),
  clause: z.string().nullable(),
  /** What the control share said of a purchase that a rule stops; null where it could not pass. */
  control: z
    .strictObject({
      /** Probability with which it passed, above 0 and up to 1. */
      probability: z.number(),
      /** What rules decided of one that passed; null where it was stopped. */
      stopped: z
        .strictObject({
          decision,
          reason: z.string().nullable(),
          rule: z
            .strictObject({ id: guid, name: z.string(), version: z.number().int(), environmentId: guid })
            .nullable(),
          clause: z.string().nullable(),
        })
        .nullable(),
    })
    .nullable(),
  outputs: z.record(z.string(), z.record(z.string(), json)),
  riskScore: z.number().int().nullable(),
  /** Time the engine took, in microseconds; null for events whose result does not keep it. */
  engineUs: z.number().nullable(),
  fraudLabel: z.enum(FRAUD_LABELS),
  status: z.string().nullable(),
  trace: z.array(eventTraceRule),
  /** Null where it became no case. */
  routing: eventRouting.nullable(),
  /** Whether there is a case about it, and where there is none, whether it can be sent to review. */
  case: z.enum(['there', 'possible', 'none']),
  velocities: z.array(eventVelocity),
  /** What the rules looked up about addresses, cards, devices and scores. */
  lookedUp: z.array(lookedUp),
  /** In the order in which the calls were made. */
  calls: z.array(calledOut),
  /** What ran after the decision. */
  actions: z.array(eventAction),
  related: z.array(relatedEvent),
  request: json,
  response: json,
  planId: z.string(),
  /** Personal fields of the request that stand masked, as rules write them; null where the caller sees what was sent. */
  masked: z
    .strictObject({
      fields: z.array(z.string()),
      canReveal: z.boolean(),
      /** What support lists say now of the values of the request, which stand as their masks; empty for callers who may not know. */
      statuses: z.array(
        z.strictObject({ entity: supportEntity, value: z.string(), status: z.enum(SUPPORT_STATUSES).nullable() }),
      ),
    })
    .nullable(),
});
export type EventDetail = z.infer<typeof eventDetail>;

export const getEvent = defineEndpoint({
  id: 'events.get',
  summary: 'Everything about one event: request, answer, the path through the rules, and what came later.',
  method: 'GET',
  path: '/platform/v1/environments/:environmentId/events/:eventType/:eventEnvironmentId/:eventId',
  permission: 'search:read',
  params: eventParams,
  response: eventDetail,
  errors: ['EVENT-UNKNOWN', 'EVENT-ERASED', 'ENV-UNKNOWN'],
});

const explanation = z.strictObject({
  /** Rules that ran; empty where the record does not give the recorded decision any more. */
  rules: z.array(
    z.strictObject({
      environmentId: guid,
      ruleId: guid,
      parts: z.array(
        z.strictObject({
          kind: z.enum(['condition', 'clause']),
          name: z.string(),
          /** Every expression that was worked out, by its place in the text; what was not needed is absent. */
          values: z.array(z.strictObject({ from: z.number().int(), to: z.number().int(), value: json })),
        }),
      ),
    }),
  ),
});
export type EventExplanation = z.infer<typeof explanation>;

export const explainEvent = defineEndpoint({
  id: 'events.explanation',
  summary: 'What every expression of the rules that ran came to for an event.',
  method: 'GET',
  path: '/platform/v1/environments/:environmentId/events/:eventType/:eventEnvironmentId/:eventId/explanation',
  permission: 'search:read',
  params: eventParams,
  response: explanation,
  errors: ['EVENT-UNKNOWN', 'EVENT-ERASED', 'ENV-UNKNOWN', 'RULE-EVALUATION-TIMEOUT', 'REQ-OVERLOADED'],
});

/** Why a personal value is looked at; `other` is said in words. */
export const REVEAL_REASONS = ['callCustomer', 'compareDocument', 'answerCustomer', 'checkFraudRing', 'other'] as const;
export type RevealReason = (typeof REVEAL_REASONS)[number];

export const revealPersonal = defineEndpoint({
  id: 'events.reveal',
  summary: 'Values of masked personal fields of an event, for a reason; the activity log keeps who, which and why.',
  method: 'POST',
  path: '/platform/v1/environments/:environmentId/events/:eventType/:eventEnvironmentId/:eventId/reveals',
  permission: 'personalDataReveal:write',
  params: eventParams,
  body: z
    .strictObject({
      fields: z.array(z.string().min(1).max(400)).min(1).max(MAX_REVEAL_FIELDS),
      reason: z.enum(REVEAL_REASONS),
      comment: z.string().trim().max(MAX_REVEAL_REASON).default(''),
    })
    .refine(({ reason, comment }) => reason !== 'other' || comment !== '', {
      path: ['comment'],
      message: 'says why where the reason is other',
    }),
  response: z.strictObject({
    values: z.array(
      z.strictObject({
        path: z.string(),
        /** Where it stands in the request: names, and numbers of elements of lists. */
        steps: z.array(z.union([z.string(), z.number().int()])),
        value: z.union([z.string(), z.number(), z.boolean()]),
      }),
    ),
  }),
  errors: ['EVENT-UNKNOWN', 'EVENT-ERASED', 'ENV-UNKNOWN', 'PERSONAL-FIELD-UNKNOWN', 'PERSONAL-REVEAL-LIMIT'],
});

const factKind = z.enum(['geo', 'bin']);

export const eventReplay = z.strictObject({
  /** Null where decision, outputs, trace and answer came out the same. */
  difference: z
    .strictObject({
      /** Where in the result, as in `outputs.High amount.score`. */
      path: z.string(),
      /** Canonical JSON; null where there is nothing. */
      recorded: z.string().nullable(),
      recomputed: z.string().nullable(),
    })
    .nullable(),
  /** Version of the rule language that decided the event, and the one that decided it again. */
  language: z.strictObject({ recorded: z.number().int(), current: z.number().int() }),
  /** Data whose edition is another one now; facts were taken as recorded. */
  data: z.array(z.strictObject({ kind: factKind, recorded: z.string(), current: z.string() })),
});
export type EventReplay = z.infer<typeof eventReplay>;

export const replayEvent = defineEndpoint({
  id: 'events.replay',
  summary: 'Decides an event again from what was recorded and names the first difference, if there is one.',
  method: 'GET',
  path: '/platform/v1/environments/:environmentId/events/:eventType/:eventEnvironmentId/:eventId/replay',
  permission: 'search:read',
  params: eventParams,
  response: eventReplay,
  errors: ['EVENT-UNKNOWN', 'EVENT-ERASED', 'ENV-UNKNOWN', 'RULE-EVALUATION-TIMEOUT', 'REQ-OVERLOADED'],
});
