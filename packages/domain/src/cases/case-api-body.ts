import { isCleanText, isGuid, type JsonObject } from '@redoubt/kernel';
import { newReading, shapeBody, type BodyProblem } from '../events/body-shape.ts';
import { boolean, dateTime, object, objectSchema, text, type ObjectSchema } from '../events/schema/object-schema.ts';
import { MAX_CASE_NOTE, MAX_CASE_REASON } from './case-lifecycle.ts';
import { MAX_NOTE } from './notes.ts';

const MAX_AGENT = 100;
const MAX_DECISION = 120;
const MAX_EVENT_TYPE = 60;
const MAX_EVENT_ID = 256;

const agent = object(
  objectSchema({
    id: text({ required: true, description: 'Of the person in your tool, up to 100 characters; leases belong to it.' }),
    name: text({ required: true, description: 'As the history of the case names the person, up to 100 characters.' }),
  }),
  { required: true, description: 'The person who acts.' },
);

/** Body of a call that only says who makes it. */
export const CASE_AGENT_BODY = objectSchema({ agent });

/** Body that takes a case. */
export const CASE_LEASE_BODY = objectSchema({
  agent,
  queueId: text({ required: true, description: 'Id of the queue.' }),
  caseId: text({ description: 'Id of a case of the queue; without it the next in the order of the queue is taken.' }),
  giveBack: boolean({ description: 'Gives back what the person has in review; else the call is refused then.' }),
});

/** Body that decides a case. */
export const CASE_DECISION_BODY = objectSchema({
  agent,
  decision: text({ required: true, description: 'Name of one of the decisions that reading the case lists.' }),
  reason: text({ required: true, description: 'One of the reasons of that decision.' }),
  note: text({ description: 'Up to 4,000 characters; part of the history of the case.' }),
});

/** Body that hands a case to those who manage queues. */
export const CASE_ESCALATION_BODY = objectSchema({
  agent,
  reason: text({ required: true, description: 'Why, in words; part of the history of the case.' }),
});

/** Body that puts a case aside. */
export const CASE_HOLD_BODY = objectSchema({
  agent,
  until: dateTime({ required: true, description: 'When it waits in its queue again: up to 30 days ahead.' }),
  reason: text({ required: true, description: 'Why, in words; part of the history of the case.' }),
});

/** Body that sends an event to review. */
export const CASE_SEND_BODY = objectSchema({
  agent,
  eventType: text({ required: true, description: 'Assessment of the event, as its address names it: `purchase`.' }),
  eventId: text({ required: true, description: 'Id of the event, such as the purchase id.' }),
  queueId: text({
    description:
      'Id of the queue; without it the routing rules that held when the event was decided choose, else General.',
  }),
  reason: text({ required: true, description: 'Why, in words; part of the history of the case.' }),
});

/** Body that writes a note about the event of a case. */
export const CASE_NOTE_BODY = objectSchema({
  agent,
  text: text({ required: true, description: 'Up to 4,000 characters.' }),
});

export type CaseAgentBody = { readonly agent: { readonly id: string; readonly name: string } };
export type CaseLeaseBody = CaseAgentBody & {
  readonly queueId: string;
  readonly caseId?: string;
  readonly giveBack?: boolean;
};
export type CaseDecisionBody = CaseAgentBody & {
  readonly decision: string;
  readonly reason: string;
  readonly note?: string;
};
export type CaseEscalationBody = CaseAgentBody & { readonly reason: string };
export type CaseHoldBody = CaseEscalationBody & { readonly until: string };
export type CaseSendBody = CaseEscalationBody & {
  readonly eventType: string;
  readonly eventId: string;
  readonly queueId?: string;
};
export type CaseNoteBody = CaseAgentBody & { readonly text: string };

const EXAMPLE_AGENT = { id: 'u-118', name: 'Noor Haddad' } as const;

/** Bodies about cases: what the document shows is what the tests send. */
export const CASE_API_EXAMPLES = {
  agent: { agent: EXAMPLE_AGENT },
  lease: { agent: EXAMPLE_AGENT, queueId: '00000000-0000-0000-0000-000000000000' },
  decision: { agent: EXAMPLE_AGENT, decision: 'Reject', reason: 'Stolen card', note: 'The bank confirmed the theft.' },
  escalation: { agent: EXAMPLE_AGENT, reason: 'More than I may decide.' },
  hold: { agent: EXAMPLE_AGENT, until: '2026-03-16T09:00:00.000Z', reason: 'The customer sends a bill.' },
  send: {
    agent: EXAMPLE_AGENT,
    eventType: 'purchase',
    eventId: 'p-1048',
    reason: 'The customer reports a stolen card.',
  },
  note: { agent: EXAMPLE_AGENT, text: 'Called the customer: nobody answered.' },
} as const satisfies Readonly<Record<string, JsonObject>>;

/** Most characters, by place. */
const LIMITS: Readonly<Record<string, number>> = {
  '$.agent.id': MAX_AGENT,
  '$.agent.name': MAX_AGENT,
  '$.decision': MAX_DECISION,
  '$.eventType': MAX_EVENT_TYPE,
  '$.eventId': MAX_EVENT_ID,
  '$.reason': MAX_CASE_REASON,
  '$.note': MAX_CASE_NOTE,
  '$.text': MAX_NOTE,
};
const IDS: ReadonlySet<string> = new Set(['$.queueId', '$.caseId']);

const textProblems = (path: string, value: string, isRequired: boolean): readonly BodyProblem[] => {
  const most = LIMITS[path];
  if (IDS.has(path)) return isGuid(value) ? [] : [{ path, message: 'expected an id' }];
  if (isRequired && value.trim() === '') return [{ path, message: 'expected a text that is not empty' }];
  if (most !== undefined && value.length > most) {
    return [{ path, message: `has ${value.length} characters, at most ${most} are allowed` }];
  }
  return isCleanText(value) ? [] : [{ path, message: 'holds NUL or half a surrogate pair' }];
};

const problemsIn = (schema: ObjectSchema, body: JsonObject, at: string): readonly BodyProblem[] =>
  Object.entries(schema).flatMap(([name, field]) => {
    const value = body[name];
    const path = `${at}.${name}`;
    if (field.type === 'object') return problemsIn(field.schema, (value ?? {}) as JsonObject, path);
    return typeof value === 'string' ? textProblems(path, value, field.required) : [];
  });

/** Brings the names of a body about cases to their spelling, and lists all that is wrong with it. */
export const shapeCaseBody = (schema: ObjectSchema, body: JsonObject): readonly BodyProblem[] => {
  const shaped = shapeBody(schema, body, newReading(true));
  return shaped.length > 0 ? shaped : problemsIn(schema, body, '$');
};
