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
import type { TraceMessage } from './trace-target.ts';

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

describe.skipIf(!hasRabbitServer)('RabbitMQ over TLS', () => {
  const { user, password } = RABBIT_USER;
  const openAt = loopbackTargets('amqp', { host: HOST, tls: true, address: '/queue/events', user }, { password });
  const start = async (name: string) => {
    const tls = certificateOf(name);
    const server = await startRabbitServer(tls);
    const target = openAt(server.tlsPort, { allowed });
    closing.push(server.stop, target.close);
    return { server, target, tls };
  };

  it(
    'takes what is sent where its certificate is trusted, and nothing where it is not',
    async () => {
      const { server, target, tls } = await start(HOST);
      await expect(target.send([messageOf('untrusted')], soon())).rejects.toMatchObject(untrusted);
      trust(tls.certificate);
      await target.send([messageOf('trusted')], soon());
      expect((await server.drain('events')).map((each) => each.message_id)).toEqual(['trusted']);
    },
    TEST_MS,
  );

  it(
    'gets nothing under another name than that of its certificate',
    async () => {
      const { server, target, tls } = await start('elsewhere.example');
      trust(tls.certificate);
      await expect(target.send([messageOf('misnamed')], soon())).rejects.toMatchObject(misnamed);
      expect(await server.drain('events')).toEqual([]);
    },
    TEST_MS,
  );
});

describe.skipIf(!hasNatsServer)('NATS over TLS', () => {
  const { user, password } = NATS_USER;
  const openAt = loopbackTargets('nats', { host: HOST, tls: true, subject: 'redoubt.x', user }, { password });
  const start = async (name: string) => {
    const tls = certificateOf(name);
    const authorization = { users: [NATS_USER] };
    const server = await startNatsServer({ authorization, login: { user, pass: password }, tls });
    const target = openAt(server.port, { allowed });
    closing.push(server.stop, target.close);
    return { server, target, tls };
  };
  const idsOf = async ({ messages }: Awaited<ReturnType<typeof startNatsServer>>) =>
    (await messages()).map(({ headers }) => headers['Nats-Msg-Id']);

  it(
    'takes what is sent where its certificate is trusted, and nothing where it is not',
    async () => {
      const { server, target, tls } = await start(HOST);
      await expect(target.send([messageOf('untrusted')], soon())).rejects.toMatchObject(untrusted);
      trust(tls.certificate);
      await target.send([messageOf('trusted')], soon());
      expect(await idsOf(server)).toEqual(['trusted']);
    },
    TEST_MS,
  );

  it(
    'gets nothing under another name than that of its certificate',
    async () => {
      const { server, target, tls } = await start('elsewhere.example');
      trust(tls.certificate);
      await expect(target.send([messageOf('misnamed')], soon())).rejects.toMatchObject(misnamed);
      expect(await idsOf(server)).toEqual([]);
    },
    TEST_MS,
  );
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
