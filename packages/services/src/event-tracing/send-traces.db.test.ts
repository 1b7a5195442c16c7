import type { TraceText } from '@redoubt/contracts';
import { PURCHASE_SAMPLE, type TraceEvent } from '@redoubt/domain';
import type { JsonObject } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startHostileServer, type Behaviour } from '../call-runtime/testing-server.ts';
import { putDataResidency } from '../data-residency/data-residency.ts';
import { createMerchant, type Merchant } from '../testing/merchant.ts';
import { publishNewRule } from '../testing/rule-scene.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { startSendingIn, TRACE_MEANS } from '../testing/trace-sending.ts';
import type { WorkPoll } from '../work-poll.ts';
import {
  createTraceSubscription,
  deleteTraceSubscription,
  dropTraceDeadLetters,
  replayTraceDeadLetters,
  replayTraces,
  sendTraceTest,
  setTraceSubscriptionState,
} from './trace-subscriptions.commands.ts';
import { getTraceDeadLetters, getTraceSubscriptions } from './trace-subscriptions.queries.ts';

const test = useDatabase();

type Receiver = Awaited<ReturnType<typeof startHostileServer>>;
let scene: Scene;
let merchant: Merchant;
let receiver: Receiver;
let sending: WorkPoll | undefined;
let behave: Behaviour;

const accept: Behaviour = (_request, answer) => answer.writeHead(204).end();

beforeEach(async () => {
  scene = await createScene(test.database, { Root: {}, Child: { parent: 'Root' }, Other: {} });
  scene.clock.advance(Date.now() - scene.clock.now());
  merchant = await createMerchant(test.database, scene);
  behave = accept;
  receiver = await startHostileServer({ '*': (request, answer) => behave(request, answer) });
});
afterEach(async () => {
  await sending?.close();
  sending = undefined;
  await merchant.close();
  await receiver.close();
  await test.asAdmin('delete from trace_subscription');
});

const start = (): void => {
  sending = startSendingIn(test.database, scene);
};

const root = () => scene.contextIn('Root');

const subscribe = (events: readonly TraceEvent[], changes: Partial<TraceText> = {}, environment = 'Root') =>
  createTraceSubscription(scene.contextIn(environment), TRACE_MEANS, {
    name: 'To the warehouse',
    description: '',
    events: [...events],
    kind: 'webhook',
    settings: { url: `${receiver.origin}/in` },
    secrets: {},
    filter: '',
    projection: '',
    masked: false,
    ...changes,
  });

const buy = (purchaseId: string, changes: JsonObject = {}, environment = 'Root') =>
  merchant.send(environment, 'purchase', { ...PURCHASE_SAMPLE, purchaseId, ...changes });

const bodies = (): readonly JsonObject[] => receiver.seen.map(({ body }) => JSON.parse(body) as JsonObject);
const named = (name: string): readonly JsonObject[] => bodies().filter((body) => body['name'] === name);

const eventually = (assertion: () => unknown): Promise<unknown> =>
  vi.waitFor(assertion, { timeout: 20_000, interval: 25 });

const stateNow = async (environment = 'Root') =>
  (await getTraceSubscriptions(scene.contextIn(environment), TRACE_MEANS)).subscriptions[0];

describe('events of a subscription', () => {
  it('are sent with request and response, from the environment and those below it', async () => {
    await buy('before');
    await subscribe(['assessmentCalls', 'assessments', 'observeCalls', 'observations']);
    start();
    await buy('first');
    await buy('below', {}, 'Child');
    await buy('elsewhere', {}, 'Other');
    await merchant.send('Root', 'purchaseStatus', {
      purchaseId: 'first',
      statusType: 'Approved',
      statusDate: '2026-03-14T09:00:00Z',
      _metadata: { trackingId: 'status of first', merchantTimeStamp: '2026-03-14T09:00:00Z' },
    });
    await eventually(() => expect(bodies()).toHaveLength(6));
    const [first] = named('FraudProtection.Assessment.Purchase');
    expect(first).toMatchObject({
      version: '1.0',
      metadata: { tenantId: scene.tenantId, environmentId: scene.idOf('Root') },
      request: { purchaseId: 'first' },
      response: { resultDetails: expect.any(Object) },
    });
    expect(named('FraudProtection.Assessments.Purchase').map((each) => each['eventId'])).toEqual(['first', 'below']);
    expect(named('FraudProtection.Observations.PurchaseStatus')).toMatchObject([
      { primaryEventId: 'first', assessmentApiName: 'Purchase', observationApiName: 'PurchaseStatus' },
    ]);
    expect(new Set(bodies().map((each) => each['uniqueId'])).size).toBe(6);
    await eventually(async () => expect(await stateNow()).toMatchObject({ state: 'active', lagMs: 0 }));
  });

  it('hold what rules trace', async () => {
    await publishNewRule(root(), 'Watch', ['OBSERVE Trace(amount = @"totalAmount", who = @"user.userId")']);
    await merchant.refresh();
    await subscribe(['ruleTraces']);
    start();
    await buy('traced', { totalAmount: 12.5 });
    await eventually(() => expect(bodies()).toHaveLength(1));
    expect(bodies()[0]).toMatchObject({
      name: 'FraudProtection.Trace.Rule',
      ruleName: 'Watch',
      clauseName: 'Clause 1',
      eventType: 'Purchase',
      eventId: 'traced',
      attributes: { amount: 12.5 },
    });
  });

  it('hold what people do, of the environment and of the whole tenant', async () => {
    await subscribe(['audit', 'activity']);
    start();
    await publishNewRule(root(), 'Watch', ['RETURN Approve()']);
    await eventually(() =>
      expect(named('FraudProtection.Audit').map(({ audit }) => (audit as JsonObject)['operationName'])).toEqual(
        expect.arrayContaining(['NewEventTracing', 'NewRule', 'PublishRule']),
      ),
    );
    expect(named('FraudProtection.ActivityLog')).toContainEqual(
      expect.objectContaining({ operationType: 'Create', resourceType: 'DecisionRule', resourceName: 'Watch' }),
    );
  });

  it('pass a filter, and are sent as a projection says', async () => {
    await subscribe(['assessmentCalls'], {
      filter: 'WHEN @"request.totalAmount" > 100',
      projection: 'OBSERVE Output(amount = @"request.totalAmount", event = @"name")',
    });
    start();
    await buy('small', { totalAmount: 20 });
    await buy('large', { totalAmount: 200 });
    await eventually(() => expect(bodies()).toHaveLength(1));
    expect(bodies()[0]).toEqual({
      uniqueId: expect.any(String),
      name: 'FraudProtection.Assessment.Purchase',
      version: '1.0',
      metadata: expect.any(Object),
      amount: 200,
      event: 'FraudProtection.Assessment.Purchase',
    });
  });

  it('have masks in place of personal values where the subscription says so', async () => {
    await subscribe(['assessmentCalls'], { masked: true });
    start();
    await buy('masked', { user: { userId: 'u-1234567890', email: 'nora.berg@shop.example', firstName: 'Nora' } });
    await eventually(() => expect(bodies()).toHaveLength(1));
    expect(receiver.seen[0]?.body).not.toMatch(/nora/i);
    expect(bodies()[0]).toMatchObject({ request: { purchaseId: 'masked', user: { email: 'n•••@shop.example' } } });
  });
});

describe('a destination that fails', () => {
  it('gets every event in the end, with the same id', async () => {
    let failures = 2;
    behave = (_request, answer) => answer.writeHead(failures-- > 0 ? 503 : 204).end();
    await subscribe(['assessmentCalls']);
    start();
    await buy('first');
    await eventually(() => expect(receiver.seen).toHaveLength(3));
    expect(new Set(receiver.seen.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    await eventually(async () => expect(await stateNow()).toMatchObject({ state: 'active', problem: null }));
  });

  it('loses one message that it refuses, and no other, until that is sent again', async () => {
    const refused = (body: string): boolean => body.includes('"poison"');
    behave = (request, answer) => answer.writeHead(refused(request.body) ? 422 : 204).end();
    const { id } = await subscribe(['assessmentCalls']);
    start();
    await buy('first');
    await buy('poison');
    await buy('last');
    const took = (eventId: string) => receiver.seen.filter(({ body }) => body.includes(`"${eventId}"`)).length;
    await eventually(async () => expect(await stateNow()).toMatchObject({ deadLetters: 1, state: 'active', lagMs: 0 }));
    expect([took('first') > 0, took('poison'), took('last') > 0]).toEqual([true, 3, true]);
    expect((await getTraceDeadLetters(root(), id)).deadLetters).toMatchObject([
      { source: 'log', name: 'FraudProtection.Assessment.Purchase', tries: 3, problem: 'The receiver answered 422.' },
    ]);
    behave = accept;
    await replayTraceDeadLetters(root(), id);
    await eventually(async () => expect(await stateNow()).toMatchObject({ deadLetters: 0 }));
    expect(took('poison')).toBe(4);
    expect(await dropTraceDeadLetters(root(), id)).toMatchObject({ deadLetters: 0 });
  });

  it('notifies administrators of a destination that failed ten times in a row, once', async () => {
    behave = (_request, answer) => answer.writeHead(503).end();
    await subscribe(['assessmentCalls']);
    await buy('kept');
    await test.asAdmin('update trace_subscription set failures = 9 where tenant_id = $1', [scene.tenantId]);
    start();
    const failing = () =>
      test.asAdmin<object>('select severity, params from notice where tenant_id = $1 and code = $2', [
        scene.tenantId,
        'EVENT-TRACING-FAILING',
      ]);
    await eventually(async () =>
      expect(await failing()).toMatchObject([
        { severity: 'Error', params: { name: 'To the warehouse', problem: 'The receiver answered 503.' } },
      ]),
    );
    expect(await stateNow()).not.toMatchObject({ state: 'stopped' });
  });

  it('stops a subscription that it goes on refusing, tells administrators, and goes on where it ended', async () => {
    behave = (_request, answer) => answer.writeHead(401).end();
    const { id } = await subscribe(['assessmentCalls']);
    start();
    await buy('kept');
    await eventually(async () => expect(await stateNow()).toMatchObject({ state: 'stopped' }));
    const notices = await test.asAdmin<{ code: string }>('select code from notice where tenant_id = $1', [
      scene.tenantId,
    ]);
    expect(notices.map(({ code }) => code)).toContain('EVENT-TRACING-STOPPED');
    const { length } = receiver.seen;
    behave = accept;
    const { version } = (await stateNow()) ?? { version: '' };
    await setTraceSubscriptionState(root(), id, { isActive: true, version });
    await eventually(() => expect(receiver.seen).toHaveLength(length + 1));
  }, 30_000);
});

describe('a command', () => {
  it('gets nothing more once an environment below may not send there', async () => {
    await subscribe(['assessments']);
    start();
    await buy('first', {}, 'Child');
    await eventually(() => expect(bodies()).toHaveLength(1));
    await putDataResidency(scene.contextIn('Child'), { version: '0', geographies: [], destinations: [] });
    await buy('second', {}, 'Child');
    await eventually(async () => expect(await stateNow()).toMatchObject({ problem: { code: 'settings' } }));
    expect(bodies()).toHaveLength(1);
  });

  it('sends again from a moment on', async () => {
    const { id } = await subscribe(['assessmentCalls']);
    await buy('first');
    start();
    await eventually(() => expect(bodies()).toHaveLength(1));
    await eventually(async () => expect(await stateNow()).toMatchObject({ lagMs: 0 }));
    const { version } = (await stateNow()) ?? { version: '' };
    await replayTraces(root(), id, { from: new Date(Date.now() - 60_000).toISOString(), version });
    await eventually(() => expect(bodies().length).toBeGreaterThanOrEqual(2));
    expect(new Set(bodies().map((each) => each['uniqueId'])).size).toBe(1);
  });

  it('sends samples that say that they are tests', async () => {
    const { id } = await subscribe(['assessmentCalls', 'audit']);
    expect(await sendTraceTest(root(), TRACE_MEANS, id)).toEqual({ found: { events: '2' }, problem: null });
    expect(bodies()).toMatchObject([{ metadata: { isTest: true } }, { metadata: { isTest: true } }]);
  });

  it('refuses texts with their place, and settings by name', async () => {
    await expect(subscribe(['audit'], { filter: 'WHEN @"a" >' })).rejects.toMatchObject({
      code: 'TRACE-TEXT',
      problems: [{ path: expect.stringMatching(/^filter:1:/) }],
    });
    await expect(subscribe(['audit'], { settings: {} })).rejects.toMatchObject({
      code: 'TRACE-TARGET',
      problems: [{ path: 'body.settings.url', message: 'missing' }],
    });
    await expect(subscribe(['audit'], { settings: { url: 'http://10.0.0.1/' } })).rejects.toMatchObject({
      code: 'TRACE-TARGET',
    });
    await expect(subscribe(['audit'], { projection: 'RETURN Approve() WHEN External.Nope()' })).rejects.toMatchObject({
      code: 'TRACE-TEXT',
    });
  });

  it('deletes a subscription, and nothing is sent any more', async () => {
    const { id, version } = await subscribe(['assessmentCalls']);
    await deleteTraceSubscription(root(), id, version);
    start();
    await buy('unsent');
    expect((await getTraceSubscriptions(root(), TRACE_MEANS)).subscriptions).toEqual([]);
    expect(await scene.activities()).toEqual(
      expect.arrayContaining(['Create EventTracing To the warehouse', 'Delete EventTracing To the warehouse']),
    );
  });
});
