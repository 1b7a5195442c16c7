import { DAY_MS, HOUR_MS, MINUTE_MS, type JsonObject } from '@redoubt/kernel';
import { recordSignIn, type TenantTransaction } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Behaviour } from '../call-runtime/testing-server.ts';
import { createReachableAddresses } from '../call-runtime/http/reachable-addresses.ts';
import type { RaisedNotice } from '../notices/raise-notice.ts';
import { createSecretBox } from '../secrets/secret-box.ts';
import { noticesOf, raiseReady } from '../testing/raised-notices.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { accept, createWebhookReceivers } from '../testing/webhook-receivers.ts';
import { getNoticeSettings, putNoticeSettings } from './notice-settings.ts';
import { renewNoticeWebhookSecret, testNoticeWebhook } from './notice-webhook.commands.ts';
import { createNoticeWebhooks } from './send-notices.ts';

const test = useDatabase();
const KEY = 'a key of the installation for tests';
const ORIGIN = 'https://redoubt.shop.example';
const means = { secrets: createSecretBox(KEY), allowsPlain: () => true };
const MIA = { userId: 'id of Mia', username: 'mia@shop.example', roles: ['ProductAdmin'], wids: [] };
const NIGHTS = { from: 20, to: 7, weekends: false, timeZone: 'UTC' };

let scene: Scene;
const context = () => scene.contextIn('Root', 'Mia');
const webhooks = createWebhookReceivers(() => ({ database: test.database, clock: scene.clock }), KEY);
const inTenant = <Result>(work: (trx: TenantTransaction) => Promise<Result>) =>
  test.database.inTenant(scene.tenantId, work);

const choose = (webhookUrl: string | null, quietHours: typeof NIGHTS | null = null) =>
  putNoticeSettings(context(), MIA, undefined, means, {
    subscriptions: [{ type: 'EnvironmentManagement', shown: true, mailed: false, webhook: webhookUrl !== null }],
    quietHours,
    webhookUrl,
  });
const settings = () => getNoticeSettings(context(), MIA, undefined);
const raise = (change: Partial<RaisedNotice> = {}) => raiseReady(test, scene, change);
const send = async (allowed: readonly string[] = ['127.0.0.1']) => {
  const means = { database: test.database, clock: scene.clock, origin: ORIGIN, installationKey: KEY, allowed };
  const sender = createNoticeWebhooks(means);
  await sender.send();
  sender.close();
};
const refuse: Behaviour = (_request, answer) => {
  answer.writeHead(500).end();
};
const titlesOf = (body: string): readonly string[] =>
  (JSON.parse(body) as { data: { notices: { title: string }[] } }).data.notices.map(({ title }) => title);

beforeEach(async () => {
  await test.asAdmin('delete from notice_webhook');
  scene = await createScene(test.database, { Root: {} });
  const token = { roles: MIA.roles, directoryRoles: [], groups: [], groupsLeftOut: false };
  const { userId, username } = MIA;
  await inTenant((trx) =>
    recordSignIn(trx, scene.tenantId, { userId, username, displayName: 'Mia', token }, new Date(scene.clock.now())),
  );
});
afterEach(webhooks.close);

it('notices go once, signed, in one message, with where they lead', async () => {
  const server = await webhooks.receiver(accept);
  await raise({ params: { name: 'Before' } });
  await choose(`${server.origin}/hook`);
  const { secret } = await renewNoticeWebhookSecret(context(), MIA, means);
  await raise();
  await raise({ params: { name: 'Branch' } });
  // Two nodes look at the same time.
  await Promise.all([send(), send()]);
  await send();
  expect(server.seen).toHaveLength(1);
  const [seen] = server.seen;
  const { headers = {}, body = '{}' } = seen ?? {};
  expect(titlesOf(body)).toEqual(['Shop is ready', 'Branch is ready']);
  const { data } = JSON.parse(body) as { data: { notices: JsonObject[] } };
  expect(data.notices[0]).toMatchObject({
    code: 'ENVIRONMENT-READY',
    link: `${ORIGIN}/environments?env=${scene.idOf('Root')}`,
    environment: { id: scene.idOf('Root'), name: 'Root' },
  });
  const signed = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.');
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
  expect((await settings()).webhook).toMatchObject({ isStopped: false, problem: null, sentAt: expect.any(String) });
});

it('what was not taken is tried again, ever less often, with the same id', async () => {
  const answers = [refuse, accept];
  const server = await webhooks.receiver((request, answer) => answers.shift()?.(request, answer));
  await choose(server.origin);
  await raise();
  await send();
  await send();
  expect(server.seen).toHaveLength(1);
  expect((await settings()).webhook).toMatchObject({ isStopped: false, problem: 'The receiver answered 500.' });
  scene.clock.advance(MINUTE_MS);
  await send();
  await send();
  expect(server.seen).toHaveLength(2);
  expect(new Set(server.seen.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
});

it('after a day of failures it stops, the person is notified, and a test that is taken lets it go on', async () => {
  let behaviour = refuse;
  const server = await webhooks.receiver((request, answer) => behaviour(request, answer));
  await choose(server.origin);
  await raise();
  for (let attempt = 0; attempt < 14; attempt += 1) {
    await send();
    scene.clock.advance(4 * HOUR_MS);
  }
  expect(server.seen).toHaveLength(12);
  expect((await settings()).webhook).toMatchObject({ isStopped: true });
  expect((await noticesOf(scene, 'Mia', [])).map(({ code }) => code)).toEqual([]);
  expect((await noticesOf(scene, 'Mia')).map(({ code }) => code)).toContain('NOTICE-WEBHOOK-STOPPED');
  expect((await noticesOf(scene)).map(({ code }) => code)).not.toContain('NOTICE-WEBHOOK-STOPPED');
  const reachable = createReachableAddresses(['127.0.0.1']);
  expect(await testNoticeWebhook(context(), MIA, means, reachable)).toEqual({ problem: 'The receiver answered 500.' });
  behaviour = accept;
  expect(await testNoticeWebhook(context(), MIA, means, reachable)).toEqual({ problem: null });
  await send();
  expect(titlesOf(server.seen.at(-1)?.body ?? '')).toEqual(['Shop is ready']);
}, 60_000);

it('messages wait for the end of quiet hours, but for critical notices', async () => {
  const server = await webhooks.receiver(accept);
  await choose(server.origin, NIGHTS);
  const { clock } = scene;
  clock.advance(Math.ceil(clock.now() / DAY_MS) * DAY_MS + 22 * HOUR_MS - clock.now());
  await raise({ params: { name: 'Waiting' } });
  await raise({ code: 'ENVIRONMENT-UNREACHABLE', severity: 'Critical', params: { name: 'Urgent', reason: '' } });
  await send();
  clock.advance(10 * HOUR_MS);
  await send();
  expect(server.seen.map(({ body }) => titlesOf(body))).toEqual([['Urgent is out of order'], ['Waiting is ready']]);
});

it('private networks are not reached unless the operator allows it, nor addresses that may not be called kept', async () => {
  const server = await webhooks.receiver(accept);
  await choose(server.origin);
  await raise();
  await send([]);
  expect(server.seen).toEqual([]);
  expect((await settings()).webhook?.problem).toMatch(/may be spoken only|may not be called/);
  const strict = { ...means, allowsPlain: () => false };
  const body = { subscriptions: [], quietHours: null, webhookUrl: 'http://10.0.0.1/hook' };
  await expect(putNoticeSettings(context(), MIA, undefined, strict, body)).rejects.toMatchObject({ code: 'ALERT-URL' });
});

it('an address that is taken away ends it, in the activity log without the secret', async () => {
  const server = await webhooks.receiver(accept);
  await choose(server.origin);
  await choose(null);
  await raise();
  await send();
  expect(server.seen).toEqual([]);
  expect(await settings()).toMatchObject({ webhookUrl: null, webhook: null });
  await expect(renewNoticeWebhookSecret(context(), MIA, means)).rejects.toMatchObject({ code: 'NOTICE-NO-WEBHOOK' });
  const log = JSON.stringify(await test.asAdmin(`select * from audit_entry where tenant_id = $1`, [scene.tenantId]));
  expect(log).toContain('webhookUrl');
  expect(log).not.toContain('whsec_');
});
