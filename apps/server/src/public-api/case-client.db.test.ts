import { createClient, type Client } from '@redoubt/client';
import { CASE_API_EXAMPLES, GENERAL_QUEUE_ID, PURCHASE_SAMPLE } from '@redoubt/domain';
import { newId } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPublicApp, type PublicApp } from '../testing/public-app.ts';
import { applicationOf, createCallers, createTenant, sceneClock, type SceneTenant } from '../testing/scene.ts';

const db = useDatabase();
const callers = createCallers();
const clock = sceneClock();
let tenant: SceneTenant;
let running: PublicApp;
let client: Client;

beforeAll(async () => {
  running = await createPublicApp(db.database, clock, callers.verify);
  const origin = await running.app.listen({ host: '127.0.0.1', port: 0 });
  tenant = await createTenant(db.database);
  const roles = ['Risk_API', 'Case_API'] as const;
  const grants = JSON.stringify([{ environmentId: null, roles }]);
  await db.asAdmin('update application set grants = $2 where client_id = $1', [tenant.clientId, grants]);
  await running.plans.refresh(tenant.tenantId);
  const token = callers.headerFor({ ...applicationOf(tenant), apiRoles: [...roles] }).replace('Bearer ', '');
  client = createClient({
    origin,
    environment: tenant.environmentId,
    timeoutMs: 60_000,
    tokens: { token: () => Promise.resolve(token), refused: () => undefined },
  });
});
afterAll(() => running.close());

/** A purchase with a case, as if a rule had sent it to review. */
const addCase = async (eventId: string): Promise<string> => {
  await client.send('purchase', { ...PURCHASE_SAMPLE, purchaseId: eventId } as Parameters<
    typeof client.send<'purchase'>
  >[1]);
  await running.settled();
  const id = newId();
  await db.asAdmin(
    `insert into review_case (tenant_id, environment_id, kind, event_id, case_id, position, event_time, received_at,
        queue_id, settles_at, due_at)
      values ($1, $2, 1, $3, $4, 1, $5::timestamptz, $5, $6, $5, $5::timestamptz + interval '1 day')`,
    [tenant.tenantId, tenant.environmentId, eventId, id, new Date(clock.now()), GENERAL_QUEUE_ID],
  );
  return id;
};

it('the client lists, takes, notes, decides and undoes against the server', async () => {
  const { cases } = client;
  const { agent, lease, decision, note } = CASE_API_EXAMPLES;
  const caseId = await addCase('p-1');
  expect(await cases.queues()).toEqual([
    { id: GENERAL_QUEUE_ID, name: 'General', sequence: 'Unrestricted', paused: false },
  ]);
  const page = await cases.list({ queueId: GENERAL_QUEUE_ID, limit: 10 });
  expect(page).toMatchObject({ total: 1, nextCursor: null, cases: [{ id: caseId }] });
  expect((await cases.lease(lease)).case).toMatchObject({ id: caseId, lease: { agent: 'Noor Haddad (Shop)' } });
  expect((await cases.extend(caseId, agent)).case.lease?.extensions).toBe(1);
  expect(await cases.addNote(caseId, note)).toMatchObject([{ text: note.text }]);
  expect(await cases.notes(caseId)).toHaveLength(1);
  expect((await cases.read(caseId)).decisions.map(({ name }) => name)).toEqual(['Approve', 'Reject']);
  expect((await cases.decide(caseId, decision)).case).toMatchObject({ state: 'Decided' });
  const other = { ...decision, agent: { id: 'u-2', name: 'Tomas Nagy' } };
  await expect(cases.decide(caseId, other)).rejects.toMatchObject({
    status: 409,
    retryable: false,
    message: expect.stringContaining('already decided by Noor Haddad (Shop)') as string,
  });
  expect((await cases.undo(caseId, agent)).case.state).toBe('InReview');
  expect((await cases.giveBack(caseId, agent)).case.state).toBe('Pending');
});

it('the client sends an event to review once, which then waits in its queue', async () => {
  const { cases } = client;
  await client.send('purchase', { ...PURCHASE_SAMPLE, purchaseId: 'p-sent' } as Parameters<
    typeof client.send<'purchase'>
  >[1]);
  await running.settled();
  const body = { ...CASE_API_EXAMPLES.send, eventId: 'p-sent' };
  const { case: sent } = await cases.send({ ...body, queueId: GENERAL_QUEUE_ID });
  expect(sent).toMatchObject({ queueId: GENERAL_QUEUE_ID, queue: 'General' });
  expect((await cases.read(sent.id)).case).toMatchObject({ eventId: 'p-sent', state: 'Pending' });
  await expect(cases.send(body)).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('The event p-sent has a case already.') as string,
  });
  await expect(cases.send({ ...body, eventId: 'p-none' })).rejects.toMatchObject({ status: 404 });
  await expect(cases.send({ ...body, queueId: newId() })).rejects.toMatchObject({ status: 404 });
  await expect(cases.send({ ...body, reason: ' ' })).rejects.toMatchObject({ status: 400 });
  const entries = await db.asAdmin(`select actor, source from case_entry where event_id = 'p-sent'`);
  expect(entries).toEqual([{ actor: 'Noor Haddad (Shop)', source: 'Api' }]);
});
