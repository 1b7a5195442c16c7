import { CASE_CALLS, type CaseCall } from '@redoubt/contracts';
import { CASE_API_EXAMPLES, GENERAL_QUEUE_ID, type ApiRole } from '@redoubt/domain';
import { newId, SECOND_MS, type Id, type JsonObject } from '@redoubt/kernel';
import { kindCodeOf } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPublicApp, type PublicApp } from '../testing/public-app.ts';
import { applicationOf, createCallers, createTenant, sceneClock, type SceneTenant } from '../testing/scene.ts';

const db = useDatabase();
const callers = createCallers();
const clock = sceneClock();
let tenant: SceneTenant;
let running: PublicApp;
let caseId: Id;
let cases = 0;

const grant = async (of: SceneTenant, environmentId: Id | null, roles: readonly ApiRole[]): Promise<void> => {
  const grants = JSON.stringify([{ environmentId, roles }]);
  await db.asAdmin('update application set grants = $2 where client_id = $1', [of.clientId, grants]);
  await running.plans.refresh(of.tenantId);
};

beforeAll(async () => {
  running = await createPublicApp(db.database, clock, callers.verify);
});
afterAll(() => running.close());

beforeEach(async () => {
  tenant = await createTenant(db.database);
  await grant(tenant, null, ['Risk_API', 'Case_API']);
  caseId = await addCase(tenant.environmentId);
});

const addCase = async (environmentId: Id, queueId: Id = GENERAL_QUEUE_ID): Promise<Id> => {
  const id = newId();
  cases += 1;
  await db.asAdmin(
    `insert into review_case (tenant_id, environment_id, kind, event_id, case_id, position, event_time, received_at,
        queue_id, settles_at, due_at)
      values ($1, $2, $3, $4, $5, $6, $7::timestamptz, $7, $8, $7, $7::timestamptz + interval '1 day')`,
    [tenant.tenantId, environmentId, kindCodeOf('purchase'), `p-${cases}`, id, cases, new Date(clock.now()), queueId],
  );
  return id;
};

const addQueue = async (name: string): Promise<Id> => {
  const id = newId();
  await db.asAdmin(
    `insert into case_queue (tenant_id, queue_id, environment_id, assessment, name, name_key, description, sequence, order_by,
        direction, timeout_ms, default_decision, changed_by, changed_at)
      values ($1, $2, $3, 'purchase', $4, lower($4), '', 'Unrestricted', 'eventTime', 'asc', 3600000, 'Approve', 'Mara', now())`,
    [tenant.tenantId, id, tenant.environmentId, name],
  );
  return id;
};

const assign = (queueId: Id, clientId: string) =>
  db.asAdmin(`insert into case_queue_assignee values ($1, $2, $3, 'application', 'Shop')`, [
    tenant.tenantId,
    queueId,
    clientId,
  ]);

const pathOf = (call: CaseCall, id: string = caseId): string => CASE_CALLS[call].path.replace(':caseId', id);

type Sent = {
  readonly body?: JsonObject;
  readonly query?: string;
  readonly id?: string;
  readonly roles?: readonly ApiRole[];
};

const send = async (call: CaseCall, { body, query = '', id, roles = ['Risk_API', 'Case_API'] }: Sent = {}) => {
  const response = await running.app.inject({
    method: CASE_CALLS[call].method,
    url: `${pathOf(call, id)}${query}`,
    headers: {
      authorization: callers.headerFor({ ...applicationOf(tenant), apiRoles: roles }),
      'x-ms-dfpenvid': tenant.environmentId,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  const answer: unknown = response.json();
  if (response.statusCode === 200) CASE_CALLS[call].response.parse(answer);
  return { status: response.statusCode, body: answer as JsonObject };
};

const { agent, lease, decision } = CASE_API_EXAMPLES;
const OTHER = { id: 'u-2', name: 'Tomas Nagy' };
const messageOf = ({ body }: { readonly body: JsonObject }) => body['Message'];

describe('an outside case tool', () => {
  it('lists, takes, extends and decides a case, and takes the decision back', async () => {
    expect((await send('queues')).body).toMatchObject({ queues: [{ id: GENERAL_QUEUE_ID, name: 'General' }] });
    const list = await send('list', { query: `?queueId=${GENERAL_QUEUE_ID}` });
    expect(list.body).toMatchObject({ total: 1, cases: [{ id: caseId, state: 'Pending' }] });
    expect(await send('lease', { body: lease })).toMatchObject({
      status: 200,
      body: { case: { id: caseId, lease: { agent: 'Noor Haddad (Shop)', own: true } } },
    });
    expect(await send('extend', { body: agent })).toMatchObject({ body: { case: { lease: { extensions: 1 } } } });
    expect(await send('decide', { body: decision })).toMatchObject({
      status: 200,
      body: { case: { state: 'Decided', decision: { name: 'Reject', by: 'Noor Haddad (Shop)', source: 'Api' } } },
    });
    expect((await send('read')).body).toMatchObject({ consequences: [{ step: 'status' }, { step: 'label' }] });
    expect(await send('undo', { body: agent })).toMatchObject({ status: 200, body: { case: { state: 'InReview' } } });
    expect(await send('giveBack', { body: agent })).toMatchObject({
      body: { case: { state: 'Pending', lease: null } },
    });
  });

  it('puts a case aside, and hands one to a manager', async () => {
    const second = await addCase(tenant.environmentId);
    await send('lease', { body: { ...lease, caseId } });
    const past = await send('hold', { body: { ...CASE_API_EXAMPLES.hold, until: '2026-03-01T00:00:00Z' } });
    expect([past.status, messageOf(past)]).toEqual([400, expect.stringContaining('30')]);
    expect((await send('hold', { body: { ...CASE_API_EXAMPLES.hold, until: 'soon' } })).status).toBe(400);
    expect(await send('hold', { body: CASE_API_EXAMPLES.hold })).toMatchObject({
      status: 200,
      body: { case: { id: caseId, state: 'OnHold' } },
    });
    await send('lease', { body: { ...lease, caseId: second } });
    expect(await send('escalate', { body: CASE_API_EXAMPLES.escalation, id: second })).toMatchObject({
      status: 200,
      body: { case: { id: second, state: 'Escalated' } },
    });
    expect((await send('escalate', { body: CASE_API_EXAMPLES.escalation, id: second })).status).toBe(409);
  });

  it('acts for several people, each with a case of their own', async () => {
    const second = await addCase(tenant.environmentId);
    await send('lease', { body: lease });
    expect(await send('lease', { body: { ...lease, agent: OTHER } })).toMatchObject({ body: { case: { id: second } } });
    const taken = await send('lease', { body: { ...lease, agent: OTHER, caseId, giveBack: true } });
    expect([taken.status, messageOf(taken)]).toEqual([
      409,
      expect.stringMatching(/^Noor Haddad \(Shop\) has the case in review until /),
    ]);
    const open = await send('lease', { body: { ...lease, caseId: second } });
    expect([open.status, messageOf(open)]).toEqual([409, expect.stringContaining(caseId)]);
  });

  it('learns who decided a case meanwhile, when and as what', async () => {
    await send('lease', { body: lease });
    await send('decide', { body: decision });
    const late = await send('decide', { body: { ...decision, agent: OTHER } });
    const at = new Date(clock.now()).toISOString();
    expect([late.status, messageOf(late)]).toEqual([
      409,
      `The case was already decided by Noor Haddad (Shop) at ${at} as Reject.`,
    ]);
    clock.advance(11 * SECOND_MS);
    const undo = await send('undo', { body: agent });
    expect([undo.status, messageOf(undo)]).toEqual([409, 'The decision cannot be taken back any more.']);
  });

  it('is told every wrong place of a body, and what can be chosen', async () => {
    const wrong = await send('lease', { body: { agent: { id: '' }, queueId: 7 } });
    expect([wrong.status, messageOf(wrong)]).toEqual([400, expect.stringContaining('name')]);
    expect((await send('list')).status).toBe(400);
    expect((await send('list', { query: '?queueId=7' })).status).toBe(400);
    await send('lease', { body: lease });
    const unknown = await send('decide', { body: { ...decision, decision: 'Maybe' } });
    expect([unknown.status, messageOf(unknown)]).toEqual([
      422,
      'There is no decision Maybe. The decisions are: Approve, Reject.',
    ]);
  });
});

describe('a case that is not of the environment', () => {
  it('is there for no call', async () => {
    const elsewhere = await addCase(tenant.childId);
    const bodies: Partial<Record<CaseCall, JsonObject>> = {
      extend: agent,
      giveBack: agent,
      undo: agent,
      decide: decision,
      hold: CASE_API_EXAMPLES.hold,
      escalate: CASE_API_EXAMPLES.escalation,
      addNote: CASE_API_EXAMPLES.note,
    };
    for (const call of (Object.keys(CASE_CALLS) as CaseCall[]).filter((each) => pathOf(each).includes(caseId))) {
      for (const id of [elsewhere, newId(), 'no-id']) {
        const body = bodies[call];
        expect([call, (await send(call, { id, ...(body && { body }) })).status]).toEqual([call, 404]);
      }
    }
    expect((await send('lease', { body: { ...lease, caseId: elsewhere } })).status).toBe(404);
    expect((await send('list', { query: `?queueId=${newId()}` })).status).toBe(404);
  });
});

it('an application works on the queues that are assigned to it and on General, and finds no other', async () => {
  const [own, other] = [await addQueue('Own'), await addQueue('Other')];
  await assign(own, tenant.clientId);
  await assign(other, newId());
  const [mine, hidden] = [await addCase(tenant.environmentId, own), await addCase(tenant.environmentId, other)];
  expect((await send('queues')).body).toMatchObject({ queues: [{ id: own }, { id: GENERAL_QUEUE_ID }] });
  expect(await send('lease', { body: { ...lease, queueId: own } })).toMatchObject({ body: { case: { id: mine } } });
  expect((await send('list', { query: `?queueId=${other}` })).status).toBe(404);
  for (const body of [
    { ...lease, queueId: other },
    { ...lease, queueId: other, caseId: hidden },
  ])
    expect((await send('lease', { body: { ...body, agent: OTHER } })).status).toBe(404);
  expect((await send('read', { id: hidden })).status).toBe(404);
  for (const [call, body] of [
    ['decide', decision],
    ['addNote', CASE_API_EXAMPLES.note],
  ] as const)
    expect([call, (await send(call, { id: hidden, body })).status]).toEqual([call, 404]);
  await db.asAdmin('delete from case_queue_assignee where queue_id = $1', [own]);
  expect((await send('decide', { id: mine, body: decision })).status).toBe(200);
});

it('an application that was given all queues works on them without being assigned, below where it was given', async () => {
  const other = await addQueue('Other');
  await assign(other, newId());
  const found = await addCase(tenant.environmentId, other);
  const all = { roles: ['Case_API', 'CaseAllQueues_API'] as const };
  await grant(tenant, tenant.childId, [...all.roles, 'Risk_API']);
  expect((await send('read', { id: found, ...all })).status).toBe(403);
  await grant(tenant, tenant.environmentId, ['Case_API', 'CaseAllQueues_API']);
  expect((await send('queues', all)).body).toMatchObject({ queues: [{ id: other }, { id: GENERAL_QUEUE_ID }] });
  expect((await send('list', { query: `?queueId=${other}`, ...all })).body).toMatchObject({ cases: [{ id: found }] });
  expect((await send('lease', { body: { ...lease, queueId: other }, ...all })).body).toMatchObject({
    case: { id: found },
  });
  expect((await send('decide', { id: found, body: decision, ...all })).status).toBe(200);
  // A token that does not name the role does not widen the call, and the role opens nothing alone.
  expect((await send('list', { query: `?queueId=${other}`, roles: ['Case_API'] })).status).toBe(404);
  await grant(tenant, tenant.environmentId, ['CaseAllQueues_API']);
  expect((await send('queues', all)).status).toBe(403);
});

it('an application without the role is refused by every call, also with a token that says otherwise', async () => {
  for (const call of Object.keys(CASE_CALLS) as CaseCall[]) {
    expect([call, (await send(call, { roles: ['Risk_API'] })).status]).toEqual([call, 403]);
  }
  await grant(tenant, null, ['Risk_API']);
  for (const call of Object.keys(CASE_CALLS) as CaseCall[]) {
    expect([call, (await send(call)).status]).toEqual([call, 403]);
  }
});

it('notes are about the event of the case, which has to be there', async () => {
  await running.app.inject({
    method: 'POST',
    url: '/v1.0/MerchantServices/events/Purchase',
    headers: {
      authorization: callers.headerFor({ ...applicationOf(tenant), apiRoles: ['Risk_API'] }),
      'x-ms-dfpenvid': tenant.environmentId,
      'content-type': 'application/json',
    },
    payload: JSON.stringify({
      purchaseId: `p-${cases}`,
      merchantLocalDate: '2026-03-14T11:22:30.000+01:00',
      _metadata: { trackingId: newId(), merchantTimeStamp: '2026-03-14T10:22:31.120Z' },
    }),
  });
  await running.settled();
  const added = await send('addNote', { body: CASE_API_EXAMPLES.note });
  expect(added).toMatchObject({
    status: 200,
    body: { notes: [{ by: 'Noor Haddad (Shop)', text: CASE_API_EXAMPLES.note.text }] },
  });
  expect((await send('notes')).body).toEqual(added.body);
});
