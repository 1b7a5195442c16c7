import {
  CASE_CALLS,
  type CaseAgentBody,
  type CaseCall,
  type CaseDecisionBody,
  type CaseEscalationBody,
  type CaseHoldBody,
  type CaseLeaseBody,
  type CaseNoteBody,
  type CaseSendBody,
  type PublicCase,
  type PublicCaseNotes,
  type PublicCases,
  type PublicCasesQuery,
  type PublicChangedCase,
  type PublicLeasedCase,
  type PublicSentCase,
  type PublicQueues,
} from '@redoubt/contracts';
import { pathOf } from './path-of.ts';
import type { SendOptions, Transport } from './transport.ts';

/**
 * Cases of the environment in the queues that the application works on, see `Case_API`. What changes a case names the `agent`,
 * the person in your tool who acts; each has one case at a time.
 *
 * A refusal is a `RedoubtError` with status 409 whose message says who has the case, or who decided it, when and as what.
 */
export type Cases = {
  /** General is the last. */
  readonly queues: (options?: SendOptions) => Promise<PublicQueues['queues']>;
  /** A page of a queue in its order; `nextCursor` of it is the `cursor` of the next one. */
  readonly list: (query: PublicCasesQuery, options?: SendOptions) => Promise<PublicCases>;
  /** Makes a case of an event that has none; it waits in its queue at once. */
  readonly send: (body: CaseSendBody, options?: SendOptions) => Promise<PublicSentCase>;
  /** Takes the next case of a queue, or a given one, for half an hour; `case` is null where none waits. */
  readonly lease: (body: CaseLeaseBody, options?: SendOptions) => Promise<PublicLeasedCase>;
  /** A case with the decisions to choose from, and what its decision sent. */
  readonly read: (caseId: string, options?: SendOptions) => Promise<PublicCase>;
  /** Keeps a case for another half hour from now. */
  readonly extend: (caseId: string, body: CaseAgentBody, options?: SendOptions) => Promise<PublicChangedCase>;
  readonly giveBack: (caseId: string, body: CaseAgentBody, options?: SendOptions) => Promise<PublicChangedCase>;
  /** Puts a case aside until a moment; its clock stands still. */
  readonly hold: (caseId: string, body: CaseHoldBody, options?: SendOptions) => Promise<PublicChangedCase>;
  /** Hands a case to those who manage queues. */
  readonly escalate: (caseId: string, body: CaseEscalationBody, options?: SendOptions) => Promise<PublicChangedCase>;
  /** Decides a case that the person has; what follows is sent ten seconds later. */
  readonly decide: (caseId: string, body: CaseDecisionBody, options?: SendOptions) => Promise<PublicChangedCase>;
  /** Takes a decision of the person back within ten seconds. */
  readonly undo: (caseId: string, body: CaseAgentBody, options?: SendOptions) => Promise<PublicChangedCase>;
  /** About the event of the case, oldest first. */
  readonly notes: (caseId: string, options?: SendOptions) => Promise<PublicCaseNotes['notes']>;
  /** Gives all notes with the new one. */
  readonly addNote: (caseId: string, body: CaseNoteBody, options?: SendOptions) => Promise<PublicCaseNotes['notes']>;
};

const queryText = (query: PublicCasesQuery): string => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString();
};

/** Calls about cases. */
export const createCases = (call: Transport['call']): Cases => {
  const get = (name: CaseCall, caseId: string | null, sending?: SendOptions, query = '') => {
    const path = pathOf(CASE_CALLS[name], caseId === null ? {} : { caseId });
    return call('GET', query === '' ? path : `${path}?${query}`, null, sending);
  };
  const change = (name: CaseCall, caseId: string | null, body: object, sending?: SendOptions) =>
    call('POST', pathOf(CASE_CALLS[name], caseId === null ? {} : { caseId }), body, { ...sending, changesOnce: true });
  const changed = async (...given: Parameters<typeof change>) => (await change(...given)) as PublicChangedCase;
  return {
    queues: async (sending) => ((await get('queues', null, sending)) as PublicQueues).queues,
    list: async (query, sending) => (await get('list', null, sending, queryText(query))) as PublicCases,
    send: async (body, sending) => (await change('send', null, body, sending)) as PublicSentCase,
    lease: async (body, sending) => (await change('lease', null, body, sending)) as PublicLeasedCase,
    read: async (caseId, sending) => (await get('read', caseId, sending)) as PublicCase,
    extend: (caseId, body, sending) => changed('extend', caseId, body, sending),
    giveBack: (caseId, body, sending) => changed('giveBack', caseId, body, sending),
    hold: (caseId, body, sending) => changed('hold', caseId, body, sending),
    escalate: (caseId, body, sending) => changed('escalate', caseId, body, sending),
    decide: (caseId, body, sending) => changed('decide', caseId, body, sending),
    undo: (caseId, body, sending) => changed('undo', caseId, body, sending),
    notes: async (caseId, sending) => ((await get('notes', caseId, sending)) as PublicCaseNotes).notes,
    addNote: async (caseId, body, sending) =>
      ((await change('addNote', caseId, body, sending)) as PublicCaseNotes).notes,
  };
};
