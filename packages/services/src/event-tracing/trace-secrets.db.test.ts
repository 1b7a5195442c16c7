import { PURCHASE_SAMPLE } from '@redoubt/domain';
import { useDatabase } from '@redoubt/testing/database';
import { createServer, type AddressInfo } from 'node:net';
import { expect, it, vi } from 'vitest';
import { createSecretBox } from '../secrets/secret-box.ts';
import { createMerchant } from '../testing/merchant.ts';
import { createScene } from '../testing/scene.ts';
import { startSendingIn, TRACE_MEANS } from '../testing/trace-sending.ts';
import { checkTraceTarget, createTraceSubscription, sendTraceTest } from './trace-subscriptions.commands.ts';
import { getTraceSubscriptions } from './trace-subscriptions.queries.ts';

const test = useDatabase();
const OTHER_KEY = 'another key of the installation';

/** Counts who connects, and says nothing. */
const startSilent = async () => {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
};

it('a secret that no key of the installation opens stops a subscription, and no connection is made without it', async () => {
  const scene = await createScene(test.database, { Root: {} });
  scene.clock.advance(Date.now() - scene.clock.now());
  const merchant = await createMerchant(test.database, scene);
  const broker = await startSilent();
  const context = scene.contextIn('Root');
  const settings = { host: '127.0.0.1', port: broker.port, subject: 'redoubt', tls: false };
  const { id } = await createTraceSubscription(context, TRACE_MEANS, {
    name: 'To the broker',
    description: '',
    events: ['assessments'],
    kind: 'nats',
    settings,
    secrets: { password: 'a token' },
    filter: '',
    projection: '',
    masked: true,
  });
  const elsewhere = { ...TRACE_MEANS, secrets: createSecretBox(OTHER_KEY) };
  const problem = { code: 'settings', message: expect.stringContaining('enter it again') };
  expect(await sendTraceTest(context, elsewhere, id)).toEqual({ found: {}, problem });
  const asked = { subscriptionId: id, kind: 'nats', settings } as const;
  expect(await checkTraceTarget(context, elsewhere, { ...asked, secrets: {} })).toEqual({ found: {}, problem });
  expect(broker.connections()).toBe(0);

  const sending = startSendingIn(test.database, scene, OTHER_KEY);
  try {
    await merchant.send('Root', 'purchase', { ...PURCHASE_SAMPLE, purchaseId: 'first' });
    await vi.waitFor(
      async () => {
        const { subscriptions } = await getTraceSubscriptions(context, TRACE_MEANS);
        expect(subscriptions).toMatchObject([{ state: 'stopped', problem }]);
      },
      { timeout: 60_000, interval: 200 },
    );
    expect(broker.connections()).toBe(0);
    // One that is entered again is used, whatever is kept.
    await checkTraceTarget(context, elsewhere, { ...asked, secrets: { password: 'a new token' } });
    expect(broker.connections()).toBeGreaterThan(0);
  } finally {
    await sending.close();
    await merchant.close();
    await broker.close();
  }
}, 120_000);
