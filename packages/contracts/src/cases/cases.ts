import {
  CANCEL_CAUSES,
  CASE_ASSIGNMENTS,
  CASE_LISTS,
  CASE_ORDERINGS,
  ENTRY_SOURCES,
  MAX_BULK_CASES,
  MAX_CASE_DUE_HOURS,
  MAX_CASE_REASON,
  type CaseAction,
} from '@redoubt/domain';
import { z } from 'zod';
import { environmentParams, guid, instant, nextCursor } from '../common.ts';
import { defineEndpoint } from '../define.ts';
import { ENDED, NOT_DECIDED, NOT_TAKEN } from './case-errors.ts';
import {
  caseBlock,
  caseConsequence,
  caseDecisionOption,
  caseQueueFacts,
  caseReasonBody,
  caseRights,
  caseSummary,
  decisionBody,
  listedCase,
  lostLease,
} from './case-schemas.ts';

const base = '/platform/v1/environments/:environmentId';
const queueParams = environmentParams.extend({ queueId: guid });
const caseParams = environmentParams.extend({ caseId: guid });

const caseIds = z.array(guid).min(1).max(MAX_BULK_CASES);

export const getQueueCases = defineEndpoint({
  id: 'cases.list',
  summary: 'Cases of a queue in its order: those that wait, are in review, on hold, escalated or ended.',
  method: 'GET',
  path: `${base}/queues/:queueId/cases`,
  permission: 'caseReview:read',
  params: queueParams,
  query: z.strictObject({
    list: z.enum(CASE_LISTS).default('pending'),
    /** Of ended cases only those since then. */
    since: instant.optional(),
    /** Another order than that of the queue, for this reader alone; cases that ended come newest first all the same. */
    order: z.enum(CASE_ORDERINGS).optional(),
    /** The direction of the queue without it. */
    direction: z.enum(['asc', 'desc']).optional(),
    /** Only those that time out within so many hours. */
    dueHours: z.coerce.number().int().min(1).max(MAX_CASE_DUE_HOURS).optional(),
    /** Only those that wait for the caller alone, or for any agent. */
    assignee: z.enum(CASE_ASSIGNMENTS).optional(),
    /** Only those that a rule of this name sent to review. */
    rule: z.string().min(1).max(300).optional(),
    /** Belongs to the order that it was given for. */
    cursor: z.string().max(400).optional(),
    limit: z.coerce.number().int().min(1).max(500).default(100),
  }),
  response: caseRights.extend({
    queue: caseQueueFacts,
    /** Decisions of each assessment that has cases on the page, as buttons show them. */
    decisions: z.array(z.strictObject({ assessment: z.string(), options: z.array(caseDecisionOption) })),
    cases: z.array(listedCase),
    /** Cases of the list, counted up to 10,000. */
    total: z.number().int(),
    nextCursor,
    asOf: instant,
  }),
  errors: ['QUEUE-UNKNOWN'],
});

export const getCase = defineEndpoint({
  id: 'cases.get',
  summary: 'The case of an event, with its queue, the decisions to choose from, and what its decision sent.',
  method: 'GET',
  path: `${base}/cases/of/:eventType/:eventId`,
  permission: 'caseReview:read',
  params: environmentParams.extend({ eventType: z.string().max(60), eventId: z.string().min(1).max(256) }),
  response: caseRights.extend({
    case: caseSummary,
    queue: caseQueueFacts,
    decisions: z.array(caseDecisionOption),
    consequences: z.array(caseConsequence),
    /** Null where the caller did not have it in review, has it still, or let go of it. */
    lost: lostLease.nullable(),
    asOf: instant,
  }),
  errors: ['CASE-UNKNOWN'],
});

/** What is left of a case for those who change it: what it became. */
const changedCase = z.strictObject({ case: caseSummary, asOf: instant });

export const startReview = defineEndpoint({
  id: 'cases.start',
  summary: 'Take a case of a queue: the next in its order, or a given one where the queue leaves the choice.',
  method: 'POST',
  path: `${base}/queues/:queueId/next`,
  permission: 'caseReview:write',
  params: queueParams,
  body: z.strictObject({
    /** Null takes the next. */
    caseId: guid.nullable().default(null),
    /** Gives back what the caller has in review; without it the call is refused where that is another case. */
    giveBack: z.boolean().default(false),
  }),
  response: z.strictObject({
    /** Null where no case waits. */
    case: caseSummary.nullable(),
    asOf: instant,
  }),
  errors: NOT_TAKEN,
});

export const extendLease = defineEndpoint({
  id: 'cases.extend',
  summary: 'Keep a case in review for another half hour from now.',
  method: 'POST',
  path: `${base}/cases/:caseId/lease/extension`,
  permission: 'caseReview:write',
  params: caseParams,
  response: changedCase,
  errors: ['CASE-UNKNOWN', 'CASE-NOT-LEASED', ...ENDED],
});

export const sendBackCase = defineEndpoint({
  id: 'cases.sendBack',
  summary: 'Give a case in review back to its queue.',
  method: 'POST',
  path: `${base}/cases/:caseId/sendback`,
  permission: 'caseReview:write',
  params: caseParams,
  response: changedCase,
  errors: ['CASE-UNKNOWN', 'CASE-NOT-LEASED', ...ENDED],
});

export const releaseCase = defineEndpoint({
  id: 'cases.release',
  summary: 'Take a case out of the hands of its agent, back to its queue.',
  method: 'POST',
  path: `${base}/cases/:caseId/release`,
  permission: 'queues:write',
  params: caseParams,
  response: changedCase,
  errors: ['CASE-UNKNOWN', 'CASE-NOT-LEASED', ...ENDED, 'CASE-SETTLING'],
});

const assigneeBody = z.strictObject({
  /** Directory id of a person who has signed in before; null lets any agent of the queue take the case. */
  agentId: z.string().min(1).max(100).nullable(),
});

export const assignCase = defineEndpoint({
  id: 'cases.assign',
  summary: 'Let a case wait for one person alone: an own case in review, or any for those who manage queues.',
  method: 'POST',
  path: `${base}/cases/:caseId/assignment`,
  permission: 'caseReview:write',
  params: caseParams,
  body: assigneeBody,
  response: changedCase,
  errors: [
    'CASE-UNKNOWN',
    'CASE-AGENT-UNKNOWN',
    'CASE-NOT-LEASED',
    'CASE-LEASED',
    'CASE-SECOND-REVIEW',
    'CASE-SETTLING',
    ...ENDED,
  ],
});

/** What became of one case of many. */
const caseResult = z.strictObject({
  caseId: guid,
  /** Null where the case is not there for the caller. */
  eventId: z.string().nullable(),
  outcome: z.enum(['done', 'skipped']),
  /** Code of the error that it was skipped for. */
  problem: z.string().nullable(),
  /** Agent who had the case in review meanwhile, and learns of it. */
  takenFrom: z.string().nullable(),
});
export type CaseResult = z.infer<typeof caseResult>;

export const assignCases = defineEndpoint({
  id: 'cases.assignMany',
  summary: 'Let cases wait for one person alone, who learns of it; each case is answered.',
  method: 'POST',
  path: `${base}/cases/assignments`,
  permission: 'caseReview:write',
  params: environmentParams,
  body: assigneeBody.extend({ caseIds }),
  response: z.strictObject({ results: z.array(caseResult) }),
  errors: ['CASE-AGENT-UNKNOWN'],
});

export const moveCases = defineEndpoint({
  id: 'cases.move',
  summary: 'Move cases to another queue, where their time begins anew; each case is answered.',
  method: 'POST',
  path: `${base}/cases/moves`,
  permission: 'queues:write',
  params: environmentParams,
  body: z.strictObject({ caseIds, queueId: guid }),
  response: z.strictObject({ results: z.array(caseResult) }),
  errors: ['QUEUE-UNKNOWN', 'QUEUE-OTHER-ASSESSMENT'],
});

export const holdCase = defineEndpoint({
  id: 'cases.hold',
  summary: 'Put a case in review aside until a moment, such as the call of a customer; its clock stands still.',
  method: 'POST',
  path: `${base}/cases/:caseId/hold`,
  permission: 'caseReview:write',
  params: caseParams,
  body: caseReasonBody.extend({ until: instant }),
  response: changedCase,
  errors: ['CASE-UNKNOWN', 'CASE-NOT-LEASED', ...ENDED, 'CASE-HOLD-INVALID'],
});

export const escalateCase = defineEndpoint({
  id: 'cases.escalate',
  summary: 'Hand a case in review to those who manage queues; its time begins anew.',
  method: 'POST',
  path: `${base}/cases/:caseId/escalation`,
  permission: 'caseReview:write',
  params: caseParams,
  body: caseReasonBody,
  response: changedCase,
  errors: ['CASE-UNKNOWN', 'CASE-NOT-LEASED', ...ENDED],
});

export const returnCase = defineEndpoint({
  id: 'cases.return',
  summary: 'Give an escalated case back to the agents of its queue.',
  method: 'POST',
  path: `${base}/cases/:caseId/return`,
  permission: 'queues:write',
  params: caseParams,
  response: changedCase,
  errors: ['CASE-UNKNOWN', 'CASE-NOT-ESCALATED', 'CASE-LEASED', ...ENDED, 'CASE-SETTLING'],
});

export const decideCase = defineEndpoint({
  id: 'cases.decide',
  summary: 'Decide the case in review, and take the next of its queue with the same call where asked.',
  method: 'POST',
  path: `${base}/cases/:caseId/decision`,
  permission: 'caseReview:write',
  params: caseParams,
  body: decisionBody.extend({ takeNext: z.boolean().default(false), block: caseBlock.optional() }),
  response: changedCase.extend({
    /** The case taken next; null where none waits or none was asked for. */
    next: caseSummary.nullable(),
  }),
  errors: [...NOT_DECIDED, 'CASE-BLOCK-REFUSED'],
});

export const decideCases = defineEndpoint({
  id: 'cases.decideMany',
  summary: 'Decide many cases at once, also those in review by others, who learn of it; each case is answered.',
  method: 'POST',
  path: `${base}/cases/decisions`,
  permission: 'caseReview:write',
  params: environmentParams,
  body: decisionBody.extend({ caseIds, block: caseBlock.optional() }),
  response: z.strictObject({
    results: z.array(caseResult),
    /** Until then each decision can be taken back. */
    undoUntil: instant,
  }),
  errors: ['CASE-BLOCK-REFUSED'],
});

export const undoCaseDecision = defineEndpoint({
  id: 'cases.undo',
  summary: 'Take back an own decision within ten seconds, before any of it was sent.',
  method: 'POST',
  path: `${base}/cases/:caseId/undo`,
  permission: 'caseReview:write',
  params: caseParams,
  response: changedCase,
  errors: ['CASE-UNKNOWN', 'CASE-OPEN', 'CASE-UNDO-REFUSED'],
});

export const reopenCase = defineEndpoint({
  id: 'cases.reopen',
  summary: 'Open a decided case again; what was decided stays in its history.',
  method: 'POST',
  path: `${base}/cases/:caseId/reopening`,
  permission: 'queues:write',
  params: caseParams,
  body: caseReasonBody,
  response: changedCase,
  errors: ['CASE-UNKNOWN', 'CASE-OPEN', 'CASE-CANCELLED'],
});

/** What became of one event of those that were sent. */
const sentResult = z.strictObject({
  eventType: z.string(),
  eventId: z.string(),
  outcome: z.enum(['done', 'skipped']),
  /** Code of the error that it was skipped for. */
  problem: z.string().nullable(),
  /** Where its case waits; null where it was skipped. */
  case: z.strictObject({ id: guid, queueId: guid, queue: z.string() }).nullable(),
});
export type SentResult = z.infer<typeof sentResult>;

export const sendToReview = defineEndpoint({
  id: 'cases.send',
  summary: 'Send events without a case to review, to a queue or by routing rules; each event is answered.',
  method: 'POST',
  path: `${base}/cases`,
  permission: 'caseReview:write',
  params: environmentParams,
  body: caseReasonBody.extend({
    events: z
      .array(z.strictObject({ eventType: z.string().max(60), eventId: z.string().min(1).max(256) }))
      .min(1)
      .max(MAX_BULK_CASES),
    /** Null lets the routing rules that held when an event was decided choose, else General. */
    queueId: guid.nullable().default(null),
  }),
  response: z.strictObject({ results: z.array(sentResult) }),
  errors: ['QUEUE-UNKNOWN', 'RULE-EVALUATION-TIMEOUT', 'REQ-OVERLOADED'],
});

/** What people, programs and time-outs do with a case. */
export const CASE_ENTRY_ACTIONS = [
  'send',
  'lease',
  'extend',
  'sendBack',
  'release',
  'assign',
  'move',
  'hold',
  'escalate',
  'return',
  'decide',
  'decideFirst',
  'disagree',
  'timeOut',
  'cancel',
  'undo',
  'reopen',
] as const satisfies readonly CaseAction['kind'][];

/** One thing that happened to a case. Members that an action does not have are null. */
const caseEntry = z.strictObject({
  number: z.number().int(),
  at: instant,
  by: z.string(),
  source: z.enum(ENTRY_SOURCES),
  action: z.enum(CASE_ENTRY_ACTIONS),
  /** Queue that the case was moved to. */
  queue: z.string().nullable(),
  /** Until when it was put aside. */
  until: instant.nullable(),
  /** What was decided. */
  decision: z.string().nullable(),
  reason: z.string().max(MAX_CASE_REASON).nullable(),
  /** Why the product cancelled it. */
  cause: z.enum(CANCEL_CAUSES).nullable(),
  note: z.string().nullable(),
});
export type CaseEntry = z.infer<typeof caseEntry>;

export const getCaseHistory = defineEndpoint({
  id: 'cases.history',
  summary: 'What people, programs and time-outs did with a case, newest first.',
  method: 'GET',
  path: `${base}/cases/:caseId/history`,
  permission: 'caseReview:read',
  params: caseParams,
  query: z.strictObject({
    /** Number of the entry to go on below. */
    before: z.coerce.number().int().min(1).optional(),
    limit: z.coerce.number().int().min(1).max(500).default(200),
  }),
  response: z.strictObject({ entries: z.array(caseEntry), nextBefore: z.number().int().nullable() }),
  errors: ['CASE-UNKNOWN'],
});
