import * as contracts from '@redoubt/contracts';
import { CASE_API_EXAMPLES, GENERAL_QUEUE_ID } from '@redoubt/domain';
import { HOUR_MS, type JsonObject } from '@redoubt/kernel';
import type { ConsoleCall } from './console-app.ts';
import { PERSONAL_PURCHASE } from './personal-things.ts';
import { SCENE_START_MS, type SceneTenant } from './scene.ts';

export const EVENT_ID = 'order-with-a-person';
export const SESSION_ID = 'session-of-a-person';

export const hereIn = (of: SceneTenant) => ({ environmentId: of.environmentId });
export const eventIn = (of: SceneTenant) => ({
  ...hereIn(of),
  eventType: 'purchase',
  eventEnvironmentId: of.environmentId,
  eventId: EVENT_ID,
});
const range = {
  from: new Date(SCENE_START_MS - HOUR_MS).toISOString(),
  to: new Date(SCENE_START_MS + HOUR_MS).toISOString(),
};

export const USER = PERSONAL_PURCHASE['user'] as { readonly email: string; readonly userId: string };
export const SEARCH = { eventType: 'purchase' as const, ...range, includeChildren: true, filters: [] };

/** Calls whose answers tell about events, each with the values it says itself; all are answered. */
export const telling = (
  of: SceneTenant,
): readonly (readonly [contracts.Endpoint, ConsoleCall<contracts.Endpoint>])[] => [
  [contracts.getEvent, { params: eventIn(of) }],
  [contracts.explainEvent, { params: eventIn(of) }],
  [contracts.replayEvent, { params: eventIn(of) }],
  [contracts.getEventNotes, { params: eventIn(of) }],
  [contracts.getEventTimeline, { params: eventIn(of) }],
  [contracts.getLinkedEvents, { params: eventIn(of), query: { attributes: 'email,userId', list: 'all' } }],
  [contracts.getLinkSummary, { params: eventIn(of), query: {} }],
  [contracts.getEventPlaces, { params: eventIn(of) }],
  [contracts.searchEvents, { params: hereIn(of), body: SEARCH }],
  [
    contracts.searchEvents,
    { params: hereIn(of), body: { ...SEARCH, filters: [{ field: 'email', operator: 'is', values: [USER.email] }] } },
  ],
  [contracts.scanEvents, { params: hereIn(of), body: { ...SEARCH, condition: '1 == 1' } }],
  [contracts.summariseSearch, { params: hereIn(of), body: SEARCH }],
  [
    contracts.searchGraph,
    { params: hereIn(of), body: { ...range, seed: { of: 'event', eventType: 'purchase', eventId: EVENT_ID } } },
  ],
  [contracts.findSearchMatches, { params: hereIn(of), body: { text: USER.email } }],
  [contracts.findSupportAccounts, { params: hereIn(of), body: { by: 'email', value: USER.email, ...range } }],
  [contracts.getSupportAccount, { params: hereIn(of), body: { purchaseId: EVENT_ID, ...range } }],
  [contracts.getQueueCases, { params: { ...hereIn(of), queueId: GENERAL_QUEUE_ID }, query: {} }],
  [contracts.getCase, { params: { ...hereIn(of), eventType: 'purchase', eventId: EVENT_ID } }],
  [contracts.getDeviceSession, { params: { ...hereIn(of), sessionId: SESSION_ID } }],
  [contracts.getVelocitySymbolTable, { params: hereIn(of) }],
  [contracts.getIntegrationStatus, { params: hereIn(of) }],
  [contracts.getRecentCalls, { params: { ...hereIn(of), api: 'purchase' } }],
  [contracts.getMonitor, { params: { ...hereIn(of), assessment: 'purchase' }, query: {} }],
  [contracts.getMonitorUsual, { params: { ...hereIn(of), assessment: 'purchase' }, query: {} }],
  [contracts.getSymbolTable, { params: { ...hereIn(of), assessment: 'purchase' } }],
  [contracts.getRoutingSymbols, { params: { ...hereIn(of), assessment: 'purchase' } }],
];

/** What an analyst does with a case, from taking it to giving it back. */
export const caseOperations = (
  of: SceneTenant,
  caseId: string,
): readonly (readonly [contracts.Endpoint, ConsoleCall<contracts.Endpoint>])[] => {
  const one = { params: { ...hereIn(of), caseId } };
  const start = [contracts.startReview, { params: { ...hereIn(of), queueId: GENERAL_QUEUE_ID }, body: {} }] as const;
  const body = { decision: 'Approve', reason: 'Other', takeNext: false };
  return [
    start,
    [contracts.extendLease, one],
    [contracts.decideCase, { ...one, body }],
    [contracts.undoCaseDecision, one],
    [contracts.sendBackCase, one],
  ];
};

const { agent: AGENT, lease: LEASE, decision: DECISION, note: NOTE } = CASE_API_EXAMPLES;

/** The same by an outside tool. */
export const TOOL_CALLS: readonly (readonly [contracts.CaseCall, JsonObject?])[] = [
  ['queues'],
  ['list'],
  ['lease', LEASE],
  ['extend', AGENT],
  ['read'],
  ['notes'],
  ['addNote', NOTE],
  ['decide', DECISION],
  ['undo', AGENT],
  ['giveBack', AGENT],
];
