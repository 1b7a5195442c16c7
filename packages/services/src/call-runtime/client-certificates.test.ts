import type { CallAuthentication } from '@redoubt/domain';
import { fixedClock, newId } from '@redoubt/kernel';
import { makeCertificate } from '@redoubt/testing/certificates';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createExternalCalls, type ExternalCalls } from './external-calls.ts';
import { answerJson, type SeenRequest } from './testing-server.ts';

const NOW_MS = Date.now();
const DAY_MS = 86_400_000;
const TRUSTED = getCACertificates('default');

const certificateOf = (name: string) => {
  const { pem, privateKey } = makeCertificate(name, NOW_MS - DAY_MS, NOW_MS + DAY_MS);
  return { pem, key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string };
};

const host = certificateOf('localhost');
const shop = certificateOf('shop');
const stranger = certificateOf('stranger');
let partner: Server;
let calls: ExternalCalls;
let url = '';

beforeAll(async () => {
  setDefaultCACertificates([...TRUSTED, host.pem]);
  partner = createServer({ key: host.key, cert: host.pem, ca: [shop.pem], requestCert: true }, (request, answer) => {
    const { subject } = (request.socket as TLSSocket).getPeerCertificate();
    answerJson({ caller: subject.CN })({} as SeenRequest, answer);
  });
  await new Promise<void>((resolve) => partner.listen(0, 'localhost', resolve));
  url = `https://localhost:${(partner.address() as AddressInfo).port}/score`;
  calls = createExternalCalls({
    installationKey: 'the key of a test',
    allowed: ['localhost'],
    clock: fixedClock(NOW_MS),
    monotonicMs: () => performance.now(),
  });
});
afterAll(async () => {
  setDefaultCACertificates(TRUSTED);
  calls.close();
  partner.closeAllConnections();
  await new Promise((resolve) => partner.close(resolve));
});

const call = (authentication: CallAuthentication, key = '') => {
  const definition = {
    method: 'GET',
    url,
    contentType: 'json',
    parameters: [],
    configurations: [],
    headers: [],
    body: null,
    authentication,
    timeoutMs: 5000,
    defaultResponse: { caller: 'nobody' },
  } as const;
  const place = { tenantId: newId(), environmentId: newId() };
  return calls.test(place, { id: null, definition, secrets: key === '' ? {} : { auth: key } }, []);
};

const NOBODY = { outcome: 'communication', answer: { httpStatusCode: 0, response: { caller: 'nobody' } } };

describe('a call that shows a client certificate', () => {
  it('is let in by a server that asks for it', async () => {
    expect(await call({ kind: 'certificate', certificate: shop.pem }, shop.key)).toMatchObject({
      outcome: 'ok',
      answer: { response: { caller: 'shop' } },
    });
  });

  it('is turned away with the certificate of another caller, and goes on with the default', async () => {
    expect(await call({ kind: 'certificate', certificate: stranger.pem }, stranger.key)).toMatchObject(NOBODY);
  });

  it('does not lend its connection to a call without one', async () => {
    await call({ kind: 'certificate', certificate: shop.pem }, shop.key);
    expect(await call({ kind: 'anonymous' })).toMatchObject(NOBODY);
  });

  it('says that it could not be made where key and certificate do not belong together, and not what the key is', async () => {
    const result = await call({ kind: 'certificate', certificate: shop.pem }, stranger.key);
    expect(result).toMatchObject(NOBODY);
    expect(JSON.stringify(result)).not.toContain('PRIVATE KEY');
  });
});
