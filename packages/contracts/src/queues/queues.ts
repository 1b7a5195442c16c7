import { CASE_ACTIONS, MAX_QUEUE_NAME, QUEUE_TIMEOUT_MS, REVIEW_SEQUENCES } from '@redoubt/domain';
import { z } from 'zod';
import {
  assessmentName,
  authorship,
  environmentParams,
  guid,
  instant,
  reportedAgent,
  textUser,
  versionTag,
} from '../common.ts';
import { queueWork } from '../cases/case-schemas.ts';
import { defineEndpoint } from '../define.ts';

const base = '/platform/v1/environments/:environmentId/queues';
const params = environmentParams.extend({ queueId: guid });

/** Longest path of an attribute that a queue is ordered by. */
const MAX_ORDER = 200;
/** People and groups that one queue may be assigned to. */
const MAX_ASSIGNEES = 200;

const settings = z.strictObject({
  name: z.string().trim().max(MAX_QUEUE_NAME),
  description: z.string().trim().max(500).default(''),
  sequence: z.enum(REVIEW_SEQUENCES),
  /** One of the orderings of the product, or a path of the schema of the assessment. */
  orderBy: z.string().min(1).max(MAX_ORDER),
  direction: z.enum(['asc', 'desc']),
  /** How long a case waits before the default decision applies. */
  timeoutMs: z.number().int().min(QUEUE_TIMEOUT_MS.least).max(QUEUE_TIMEOUT_MS.most),
  /** Name of a configured decision of the assessment. */
  defaultDecision: z.string().trim().min(1).max(120),
});

export const queueText = settings.extend({ assessment: assessmentName });
export type QueueText = z.infer<typeof queueText>;

const assignee = z.strictObject({
  /** Directory id of a person; a group is who holds a role, and its id the key of that role; client id of an application. */
  id: z.string().min(1).max(200),
  kind: z.enum(['person', 'group', 'application']),
  name: z.string(),
});
export type QueueAssignee = z.infer<typeof assignee>;

const assignees = z.array(assignee.omit({ name: true })).max(MAX_ASSIGNEES);

/** Cases of a queue now; those that still settle are in none of the others. */
const counts = z.strictObject({
  pending: z.number().int(),
  inReview: z.number().int(),
  onHold: z.number().int(),
  escalated: z.number().int(),
  settling: z.number().int(),
});

const queue = z.strictObject({
  id: guid,
  environment: z.strictObject({ id: guid, name: z.string() }),
  /** True for General, which is always there and never changes. */
  system: z.boolean(),
  name: z.string(),
  description: z.string(),
  /** Null for General, which takes the cases of every assessment. */
  assessment: assessmentName.nullable(),
  /** Name that people gave the assessment; null for those of the product. */
  assessmentName: z.string().nullable(),
  ...queueWork,
  assignees: z.array(assignee),
  /** Assigned to the caller, or to a group of the caller. General is assigned to everyone who reviews. */
  mine: z.boolean(),
  /** Whether the caller sees its cases: those of queues of others are for who manages or only reads. */
  canView: z.boolean(),
  /** Whether the caller may take its cases. */
  canReview: z.boolean(),
  counts,
  /** When the event of the oldest pending case happened. */
  oldestAt: instant.nullable(),
  /** When the next time-out of an open case is due. */
  nextDueAt: instant.nullable(),
  /** Published routing rules that send cases here. */
  users: z.array(textUser),
  /** Null for General. */
  changed: authorship.nullable(),
  version: versionTag,
});
export type Queue = z.infer<typeof queue>;

export const getQueues = defineEndpoint({
  id: 'queues.list',
  summary:
    'Queues of an environment and of those below it, with their cases counted; General is the last, below where it has any.',
  method: 'GET',
  path: base,
  permission: 'queues:read',
  params: environmentParams,
  response: z.strictObject({
    queues: z.array(queue),
    /** Own queues of this environment, without General and those of environments below. */
    own: z.number().int(),
    limit: z.number().int(),
    canWrite: z.boolean(),
    canAssign: z.boolean(),
    at: instant,
  }),
});
export type Queues = z.infer<(typeof getQueues)['response']>;

export const getQueue = defineEndpoint({
  id: 'queues.get',
  summary: 'One queue with its cases counted.',
  method: 'GET',
  path: `${base}/:queueId`,
  permission: 'queues:read',
  params,
  response: queue,
  errors: ['QUEUE-UNKNOWN'],
});

const choices = z.strictObject({
  assessments: z.array(
    z.strictObject({
      assessment: assessmentName,
      name: z.string().nullable(),
      /** Decisions that a time-out may take, as they are configured. */
      decisions: z.array(z.strictObject({ name: z.string(), caseAction: z.enum(CASE_ACTIONS) })),
      defaultDecision: z.string(),
      /** Attributes of its events that a queue can be ordered by, besides the orderings of the product. */
      attributes: z.array(z.string()),
    }),
  ),
});
export type QueueChoices = z.infer<typeof choices>;

export const getQueueChoices = defineEndpoint({
  id: 'queues.choices',
  summary: 'What the form of a queue offers: assessments with cases, their decisions and attributes.',
  method: 'GET',
  path: '/platform/v1/environments/:environmentId/queuechoices',
  permission: 'queues:read',
  params: environmentParams,
  response: choices,
});

export const getAssignable = defineEndpoint({
  id: 'queues.assignable',
  summary:
    'People known to the tenant, roles that review cases and applications of case tools: whom queues can be assigned to.',
  method: 'GET',
  path: '/platform/v1/environments/:environmentId/queueassignees',
  permission: 'queueAssignments:write',
  params: environmentParams,
  response: z.strictObject({
    assignees: z.array(
      assignee.extend({
        /** Of a person; of an application its client id. Null for groups. */
        username: z.string().nullable(),
      }),
    ),
  }),
});
export type Assignable = z.infer<(typeof getAssignable)['response']>['assignees'][number];

/** Who works on it from the start is said by those who may assign people. */
const newQueue = queueText.extend({ assignees: assignees.default([]) });
export type NewQueue = QueueText & Partial<Pick<z.infer<typeof newQueue>, 'assignees'>>;

const SETTINGS_ERRORS = ['QUEUE-NAME-INVALID', 'QUEUE-NAME-TAKEN', 'QUEUE-DECISION', 'QUEUE-ORDER'] as const;

export const createQueue = defineEndpoint({
  id: 'queues.create',
  summary: 'A new queue, with who works on it; routing rules may send cases there at once.',
  method: 'POST',
  path: base,
  permission: 'queues:write',
  params: environmentParams,
  body: newQueue,
  response: queue,
  errors: [...SETTINGS_ERRORS, 'QUEUE-ASSESSMENT', 'QUEUE-LIMIT', 'QUEUE-ASSIGNEE'],
});

export const changeQueue = defineEndpoint({
  id: 'queues.change',
  summary: 'Change a queue; its assessment stays, and its name while routing rules use it.',
  method: 'PUT',
  path: `${base}/:queueId`,
  permission: 'queues:write',
  secondPerson: true,
  params,
  body: settings.extend({ version: versionTag }),
  response: queue,
  errors: [...SETTINGS_ERRORS, 'QUEUE-UNKNOWN', 'QUEUE-STALE', 'QUEUE-GENERAL', 'QUEUE-REFERENCED'],
});

export const pauseQueue = defineEndpoint({
  id: 'queues.pause',
  summary: 'Pause a queue, so that no more of its cases are taken, or go on with it; time-outs go on meanwhile.',
  method: 'PUT',
  path: `${base}/:queueId/paused`,
  permission: 'queues:write',
  params,
  body: z.strictObject({ version: versionTag, paused: z.boolean() }),
  response: queue,
  errors: ['QUEUE-UNKNOWN', 'QUEUE-STALE', 'QUEUE-GENERAL'],
});

export const assignQueue = defineEndpoint({
  id: 'queues.assign',
  summary: 'Say which people and groups work on a queue, in place of those who did.',
  method: 'PUT',
  path: `${base}/:queueId/assignees`,
  permission: 'queueAssignments:write',
  params,
  body: z.strictObject({
    version: versionTag,
    assignees,
  }),
  response: queue,
  errors: ['QUEUE-UNKNOWN', 'QUEUE-STALE', 'QUEUE-GENERAL', 'QUEUE-ASSIGNEE'],
});

export const deleteQueue = defineEndpoint({
  id: 'queues.delete',
  summary: 'Delete a queue that no routing rule names; its open cases move to another one.',
  method: 'DELETE',
  path: `${base}/:queueId`,
  permission: 'queues:write',
  secondPerson: true,
  params,
  query: z.strictObject({ version: versionTag, moveTo: guid.optional() }),
  response: z.undefined(),
  responseType: 'empty',
  errors: [
    'QUEUE-UNKNOWN',
    'QUEUE-STALE',
    'QUEUE-GENERAL',
    'QUEUE-REFERENCED',
    'QUEUE-NOT-EMPTY',
    'QUEUE-IN-REVIEW',
    'QUEUE-OTHER-ASSESSMENT',
  ],
});

export const getCaseworkSummary = defineEndpoint({
  id: 'queues.summary',
  summary: 'How work on cases stands in an environment and those below it, for managers.',
  method: 'GET',
  path: '/platform/v1/environments/:environmentId/casework/summary',
  permission: 'queues:read',
  params: environmentParams,
  response: z.strictObject({
    pending: z.number().int(),
    inReview: z.number().int(),
    onHold: z.number().int(),
    escalated: z.number().int(),
    /** Open cases whose time-out is due within the hour. */
    dueSoon: z.number().int(),
    /** Those of them that wait for a second decision; null for those who do not manage queues, because it is made blind. */
    secondDueSoon: z.number().int().nullable(),
    /** Since midnight UTC. */
    decidedToday: z.number().int(),
    timedOutToday: z.number().int(),
    /** Agents who have a case now. */
    agents: z.number().int(),
    /** Cases that were open at the end of each of the last 24 hours, oldest first, and how many came and ended in it. */
    backlog: z.array(
      z.strictObject({
        /** The last hour still fills: its end is now. */
        at: instant,
        open: z.number().int(),
        came: z.number().int(),
        ended: z.number().int(),
      }),
    ),
    /** Cases of each queue that were open at the same moments. Those that were moved stand where they are now. */
    queues: z.array(z.strictObject({ environmentId: guid, queueId: guid, open: z.array(z.number().int()) })),
    at: instant,
  }),
});
export type CaseworkSummary = z.infer<(typeof getCaseworkSummary)['response']>;

export const getUsualBacklog = defineEndpoint({
  id: 'queues.usual',
  summary:
    'How many cases are usually open at the hours of the last day and the next six, by the same weekday and hour of the last eight weeks.',
  method: 'GET',
  path: '/platform/v1/environments/:environmentId/casework/usual',
  permission: 'queues:read',
  params: environmentParams,
  response: z.strictObject({
    /** Hours of the last day up to the one that fills now, then those to come. */
    hours: z.array(
      z.strictObject({
        from: instant,
        /** Quartiles and median of open cases at its end; null where fewer than four weeks are known. */
        range: z.strictObject({ low: z.number(), middle: z.number(), high: z.number() }).nullable(),
      }),
    ),
  }),
});

export type UsualBacklog = z.infer<(typeof getUsualBacklog)['response']>;

/** A case that an agent has in review. */
const heldCase = z.strictObject({
  environmentId: guid,
  eventType: z.string(),
  eventId: z.string(),
  queueId: guid,
  amount: z.number().nullable(),
  currency: z.string().nullable(),
});

export const getCaseworkAgents = defineEndpoint({
  id: 'queues.agents',
  summary: 'Who works on cases of an environment and those below it: what each agent has in review, and decided today.',
  method: 'GET',
  path: '/platform/v1/environments/:environmentId/casework/agents',
  permission: 'caseReport:read',
  params: environmentParams,
  response: z.strictObject({
    /** Whether agents are shown as numbers, without their cases: those say on other pages whose they are. */
    hidesAgents: z.boolean(),
    /** Those who have a case now before those who decided some today, both by name. */
    agents: z.array(
      z.strictObject({
        agent: reportedAgent,
        isReviewing: z.boolean(),
        /** Null where agents are hidden. */
        held: heldCase.extend({ since: instant, until: instant }).nullable(),
        /** Since midnight UTC. */
        decidedToday: z.number().int(),
        /** Median of the seconds from the beginning of a review to its decision; null without one. */
        handledSeconds: z.number().nullable(),
      }),
    ),
    at: instant,
  }),
});
export type CaseworkAgents = z.infer<(typeof getCaseworkAgents)['response']>;
