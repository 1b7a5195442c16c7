import { useDatabase } from '@redoubt/testing/database';
import { expect, it, vi } from 'vitest';
import { startHostileServer } from '../call-runtime/testing-server.ts';
import { createMerchant } from '../testing/merchant.ts';
import { createScene } from '../testing/scene.ts';
import { startSendingIn, TRACE_MEANS } from '../testing/trace-sending.ts';
import { createTraceSubscription } from './trace-subscriptions.commands.ts';

const test = useDatabase();
const RESTARTS = 100;
const KEYS = 5;

type Sent = { readonly request: { readonly userId: string; readonly _metadata: { readonly trackingId: string } } };

it('sends every event at least once and in the order of its key, however often sender and receiver fail', async () => {
  const scene = await createScene(test.database, { Root: {} });
  scene.clock.advance(Date.now() - scene.clock.now());
  const merchant = await createMerchant(test.database, scene);
  const taken: string[] = [];
  let asked = 0;
  const receiver = await startHostileServer({
    '*': ({ body }, answer) => {
      asked += 1;
      // Cut connections, outages, and answers that are lost after the event was accepted.
      if (asked % 7 === 0) return void answer.socket?.destroy();
      if (asked % 11 === 0) return void answer.writeHead(503).end();
      const { request } = JSON.parse(body) as Sent;
      taken.push(`${request.userId} ${request._metadata.trackingId}`);
      return void (asked % 13 === 0 ? answer.socket?.destroy() : answer.writeHead(204).end());
    },
  });
  const { id } = await createTraceSubscription(scene.contextIn('Root'), TRACE_MEANS, {
    name: 'Restarted',
    description: '',
    events: ['observeCalls'],
    kind: 'webhook',
    settings: { url: receiver.origin },
    secrets: {},
    filter: '',
    projection: '',
    masked: false,
  });
  const start = () => startSendingIn(test.database, scene);
  const sent: string[] = [];
  for (let restart = 0; restart < RESTARTS; restart += 1) {
    const sending = start();
    const userId = `user-${restart % KEYS}`;
    const _metadata = { trackingId: String(restart), merchantTimeStamp: new Date().toISOString() };
    await merchant.send('Root', 'updateAccount', { userId, _metadata });
    sent.push(`${userId} ${restart}`);
    // A wait between attempts would only slow the test down.
    await test.asAdmin('update trace_subscription set due_at = now() where subscription_id = $1', [id]);
    await sending.close();
  }
  const last = start();
  await vi.waitFor(
    async () => {
      await test.asAdmin('update trace_subscription set due_at = now() where subscription_id = $1', [id]);
      expect(new Set(taken).size).toBe(sent.length);
    },
    { timeout: 60_000, interval: 100 },
  );
  await last.close();
  await merchant.close();
  await receiver.close();
  for (let key = 0; key < KEYS; key += 1) {
    const own = [...new Set(taken)].filter((each) => each.startsWith(`user-${key} `));
    expect(own).toEqual(sent.filter((each) => each.startsWith(`user-${key} `)));
  }
}, 120_000);
