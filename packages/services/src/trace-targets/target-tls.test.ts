import { makeCertificate } from '@redoubt/testing/certificates';
import {
  hasNatsServer,
  hasRabbitServer,
  NATS_USER,
  RABBIT_USER,
  startNatsServer,
  startRabbitServer,
} from '@redoubt/testing/brokers';
import { nkeyAuthenticator, nkeys } from '@nats-io/transport-node';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { closeAfterEach } from './testing/close-after-each.ts';
import { loopbackTargets } from './testing/loopback-target.ts';
import type { TraceMessage, TraceTarget } from './trace-target.ts';

const closing = closeAfterEach();
const TEST_MS = 120_000;
const DAY_MS = 86_400_000;
/** A name that leads to this machine. */
const HOST = 'localhost';
const allowed = [HOST, '127.0.0.1', '::1'];

const publicAuthorities = getCACertificates('default');
/** As `NODE_EXTRA_CA_CERTS` does, which is read at the start of a process alone. */
const trust = (pem: string): void => setDefaultCACertificates([...publicAuthorities, pem]);
afterEach(() => setDefaultCACertificates(publicAuthorities));

const certificateOf = (name: string): { readonly certificate: string; readonly key: string } => {
  const { pem, privateKey } = makeCertificate(name, Date.now() - DAY_MS, Date.now() + DAY_MS);
  return { certificate: pem, key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
};

const messageOf = (id: string): TraceMessage => ({ id, key: id, name: 'FraudProtection.Test', body: '{}' });
const soon = (): AbortSignal => AbortSignal.timeout(20_000);
const failed = { code: 'unreachable', retryable: true };
const untrusted = { ...failed, message: expect.stringContaining('is not trusted') };
const misnamed = { ...failed, message: expect.stringContaining('is for another name') };

/** A broker with a certificate, and a destination that it is. */
type Started = { readonly target: TraceTarget; readonly ids: () => Promise<readonly unknown[]> };
type Tls = ReturnType<typeof certificateOf>;

const testTls = (start: (tls: Tls) => Promise<Started>): void => {
  it(
    'takes what is sent where its certificate is trusted, and nothing where it is not',
    async () => {
      const tls = certificateOf(HOST);
      const { target, ids } = await start(tls);
      await expect(target.send([messageOf('untrusted')], soon())).rejects.toMatchObject(untrusted);
      trust(tls.certificate);
      await target.send([messageOf('trusted')], soon());
      expect(await ids()).toEqual(['trusted']);
    },
    TEST_MS,
  );

  it(
    'gets nothing under another name than that of its certificate',
    async () => {
      const tls = certificateOf('elsewhere.example');
      const { target, ids } = await start(tls);
      trust(tls.certificate);
      await expect(target.send([messageOf('misnamed')], soon())).rejects.toMatchObject(misnamed);
      expect(await ids()).toEqual([]);
    },
    TEST_MS,
  );
};

describe.skipIf(!hasRabbitServer)('RabbitMQ over TLS', () => {
  const { user, password } = RABBIT_USER;
  const openAt = loopbackTargets('amqp', { host: HOST, tls: true, address: '/queue/events', user }, { password });
  testTls(async (tls) => {
    const server = await startRabbitServer(tls);
    const target = openAt(server.tlsPort, { allowed });
    closing.push(server.stop, target.close);
    return { target, ids: async () => (await server.drain('events')).map((each) => each.message_id) };
  });
});

describe.skipIf(!hasNatsServer)('NATS over TLS', () => {
  const { user, password } = NATS_USER;
  const openAt = loopbackTargets('nats', { host: HOST, tls: true, subject: 'redoubt.x', user }, { password });
  testTls(async (tls) => {
    const server = await startNatsServer({
      authorization: { users: [NATS_USER] },
      login: { user, pass: password },
      tls,
    });
    const target = openAt(server.port, { allowed });
    closing.push(server.stop, target.close);
    return { target, ids: async () => (await server.messages()).map(({ headers }) => headers['Nats-Msg-Id']) };
  });
});

describe.skipIf(!hasNatsServer)('NATS without a user', () => {
  const openAt = loopbackTargets('nats', { subject: 'redoubt.x' });
  const refused = { code: 'unauthorized', retryable: false };

  it(
    'is entered with a token',
    async () => {
      const token = 'a token for tests';
      const server = await startNatsServer({ authorization: { token }, login: { token } });
      closing.push(server.stop);
      const right = openAt(server.port, { secrets: { password: token } });
      await right.send([messageOf('by token')], soon());
      for (const secrets of [{ password: 'another token' }, {}])
        await expect(openAt(server.port, { secrets }).check(soon())).rejects.toMatchObject(refused);
      await right.close();
      expect(await server.messages()).toHaveLength(1);
    },
    TEST_MS,
  );

  it(
    'is entered with the seed of a key',
    async () => {
      const [own, other] = [nkeys.createUser(), nkeys.createUser()];
      const seedOf = (key: typeof own): string => Buffer.from(key.getSeed()).toString();
      const server = await startNatsServer({
        authorization: { users: [{ nkey: own.getPublicKey() }] },
        login: { authenticator: nkeyAuthenticator(own.getSeed()) },
      });
      closing.push(server.stop);
      const right = openAt(server.port, { secrets: { password: seedOf(own) } });
      await right.send([messageOf('by key')], soon());
      await expect(openAt(server.port, { secrets: { password: seedOf(other) } }).check(soon())).rejects.toMatchObject(
        refused,
      );
      await right.close();
      expect(await server.messages()).toHaveLength(1);
    },
    TEST_MS,
  );
});
