import type { TraceText } from '@redoubt/contracts';
import {
  hasNatsServer,
  hasRabbitServer,
  NATS_USER,
  RABBIT_USER,
  startNatsServer,
  startRabbitServer,
} from '@redoubt/testing/brokers';
import { useDatabase } from '@redoubt/testing/database';
import { expect, it, vi } from 'vitest';
import { startHostileServer } from '../call-runtime/testing-server.ts';
import { createMerchant } from '../testing/merchant.ts';
import { createScene } from '../testing/scene.ts';
import { startSendingIn, TRACE_MEANS } from '../testing/trace-sending.ts';
import { createTraceSubscription } from './trace-subscriptions.commands.ts';

const test = useDatabase();
const KEYS = 5;

type Sent = { readonly request: { readonly userId: string; readonly _metadata: { readonly trackingId: string } } };

const takenOf = (body: string): string => {
  const { request } = JSON.parse(body) as Sent;
  return `${request.userId} ${request._metadata.trackingId}`;
};

type Receiver = {
  readonly target: Pick<TraceText, 'kind' | 'settings' | 'secrets'>;
  /** What it took so far, in its order, as `takenOf` names it. */
  readonly taken: () => Promise<readonly string[]>;
  /** Fails in its way, before the event of a restart is sent. */
  readonly disturb?: (restart: number) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Sends one event for each restart of the sender, while the receiver fails; all arrive, those of a key in their order. */
const expectAllThroughRestarts = async (receiver: Receiver, restarts: number): Promise<void> => {
  const scene = await createScene(test.database, { Root: {} });
  scene.clock.advance(Date.now() - scene.clock.now());
  const merchant = await createMerchant(test.database, scene);
  const { id } = await createTraceSubscription(scene.contextIn('Root'), TRACE_MEANS, {
    name: 'Restarted',
    description: '',
    events: ['observeCalls'],
    ...receiver.target,
    filter: '',
    projection: '',
    masked: false,
  });
  // A wait between attempts would only slow the test down.
  const makeDue = () => test.asAdmin('update trace_subscription set due_at = now() where subscription_id = $1', [id]);
  const sent: string[] = [];
  for (let restart = 0; restart < restarts; restart += 1) {
    const sending = startSendingIn(test.database, scene);
    await receiver.disturb?.(restart);
    const userId = `user-${restart % KEYS}`;
    const _metadata = { trackingId: String(restart), merchantTimeStamp: new Date().toISOString() };
    await merchant.send('Root', 'updateAccount', { userId, _metadata });
    sent.push(`${userId} ${restart}`);
    await makeDue();
    await sending.close();
  }
  const last = startSendingIn(test.database, scene);
  let taken: readonly string[] = [];
  await vi.waitFor(
    async () => {
      await makeDue();
      taken = await receiver.taken();
      expect(new Set(taken).size).toBe(sent.length);
    },
    // A bound for what hangs: a broker that was killed may take long on a busy machine.
    { timeout: 180_000, interval: 100 },
  );
  await last.close();
  await merchant.close();
  await receiver.close();
  for (let key = 0; key < KEYS; key += 1) {
    const own = [...new Set(taken)].filter((each) => each.startsWith(`user-${key} `));
    expect(own).toEqual(sent.filter((each) => each.startsWith(`user-${key} `)));
  }
};

it('a webhook gets every event at least once and in the order of its key, however often it fails', async () => {
  const taken: string[] = [];
  let asked = 0;
  const { origin, close } = await startHostileServer({
    '*': ({ body }, answer) => {
      asked += 1;
      // Cut connections, outages, and answers that are lost after the event was accepted.
      if (asked % 7 === 0) return void answer.socket?.destroy();
      if (asked % 11 === 0) return void answer.writeHead(503).end();
      taken.push(takenOf(body));
      return void (asked % 13 === 0 ? answer.socket?.destroy() : answer.writeHead(204).end());
    },
  });
  const target = { kind: 'webhook', settings: { url: origin }, secrets: {} } as const;
  await expectAllThroughRestarts({ target, taken: async () => taken, close }, 100);
}, 300_000);

/** Kills a broker now and then, and starts it again once the sender has met that. */
const killing = (
  { kill, start }: { readonly kill: () => Promise<void>; readonly start: () => Promise<void> },
  every: number,
) => {
  let isDown = false;
  return async (restart: number): Promise<void> => {
    if (isDown) await start();
    isDown = restart % every === every - 2;
    if (isDown) await kill();
  };
};

it.skipIf(!hasRabbitServer)(
  'a RabbitMQ that is killed does as well',
  async () => {
    const server = await startRabbitServer();
    const { user, password } = RABBIT_USER;
    const settings = { host: '127.0.0.1', port: server.port, address: '/queue/events', tls: false, user };
    const taken: string[] = [];
    const receiver: Receiver = {
      target: { kind: 'amqp', settings, secrets: { password } },
      taken: async () => {
        for (const { body } of await server.drain('events')) {
          const { content } = body as { readonly content: Buffer };
          taken.push(takenOf(content.toString()));
        }
        return taken;
      },
      disturb: killing(server, 10),
      close: server.stop,
    };
    await expectAllThroughRestarts(receiver, 30);
  },
  300_000,
);

it.skipIf(!hasNatsServer)(
  'a NATS server that is killed does as well',
  async () => {
    const server = await startNatsServer();
    const { user, password } = NATS_USER;
    const settings = { host: '127.0.0.1', port: server.port, subject: 'redoubt.{namespace}', tls: false, user };
    const receiver: Receiver = {
      target: { kind: 'nats', settings, secrets: { password } },
      taken: async () => (await server.messages()).map(({ body }) => takenOf(body)),
      disturb: killing(server, 5),
      close: server.stop,
    };
    await expectAllThroughRestarts(receiver, 30);
  },
  300_000,
);
