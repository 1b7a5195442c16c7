import { hasNatsServer, NATS_USER, startNatsServer, type NatsServer } from '@redoubt/testing/brokers';
import { describe, expect, it } from 'vitest';
import { loopbackTargets } from './testing/loopback-target.ts';
import { TARGET_SCOPE, testTraceTarget } from './testing/trace-target-suite.ts';

const never = new AbortController().signal;

const { user, password } = NATS_USER;
const subject = 'redoubt.{tenant}.{environment}.{namespace}';
const openAt = loopbackTargets('nats', { subject, user }, { password });

it('of NATS speaks to no address inside the network, and to none without TLS', async () => {
  const refused = { code: 'addressRefused', retryable: false };
  await expect(openAt(4222, { allowed: [] }).check(never)).rejects.toMatchObject(refused);
  await expect(openAt(4222, { settings: { tls: true }, allowed: [] }).check(never)).rejects.toMatchObject(refused);
});

describe.skipIf(!hasNatsServer)('a stream of a real NATS server', () => {
  let server: NatsServer;
  testTraceTarget(async () => {
    server = await startNatsServer();
    return {
      port: server.port,
      open: (port) => openAt(port),
      received: async () =>
        (await server.messages()).map(({ headers }) => ({
          id: headers['Nats-Msg-Id'] ?? '',
          key: headers['Ordering-Key'] ?? '',
        })),
      poison: { id: 'too-large', body: JSON.stringify('x'.repeat(100_000)) },
      openWrong: (port) => ({ target: openAt(port, { secrets: { password: 'very-secret' } }), secret: 'very-secret' }),
      close: server.stop,
    };
  });

  it('gets subjects of their template, and nothing twice within its window of duplicates', async () => {
    const target = openAt(server.port);
    const message = { id: 'twice', key: 'k', name: 'FraudProtection.Labels.A b', body: '{}' };
    await target.send([message], never);
    await target.send([message], never);
    const found = (await server.messages()).filter(({ headers }) => headers['Nats-Msg-Id'] === 'twice');
    const { tenantId, environmentId } = TARGET_SCOPE;
    expect(found.map(({ subject }) => subject)).toEqual([
      `redoubt.${tenantId}.${environmentId}.FraudProtection.Labels.A_b`,
    ]);
    expect(await target.check(never)).toMatchObject({ stream: 'events', server: expect.stringMatching(/^NATS 2/) });
    await target.close();
  });

  it('says that no stream takes the subject, and that TLS is not offered', async () => {
    const elsewhere = openAt(server.port, { settings: { subject: 'elsewhere.{namespace}' } });
    const notFound = { code: 'notFound', retryable: false, message: expect.stringContaining('create one') };
    await expect(elsewhere.check(never)).rejects.toMatchObject(notFound);
    await expect(elsewhere.send([{ id: 'a', key: 'k', name: 'N', body: '{}' }], never)).rejects.toMatchObject(notFound);
    const withTls = openAt(server.port, { settings: { tls: true } });
    await expect(withTls.check(never)).rejects.toMatchObject({ code: 'refused', retryable: false });
  });
});
