import * as contracts from '@redoubt/contracts';
import { DAY_MS, newId, type Id } from '@redoubt/kernel';
import { kindCodeOf } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createConsoleApp, type ConsoleApp, type ConsoleCall } from '../../testing/console-app.ts';
import { createTenant, sceneClock, type SceneTenant } from '../../testing/scene.ts';
import { QUEUE_TEXT } from '../changes/queue-scenarios.ts';

const db = useDatabase();
const clock = sceneClock();
const ANALYST = 'ManualReviewAnalyst';
let consoleApp: ConsoleApp;
let tenant: SceneTenant;
let queueId: Id;
let caseId: Id;

beforeAll(async () => {
  consoleApp = await createConsoleApp(db.database, clock);
});
afterAll(() => consoleApp.app.close());

const here = () => ({ environmentId: tenant.environmentId });
const personWith = (role: 'ProductAdmin' | typeof ANALYST | 'AllAreasViewer') => consoleApp.personWith(tenant, role);

/** A queue that is assigned to no one, with one case. */
beforeEach(async () => {
  tenant = await createTenant(db.database);
  queueId = (await personWith('ProductAdmin').call(contracts.createQueue, { params: here(), body: QUEUE_TEXT })).id;
  caseId = newId();
  const at = new Date(clock.now());
  await db.asAdmin(
    `insert into review_case (tenant_id, environment_id, kind, event_id, case_id, position, event_time, received_at,
        queue_id, settles_at, due_at) values ($1, $2, $3, 'order-1', $4, 1, $5, $5, $6, $5, $7)`,
    [
      tenant.tenantId,
      tenant.environmentId,
      kindCodeOf('purchase'),
      caseId,
      at,
      queueId,
      new Date(clock.now() + DAY_MS),
    ],
  );
});

const verdict = { decision: 'Reject', reason: 'Stolen card', note: '' };

/** Every call of an agent that names a queue or a case. */
const callsOfAgents = (): readonly (readonly [contracts.Endpoint, ConsoleCall<contracts.Endpoint>])[] => {
  const ofQueue = { params: { ...here(), queueId } };
  const ofCase = { params: { ...here(), caseId } };
  return [
    [contracts.getQueueCases, { ...ofQueue, query: {} }],
    [contracts.startReview, { ...ofQueue, body: {} }],
    [contracts.startReview, { ...ofQueue, body: { caseId } }],
    [contracts.getCase, { params: { ...here(), eventType: 'purchase', eventId: 'order-1' } }],
    [contracts.getCaseHistory, { ...ofCase, query: {} }],
    [contracts.extendLease, ofCase],
    [contracts.sendBackCase, ofCase],
    [contracts.holdCase, { ...ofCase, body: { reason: 'Call back', until: new Date(clock.now() + DAY_MS) } }],
    [contracts.escalateCase, { ...ofCase, body: { reason: 'Unclear' } }],
    [contracts.assignCase, { ...ofCase, body: { agentId: null } }],
    [contracts.decideCase, { ...ofCase, body: verdict }],
    [contracts.undoCaseDecision, ofCase],
  ];
};

const NAMES_ONE = /:queueId\/(?:cases|next)|\/cases\/(?:of\/|:caseId)/;

describe('the cases of a queue', () => {
  it('are named by the calls that are tried here, and by no other call of an agent', () => {
    const known = contracts.ENDPOINTS.filter(
      ({ path, permission }) =>
        path.startsWith('/platform/') && NAMES_ONE.test(path) && permission.startsWith('caseReview'),
    );
    const tried = new Set(callsOfAgents().map(([{ id }]) => id));
    expect([...tried].toSorted()).toEqual(known.map(({ id }) => id).toSorted());
  });

  it('are not there for an agent whom the queue is not assigned to', async () => {
    const agent = personWith(ANALYST);
    for (const [endpoint, call] of callsOfAgents()) {
      const response = await agent.send(endpoint, call);
      expect([endpoint.id, response.statusCode, response.json<{ code: string }>().code]).toEqual([
        endpoint.id,
        404,
        endpoint.path.includes(':queueId') ? 'QUEUE-UNKNOWN' : 'CASE-UNKNOWN',
      ]);
    }
    const { results } = await agent.call(contracts.decideCases, {
      params: here(),
      body: { ...verdict, caseIds: [caseId] },
    });
    expect(results).toEqual([{ caseId, eventId: null, outcome: 'skipped', problem: 'CASE-UNKNOWN', takenFrom: null }]);
    const { queues } = await agent.call(contracts.getQueues, { params: here() });
    expect(queues).toMatchObject([{ id: queueId, mine: false, canView: false, canReview: false }, { mine: true }]);
  });

  it('are there for the agent once it is, and for those who manage queues or only read', async () => {
    const admin = personWith('ProductAdmin');
    const list = (person: typeof admin) =>
      person.call(contracts.getQueueCases, { params: { ...here(), queueId }, query: {} });
    for (const person of [admin, personWith('AllAreasViewer')])
      expect(await list(person)).toMatchObject({ cases: [{ id: caseId }] });
    const { version } = await admin.call(contracts.getQueue, { params: { ...here(), queueId } });
    await admin.call(contracts.assignQueue, {
      params: { ...here(), queueId },
      body: { version, assignees: [{ id: ANALYST, kind: 'group' }] },
    });
    expect(await list(personWith(ANALYST))).toMatchObject({ cases: [{ id: caseId }], canReview: true });
  });
});
