import { hasRabbitServer, RABBIT_USER, startRabbitServer } from '@redoubt/testing/brokers';
import { describe, expect, it } from 'vitest';
import { loopbackTargets } from './testing/loopback-target.ts';
import { testTraceTarget } from './testing/trace-target-suite.ts';

const { user, password } = RABBIT_USER;
const openAt = loopbackTargets('amqp', { address: '/queue/events', user }, { password });

it('of AMQP speaks to no address inside the network, and to none without TLS', async () => {
  const never = new AbortController().signal;
  const refused = { code: 'addressRefused', retryable: false };
  await expect(openAt(5672, { allowed: [] }).check(never)).rejects.toMatchObject(refused);
  await expect(openAt(5671, { settings: { tls: true }, allowed: [] }).check(never)).rejects.toMatchObject(refused);
});

describe.skipIf(!hasRabbitServer)('an address of a real RabbitMQ', () => {
  testTraceTarget(async () => {
    const server = await startRabbitServer();
    const seen: { id: string; key: string }[] = [];
    return {
      port: server.port,
      open: (port) => openAt(port),
      received: async () => {
        for (const { message_id: id, message_annotations: notes } of await server.drain('events'))
          seen.push({ id: String(id), key: String(notes?.['x-opt-partition-key']) });
        return seen;
      },
      poison: { id: 'too-large', body: JSON.stringify('x'.repeat(100_000)) },
      openWrong: (port) => ({ target: openAt(port, { secrets: { password: 'very-secret' } }), secret: 'very-secret' }),
      close: server.stop,
    };
  });
});
