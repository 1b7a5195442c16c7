import { HOUR_MS, MINUTE_MS } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Behaviour } from '../call-runtime/testing-server.ts';
import { getNotices } from '../notices/notices.queries.ts';
import { createSecretBox } from '../secrets/secret-box.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { accept, createWebhookReceivers } from '../testing/webhook-receivers.ts';
import { createAlert, testWebhook } from './alerts.commands.ts';
import { getAlertHistory } from './alerts.queries.ts';

const test = useDatabase();
const KEY = 'a key of the installation for tests';
const means = { secrets: createSecretBox(KEY), allowsPlain: () => true };

let scene: Scene;

const context = () => scene.contextIn('Root', 'Mia');
const place = () => ({ database: test.database, clock: scene.clock });
const text = (webhookUrl: string) => ({
  name: 'Rejections',
  figure: 'events' as const,
  target: 'purchase',
  decision: null,
  includeChildren: true,
  windowMinutes: 5,
  condition: 'above' as const,
  threshold: 10,
  row: 1,
  severity: 'Error' as const,
  notified: 'roles' as const,
  webhookUrl,
  silenceHours: 2,
});
const create = ({ webhookUrl }: { readonly webhookUrl: string }) => createAlert(context(), means, text(webhookUrl));
const notices = async () =>
  (await getNotices(context(), { userId: 'id of Mia', roles: ['ProductAdmin'], wids: [] })).notices.map(
    ({ code, severity }) => `${code} ${severity}`,
  );
const webhooks = createWebhookReceivers(place, KEY);
const { receiver, deliver } = webhooks;

beforeEach(async () => {
  for (const table of ['alert', 'job']) await test.asAdmin(`delete from ${table}`);
  scene = await createScene(test.database, { Root: {} });
});
afterEach(webhooks.close);

describe('messages to a webhook', () => {
  it('are sent again after errors and cut connections, with the same id, until they are taken', async () => {
    const answers: Behaviour[] = [
      (_request, answer) => {
        answer.writeHead(503).end();
      },
      (_request, answer) => {
        answer.socket?.destroy();
      },
      accept,
    ];
    const server = await receiver((request, answer) => answers.shift()?.(request, answer));
    const { id } = await create({ webhookUrl: `${server.origin}/hook` });
    await testWebhook(context(), id);
    await deliver();
    expect((await getAlertHistory(context(), id)).webhooks).toMatchObject([
      { state: 'waiting', attempts: 1, problem: 'The receiver answered 503.' },
    ]);
    scene.clock.advance(MINUTE_MS);
    await deliver();
    scene.clock.advance(2 * MINUTE_MS);
    await deliver();
    expect((await getAlertHistory(context(), id)).webhooks).toMatchObject([
      { state: 'sent', attempts: 3, problem: null },
    ]);
    expect(new Set(server.seen.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  it('are given up after a day of errors, and people hear of it', async () => {
    const server = await receiver((_request, answer) => {
      answer.writeHead(500).end();
    });
    const { id } = await create({ webhookUrl: server.origin });
    await testWebhook(context(), id);
    for (let attempt = 0; attempt < 12; attempt += 1) {
      await deliver();
      scene.clock.advance(4 * HOUR_MS);
    }
    expect((await getAlertHistory(context(), id)).webhooks).toMatchObject([
      { state: 'failed', attempts: 12, problem: 'The receiver answered 500.' },
    ]);
    expect(await notices()).toEqual(['WEBHOOK-FAILED Error']);
  }, 60_000);

  it('do not reach private networks unless the operator allows it', async () => {
    const server = await receiver(accept);
    const { id } = await create({ webhookUrl: server.origin });
    await testWebhook(context(), id);
    await deliver([]);
    expect(server.seen).toEqual([]);
    expect((await getAlertHistory(context(), id)).webhooks[0]?.problem).toMatch(/may be spoken only|may not be called/);
    await expect(
      createAlert(context(), { ...means, allowsPlain: () => false }, { ...text(server.origin), name: 'Other' }),
    ).rejects.toMatchObject({ code: 'ALERT-URL' });
  });
});
