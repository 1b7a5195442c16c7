import { CASE_CALLS, publicCasesQuery, type CaseCall } from '@redoubt/contracts';
import {
  CASE_AGENT_BODY,
  CASE_DECISION_BODY,
  CASE_ESCALATION_BODY,
  CASE_HOLD_BODY,
  CASE_LEASE_BODY,
  CASE_NOTE_BODY,
  CASE_SEND_BODY,
  capabilitiesOf,
  fail,
  isErrorCode,
  shapeCaseBody,
  type CaseAgentBody,
  type CaseDecisionBody,
  type CaseEscalationBody,
  type CaseHoldBody,
  type CaseLeaseBody,
  type CaseNoteBody,
  type CaseSendBody,
  type ObjectSchema,
} from '@redoubt/domain';
import { invariant, isGuid, type Id, type JsonObject } from '@redoubt/kernel';
import {
  addCaseNote,
  decideCase,
  escalateCase,
  extendLease,
  getCaseById,
  getCaseNotes,
  getCaseQueues,
  getQueueCases,
  holdCase,
  sendBackCase,
  sendToReview,
  startReview,
  undoCaseDecision,
  type EnvironmentContext,
  type EventRouter,
} from '@redoubt/services';
import type { FastifyRequest } from 'fastify';
import type { CallState } from './call-state.ts';
import { problemsText, readQuery } from './public-errors.ts';
import type { PublicDependencies, PublicFrame } from './public-frame.ts';

/** What every application with the role may do: what a review analyst may, in the queues that it works on. */
const RIGHTS = capabilitiesOf(['ManualReviewAnalyst'], 'Standard');

type Agent = CaseAgentBody['agent'];

/** One call that is admitted. */
type Call = {
  /** Asks routing rules. */
  readonly router: EventRouter;
  /** With the application as who acts, or a person it names. */
  readonly context: (agent?: Agent) => EnvironmentContext;
  /** Throws CASE-UNKNOWN for what is no id. */
  readonly caseId: () => Id;
  readonly query: unknown;
  /** The checked body. Throws REQ-INVALID. */
  readonly body: <Body extends CaseAgentBody>(schema: ObjectSchema) => Body;
};

const CALLS = Object.keys(CASE_CALLS) as CaseCall[];

const WORKS: Readonly<Record<CaseCall, (call: Call) => Promise<object>>> = {
  queues: ({ context }) => getCaseQueues(context()),
  list: async ({ context, query }) => {
    const { queueId, ...asked } = readQuery(publicCasesQuery, query);
    const { queue, cases, total, nextCursor, asOf } = await getQueueCases(context(), null, queueId, asked);
    return { queue, cases: cases.map(({ customer: _customer, ...each }) => each), total, nextCursor, asOf };
  },
  send: async ({ context, body, router }) => {
    const { agent, eventType, eventId, queueId, reason } = body<CaseSendBody>(CASE_SEND_BODY);
    const sent = { events: [{ eventType, eventId }], queueId: queueId?.toLowerCase() ?? null, reason: reason.trim() };
    const { results } = await sendToReview(context(agent), null, router, sent);
    const [result] = results;
    invariant(result, 'every event is answered');
    if (result.case !== null) return { case: result.case };
    const code = result.problem ?? '';
    invariant(isErrorCode(code), 'what is skipped says why');
    throw fail(code, { id: eventId, eventType, name: queueId ?? '' });
  },
  lease: async ({ context, body }) => {
    const { agent, queueId, caseId = null, giveBack = false } = body<CaseLeaseBody>(CASE_LEASE_BODY);
    const id = caseId?.toLowerCase() ?? null;
    return startReview(context(agent), null, queueId.toLowerCase(), { caseId: id, giveBack });
  },
  read: async ({ context, caseId }) => {
    const { case: found, queue, decisions, consequences, asOf } = await getCaseById(context(), null, caseId());
    return { case: found, queue, decisions, consequences, asOf };
  },
  extend: async ({ context, body, caseId }) => extendLease(context(body(CASE_AGENT_BODY).agent), null, caseId()),
  giveBack: async ({ context, body, caseId }) => sendBackCase(context(body(CASE_AGENT_BODY).agent), null, caseId()),
  hold: async ({ context, body, caseId }) => {
    const { agent, until, reason } = body<CaseHoldBody>(CASE_HOLD_BODY);
    return holdCase(context(agent), null, caseId(), { until, reason: reason.trim() });
  },
  escalate: async ({ context, body, caseId }) => {
    const { agent, reason } = body<CaseEscalationBody>(CASE_ESCALATION_BODY);
    return escalateCase(context(agent), null, caseId(), { reason: reason.trim() });
  },
  decide: async ({ context, body, caseId }) => {
    const { agent, decision, reason, note = '' } = body<CaseDecisionBody>(CASE_DECISION_BODY);
    const input = { decision, reason, note: note.trim(), takeNext: false };
    const { case: decided, asOf } = await decideCase(context(agent), null, caseId(), input);
    return { case: decided, asOf };
  },
  undo: async ({ context, body, caseId }) => undoCaseDecision(context(body(CASE_AGENT_BODY).agent), null, caseId()),
  notes: async ({ context, caseId }) => getCaseNotes(context(), null, caseId()),
  addNote: async ({ context, body, caseId }) => {
    const { agent, text } = body<CaseNoteBody>(CASE_NOTE_BODY);
    return addCaseNote(context(agent), null, caseId(), text.trim());
  },
};

/** Cases for outside tools, in the environment of the call. */
export const registerCases = (
  { take, readBody }: PublicFrame,
  { database, clock, router }: Pick<PublicDependencies, 'database' | 'clock' | 'router'>,
): void => {
  const callOf = (request: FastifyRequest, state: CallState): Call => {
    const { caller, applicationName, environment } = state;
    invariant(caller && environment, 'a call is admitted before it is worked on');
    const { tenantId, clientId } = caller;
    const environmentId = environment.environment.id;
    const heldRoles = environment.roles.filter((role) => caller.apiRoles.includes(role));
    return {
      router,
      context: (agent) => ({
        database,
        clock,
        tenantId,
        environmentId,
        capabilities: RIGHTS,
        maskedEnvironments: environment.maskedEnvironments,
        seesAllQueues: heldRoles.includes('CaseAllQueues_API'),
        actor: {
          kind: 'application',
          id: agent ? `${clientId}/${agent.id.trim()}` : clientId,
          name: agent ? `${agent.name.trim()} (${applicationName})` : applicationName,
          clientId,
        },
        correlationId: request.correlationId,
      }),
      caseId: () => {
        const { caseId } = request.params as { readonly caseId: string };
        if (!isGuid(caseId)) throw fail('CASE-UNKNOWN', { id: caseId });
        return caseId.toLowerCase();
      },
      query: request.query,
      body: <Body extends CaseAgentBody>(schema: ObjectSchema) => {
        const value: JsonObject = readBody(request, state).value;
        const problems = shapeCaseBody(schema, value);
        if (problems.length > 0) throw fail('REQ-INVALID', { problems: problemsText(problems) });
        return value as unknown as Body;
      },
    };
  };
  for (const call of CALLS) {
    const { method, path } = CASE_CALLS[call];
    take({
      method,
      url: path,
      name: `cases.${call}`,
      role: 'Case_API',
      work: async (request, state) => JSON.stringify(await WORKS[call](callOf(request, state))),
    });
  }
};

/** Ids of the endpoints bound here, for the guard test of the table. */
export const CASE_ENDPOINT_IDS: readonly string[] = CALLS.map((call) => CASE_CALLS[call].id);
