import * as contracts from '@redoubt/contracts';
import { newId, type Id } from '@redoubt/kernel';
import { kindCodeOf } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createConsoleApp, type ConsoleApp, type ConsolePerson } from '../../testing/console-app.ts';
import { createTenant, SCENE_START_MS, sceneClock, type SceneTenant } from '../../testing/scene.ts';

const db = useDatabase();
let consoleApp: ConsoleApp;
let tenant: SceneTenant;
/** Works on General, and not on the queue of the case. */
let agent: ConsolePerson;
let senior: ConsolePerson;
const queueId = newId();
const caseId = newId();

const addCase = (id: Id, eventId: string) =>
  db.asAdmin(
    `insert into review_case (tenant_id, environment_id, kind, event_id, case_id, position, event_time, received_at,
        queue_id, settles_at, due_at)
      values ($1, $2, $3, $4, $5, 1, $6::timestamptz, $6, $7, $6, $6::timestamptz + interval '1 day')`,
    [
      tenant.tenantId,
      tenant.environmentId,
      kindCodeOf('purchase'),
      eventId,
      id,
      new Date(SCENE_START_MS - 60_000),
      queueId,
    ],
  );

beforeAll(async () => {
  consoleApp = await createConsoleApp(db.database, sceneClock());
  tenant = await createTenant(db.database);
  agent = consoleApp.personWith(tenant, 'ManualReviewAnalyst');
  senior = consoleApp.personWith(tenant, 'ManualReviewSeniorAnalyst');
  await db.asAdmin(
    `insert into case_queue (tenant_id, queue_id, environment_id, assessment, name, name_key, description, sequence,
        order_by, direction, timeout_ms, default_decision, paused, changed_by, changed_at)
      values ($1, $2, $3, 'purchase', 'Cards', 'cards', '', 'Unrestricted', 'eventTime', 'asc', 3600000, 'Approve', false,
        'Mara Lindqvist', now())`,
    [tenant.tenantId, queueId, tenant.environmentId],
  );
  await db.asAdmin(
    `insert into case_queue_assignee values ($1, $2, 'ManualReviewSeniorAnalyst', 'group', 'Senior analysts')`,
    [tenant.tenantId, queueId],
  );
  await addCase(caseId, 'p-1');
});
afterAll(() => consoleApp.app.close());

const here = () => ({ environmentId: tenant.environmentId });
const one = () => ({ ...here(), caseId });
const REJECT = { decision: 'Reject', reason: 'Stolen card', note: '' };

describe('an agent who does not work on a queue', () => {
  it('finds none of its cases, by whatever address', async () => {
    const until = new Date(SCENE_START_MS + 60_000).toISOString();
    const answers = await Promise.all([
      agent.send(contracts.getQueueCases, { params: { ...here(), queueId }, query: {} }),
      agent.send(contracts.getCase, { params: { ...here(), eventType: 'purchase', eventId: 'p-1' } }),
      agent.send(contracts.getCaseHistory, { params: one(), query: {} }),
      agent.send(contracts.startReview, { params: { ...here(), queueId }, body: {} }),
      agent.send(contracts.extendLease, { params: one() }),
      agent.send(contracts.sendBackCase, { params: one() }),
      agent.send(contracts.holdCase, { params: one(), body: { until, reason: 'Call' } }),
      agent.send(contracts.escalateCase, { params: one(), body: { reason: 'Large' } }),
      agent.send(contracts.decideCase, { params: one(), body: { ...REJECT } }),
      agent.send(contracts.undoCaseDecision, { params: one() }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 404));
  });

  it('is refused what only managers of queues do', async () => {
    const answers = await Promise.all([
      agent.send(contracts.releaseCase, { params: one() }),
      agent.send(contracts.returnCase, { params: one() }),
      agent.send(contracts.reopenCase, { params: one(), body: { reason: 'x' } }),
      agent.send(contracts.moveCases, { params: here(), body: { caseIds: [caseId], queueId } }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403]);
  });

  it('skips them in a bulk decision without learning whether they are there', async () => {
    const absent = newId();
    const { results } = await agent.call(contracts.decideCases, {
      params: here(),
      body: { ...REJECT, caseIds: [caseId, absent] },
    });
    const skipped = { eventId: null, outcome: 'skipped', problem: 'CASE-UNKNOWN', takenFrom: null };
    expect(results).toEqual([
      { caseId, ...skipped },
      { caseId: absent, ...skipped },
    ]);
  });
});

describe('an agent whose role works on the queue', () => {
  it('takes, decides and takes back its case', async () => {
    const list = await senior.call(contracts.getQueueCases, { params: { ...here(), queueId }, query: {} });
    expect(list.cases.map(({ eventId }) => eventId)).toEqual(['p-1']);
    const taken = await senior.call(contracts.startReview, { params: { ...here(), queueId }, body: {} });
    expect(taken.case).toMatchObject({ id: caseId, lease: { own: true } });
    const decided = await senior.call(contracts.decideCase, { params: one(), body: { ...REJECT } });
    expect(decided.case).toMatchObject({ state: 'Decided', decision: { name: 'Reject' } });
    const undone = await senior.call(contracts.undoCaseDecision, { params: one() });
    expect(undone.case).toMatchObject({ state: 'InReview', decision: null });
  });
});
