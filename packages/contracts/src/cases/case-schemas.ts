import {
  CASE_ACTIONS,
  CASE_BLOCK_ENTITIES,
  CASE_STATES,
  CONSEQUENCE_STEPS,
  DECISION_SOURCES,
  LABEL_ACTIONS,
  MAX_CASE_NOTE,
  MAX_CASE_REASON,
  REVIEW_SEQUENCES,
  SENTIMENTS,
} from '@redoubt/domain';
import { z } from 'zod';
import { guid, instant, json } from '../common.ts';

/** Who has a case in review, until when. */
const caseLease = z.strictObject({
  agentId: z.string(),
  agent: z.string(),
  since: instant,
  until: instant,
  extensions: z.number().int(),
  /** Whether it is the caller's. */
  own: z.boolean(),
});

const caseVerdict = z.strictObject({
  name: z.string(),
  caseAction: z.enum(CASE_ACTIONS),
  labelAction: z.enum(LABEL_ACTIONS),
  reason: z.string(),
  by: z.string(),
  source: z.enum(DECISION_SOURCES),
  /** Until then the caller can take the decision back; null where the caller cannot. */
  undoUntil: instant.nullable(),
});
export type CaseVerdict = z.infer<typeof caseVerdict>;

/** A case as lists show it. */
export const caseSummary = z.strictObject({
  id: guid,
  environmentId: guid,
  eventType: z.string(),
  eventId: z.string(),
  queueId: guid,
  queue: z.string(),
  state: z.enum(CASE_STATES),
  eventTime: instant,
  receivedAt: instant,
  /** Until then supplementary events still come in and agents do not see the case. */
  settlesAt: instant,
  /** From then on the default decision of the queue applies. */
  dueAt: instant,
  amount: z.number().nullable(),
  currency: z.string().nullable(),
  riskScore: z.number().int().nullable(),
  expectedLoss: z.number().nullable(),
  /** Value of the attribute that the queue is ordered by, where it is none of the columns above. */
  orderValue: z.union([z.string(), z.number()]).nullable(),
  /** The rule and clause that asked for review, with the reason they gave. */
  rule: z.string().nullable(),
  clause: z.string().nullable(),
  reason: z.string().nullable(),
  /** The rule and clause that chose the queue; null for General. */
  routedRule: z.string().nullable(),
  routedClause: z.string().nullable(),
  /** Null where no agent has the case now. */
  lease: caseLease.nullable(),
  /** Until then it waits for something; null where it does not. */
  onHoldUntil: instant.nullable(),
  escalated: z.boolean(),
  /** Who is to review it, and whether that is the caller; null where any agent of the queue takes it. */
  assignee: z.strictObject({ name: z.string(), own: z.boolean() }).nullable(),
  endedAt: instant.nullable(),
  /**
   * What was decided; null for open and cancelled cases. Of an open case that waits for a second decision only the caller who
   * decided first sees it.
   */
  decision: caseVerdict.nullable(),
  /** Agent who had the case last. */
  lastAgent: z.string().nullable(),
  /** Moves on with every entry of the history. */
  version: z.number().int(),
});
export type CaseSummary = z.infer<typeof caseSummary>;

/** A case in a list, where people are named. */
export const listedCase = caseSummary.extend({
  /** Name of the customer, else the id of the account; null where neither is known, or the caller may not search events. */
  customer: z.string().nullable(),
});
export type ListedCase = z.infer<typeof listedCase>;

/** How a queue gives its cases out, and what becomes of those that wait too long. */
export const queueWork = {
  sequence: z.enum(REVIEW_SEQUENCES),
  orderBy: z.string(),
  direction: z.enum(['asc', 'desc']),
  timeoutMs: z.number().int(),
  defaultDecision: z.string(),
  paused: z.boolean(),
};

/** A queue as far as its cases need it. */
export const caseQueueFacts = z.strictObject({ id: guid, name: z.string(), ...queueWork });
export type CaseQueueFacts = z.infer<typeof caseQueueFacts>;

/** A decision that agents choose: a button with its reasons. */
export const caseDecisionOption = z.strictObject({
  name: z.string(),
  caseAction: z.enum(CASE_ACTIONS),
  labelAction: z.enum(LABEL_ACTIONS),
  reasons: z.array(z.string()),
  sentiment: z.enum(SENTIMENTS).nullable(),
});
export type CaseDecisionOption = z.infer<typeof caseDecisionOption>;

/** What a decision sends: a status, a label, or a configured action. */
export const caseConsequence = z.strictObject({
  step: z.enum(CONSEQUENCE_STEPS),
  /** Not before this; until then the decision can be taken back. */
  notBefore: instant,
  sentAt: instant.nullable(),
  /** What went wrong at the last attempt; null where nothing did. */
  problem: z.string().nullable(),
  /** What the action came to: its calls and what they answered. */
  result: json,
});
export type CaseConsequence = z.infer<typeof caseConsequence>;

/** What took a case from the caller, who had it in review. */
export const lostLease = z.strictObject({
  action: z.enum(['lease', 'release', 'decide', 'timeOut', 'cancel']),
  by: z.string(),
  at: instant,
  /** Name of the decision; null where it was none. */
  decision: z.string().nullable(),
});
export type LostLease = z.infer<typeof lostLease>;

/** What holds for the caller in a queue. */
export const caseRights = z.strictObject({
  /** Takes and decides cases of the queue. */
  canReview: z.boolean(),
  /** Moves, releases and opens cases again, and takes what was escalated. */
  canManage: z.boolean(),
  /** Support lists whose status Block the caller can set with a decision; none where a second person would have to approve it. */
  canBlock: z.array(z.enum(CASE_BLOCK_ENTITIES)),
});

/** What an agent says with a decision. */
export const decisionBody = z.strictObject({
  /** Name of a configured decision. */
  decision: z.string().min(1).max(120),
  /** One of the reasons of that decision. */
  reason: z.string().min(1).max(MAX_CASE_REASON),
  note: z.string().trim().max(MAX_CASE_NOTE).default(''),
});

/** Values of the event that a decision sets to Block, found by the server in the event. */
export const caseBlock = z.strictObject({
  entities: z.array(z.enum(CASE_BLOCK_ENTITIES)).min(1).max(CASE_BLOCK_ENTITIES.length),
  /** In the future; null blocks them until they are taken off the list. */
  until: instant.nullable(),
});
export type CaseBlock = z.infer<typeof caseBlock>;

export const caseReasonBody = z.strictObject({ reason: z.string().trim().min(1).max(MAX_CASE_REASON) });
