import { CASE_LISTS, REVIEW_SEQUENCES, type ErrorCode } from '@redoubt/domain';
import { z } from 'zod';
import { ENDED, NOT_DECIDED, NOT_TAKEN } from '../cases/case-errors.ts';
import { caseConsequence, caseDecisionOption, caseQueueFacts, caseSummary } from '../cases/case-schemas.ts';
import { guid, instant, json, nextCursor } from '../common.ts';
import { defineEndpoint } from '../define.ts';

const COLLECTION = '/v1.0/cases';
const ONE = `${COLLECTION}/:caseId`;
const params = z.strictObject({ caseId: z.string().min(1) });
const CALL_ERRORS = ['REQ-INVALID', 'ENV-UNKNOWN', 'ENV-NOT-ACTIVE', 'AUTH-APPLICATION-NOT-ALLOWED'] as const;

/** A queue whose cases can be taken. */
export const publicQueueBody = z.object({
  id: guid,
  name: z.string(),
  sequence: z.enum(REVIEW_SEQUENCES).describe('Restricted queues give their cases in order only.'),
  paused: z.boolean().describe('No case is taken from a paused queue.'),
});
export const publicQueuesBody = z.object({ queues: z.array(publicQueueBody).describe('General is the last.') });

export const publicCasesBody = z.object({
  queue: caseQueueFacts,
  cases: z.array(caseSummary),
  total: z.number().int().describe('Counted up to 10,000.'),
  nextCursor,
  asOf: instant,
});

/** A case with what can be decided about it, and what its decision sends. */
export const publicCaseBody = z.object({
  case: caseSummary,
  queue: caseQueueFacts,
  decisions: z.array(caseDecisionOption),
  consequences: z.array(caseConsequence),
  asOf: instant,
});

export const publicChangedCaseBody = z.object({ case: caseSummary, asOf: instant });
export const publicLeasedCaseBody = z.object({
  case: caseSummary.nullable().describe('Null where no case waits.'),
  asOf: instant,
});

export const publicSentCaseBody = z.object({
  case: z.object({ id: guid, queueId: guid, queue: z.string().describe('Name of the queue in which it waits.') }),
});

const note = z.object({ id: guid, by: z.string(), at: instant, text: z.string() });
export const publicCaseNotesBody = z.object({
  notes: z.array(note).describe('Oldest first; deleted ones are left out.'),
});

export type {
  CaseAgentBody,
  CaseDecisionBody,
  CaseEscalationBody,
  CaseHoldBody,
  CaseLeaseBody,
  CaseNoteBody,
  CaseSendBody,
} from '@redoubt/domain';
export type PublicQueues = z.infer<typeof publicQueuesBody>;
export type PublicCases = z.infer<typeof publicCasesBody>;
export type PublicCase = z.infer<typeof publicCaseBody>;
export type PublicChangedCase = z.infer<typeof publicChangedCaseBody>;
export type PublicSentCase = z.infer<typeof publicSentCaseBody>;
export type PublicLeasedCase = z.infer<typeof publicLeasedCaseBody>;
export type PublicCaseNotes = z.infer<typeof publicCaseNotesBody>;

/** What a list of cases is asked with. */
export const publicCasesQuery = z.object({
  queueId: guid.describe('Id of the queue.'),
  list: z.enum(CASE_LISTS).default('pending').describe('Which cases of it.'),
  since: instant.optional().describe('Of ended cases those since then; a day back without it.'),
  cursor: z.string().max(400).optional().describe('nextCursor of the page before.'),
  limit: z.coerce.number().int().min(1).max(500).default(100).describe('Cases of a page.'),
});
export type PublicCasesQuery = z.input<typeof publicCasesQuery>;

/**
 * A call that changes a case that the person has in hand, and answers with the case.
 *
 * @param errors beyond those of every call
 */
const step = <const Last extends string>(id: string, last: Last, summary: string, errors: readonly ErrorCode[]) =>
  defineEndpoint({
    id,
    summary,
    method: 'POST',
    path: `${ONE}/${last}`,
    permission: 'Case_API',
    params,
    body: json,
    response: publicChangedCaseBody,
    errors: [...CALL_ERRORS, ...errors],
  });

/**
 * Cases for outside tools (`docs/operate/cases-api.md`). Each call that changes something names the person who acts; the
 * environment of the call (header) is the one of the cases.
 */
export const CASE_CALLS = {
  queues: defineEndpoint({
    id: 'public.cases.queues',
    summary: 'The queues of the environment that the application works on.',
    method: 'GET',
    path: `${COLLECTION}/queues`,
    permission: 'Case_API',
    response: publicQueuesBody,
    errors: CALL_ERRORS,
  }),
  list: defineEndpoint({
    id: 'public.cases.list',
    summary: 'Cases of a queue in its order.',
    method: 'GET',
    path: COLLECTION,
    permission: 'Case_API',
    query: publicCasesQuery,
    response: publicCasesBody,
    errors: [...CALL_ERRORS, 'QUEUE-UNKNOWN'],
  }),
  send: defineEndpoint({
    id: 'public.cases.send',
    summary: 'Send an event without a case to review, to a queue or by routing rules.',
    method: 'POST',
    path: COLLECTION,
    permission: 'Case_API',
    body: json,
    response: publicSentCaseBody,
    errors: [
      ...CALL_ERRORS,
      'QUEUE-UNKNOWN',
      'QUEUE-ASSESSMENT',
      'QUEUE-OTHER-ASSESSMENT',
      'EVENT-UNKNOWN',
      'CASE-EXISTS',
      'RULE-EVALUATION-TIMEOUT',
      'REQ-OVERLOADED',
    ],
  }),
  lease: defineEndpoint({
    id: 'public.cases.lease',
    summary: 'Take a case for half an hour: the next of a queue, or a given one.',
    method: 'POST',
    path: `${COLLECTION}/lease`,
    permission: 'Case_API',
    body: json,
    response: publicLeasedCaseBody,
    errors: [...CALL_ERRORS, ...NOT_TAKEN],
  }),
  read: defineEndpoint({
    id: 'public.cases.read',
    summary: 'A case, the decisions to choose from, and what its decision sent.',
    method: 'GET',
    path: ONE,
    permission: 'Case_API',
    params,
    response: publicCaseBody,
    errors: [...CALL_ERRORS, 'CASE-UNKNOWN'],
  }),
  extend: step('public.cases.extend', 'extend', 'Keep a case for another half hour from now.', [
    'CASE-UNKNOWN',
    'CASE-NOT-LEASED',
    ...ENDED,
  ]),
  giveBack: step('public.cases.giveBack', 'give-back', 'Give a case back to its queue.', [
    'CASE-UNKNOWN',
    'CASE-NOT-LEASED',
    ...ENDED,
  ]),
  hold: step(
    'public.cases.hold',
    'hold',
    'Put a case that the person has in review aside until a moment; its clock stands still.',
    ['CASE-UNKNOWN', 'CASE-NOT-LEASED', ...ENDED, 'CASE-HOLD-INVALID'],
  ),
  escalate: step(
    'public.cases.escalate',
    'escalation',
    'Hand a case that the person has in review to those who manage queues; its time begins anew.',
    ['CASE-UNKNOWN', 'CASE-NOT-LEASED', ...ENDED],
  ),
  decide: step(
    'public.cases.decide',
    'decision',
    'Decide a case that the person has in review; what follows is sent ten seconds later.',
    [...NOT_DECIDED],
  ),
  undo: step(
    'public.cases.undo',
    'undo',
    'Take a decision of the person back within ten seconds, before any of it was sent.',
    ['CASE-UNKNOWN', 'CASE-OPEN', 'CASE-UNDO-REFUSED'],
  ),
  notes: defineEndpoint({
    id: 'public.cases.notes',
    summary: 'Notes about the event of a case.',
    method: 'GET',
    path: `${ONE}/notes`,
    permission: 'Case_API',
    params,
    response: publicCaseNotesBody,
    errors: [...CALL_ERRORS, 'CASE-UNKNOWN'],
  }),
  addNote: defineEndpoint({
    id: 'public.cases.addNote',
    summary: 'Write a note about the event of a case.',
    method: 'POST',
    path: `${ONE}/notes`,
    permission: 'Case_API',
    params,
    body: json,
    response: publicCaseNotesBody,
    errors: [...CALL_ERRORS, 'CASE-UNKNOWN', 'NOTE-LIMIT'],
  }),
} as const;
export type CaseCall = keyof typeof CASE_CALLS;
