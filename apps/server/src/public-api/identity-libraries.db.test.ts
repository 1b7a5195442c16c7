import { ClientCertificateCredential, ClientSecretCredential } from '@azure/identity';
import { ConfidentialClientApplication } from '@azure/msal-node';
import { DIRECTORY_ROLES } from '@redoubt/domain';
import { createIdentity, readIdentitySettings, type Identity } from '@redoubt/identity';
import { newId, systemClock, type Id } from '@redoubt/kernel';
import { createApplication } from '@redoubt/services';
import { makeCertificate } from '@redoubt/testing/certificates';
import { useDatabase } from '@redoubt/testing/database';
import Fastify, { type FastifyInstance } from 'fastify';
import { createHash, X509Certificate, type KeyObject } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as forward } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApplicationDirectory } from '../boot/application-directory.ts';
import { createTenantNames } from '../boot/settings/tenant-names.ts';
import { createPublicApp, type PublicApp } from '../testing/public-app.ts';
import { createTenant, type SceneTenant } from '../testing/scene.ts';

const DOMAIN = 'shop.example';
const SCOPE = 'https://api.dfp.dynamics.com/.default';
const DAY_MS = 86_400_000;

const db = useDatabase();
let folder: string;
let identity: Identity;
let app: FastifyInstance;
let proxy: Server;
let running: PublicApp;
let tenant: SceneTenant;
let host: string;
let client: { readonly id: string; readonly secret: string };
let certified: { readonly id: string; readonly pem: string; readonly privateKey: KeyObject };

const register = async (credential: Parameters<typeof createApplication>[2]['credential']) => {
  const context = {
    database: db.database,
    clock: systemClock,
    tenantId: tenant.tenantId,
    environmentId: tenant.environmentId,
    actor: { kind: 'person' as const, id: 'ada', name: 'Ada' },
    correlationId: newId(),
    capabilities: {},
  };
  const administrator = { userId: 'ada', roles: ['ProductAdmin'], wids: [DIRECTORY_ROLES.GlobalAdministrator] };
  return createApplication(context, administrator, {
    displayName: 'Shop',
    grants: [{ environmentId: tenant.environmentId, roles: ['Risk_API'] }],
    credential,
  });
};

/** What stands in front of an installation: TLS for `localhost`, and plain HTTP behind it. */
const startTlsProxy = (certificate: { pem: string; privateKey: KeyObject }, target: () => number): Promise<Server> =>
  new Promise((resolve) => {
    const key = certificate.privateKey.export({ type: 'pkcs8', format: 'pem' });
    const server = createServer({ cert: certificate.pem, key }, (incoming, outgoing) => {
      const { method, url: path, headers } = incoming;
      const onward = forward({ port: target(), method, path, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      incoming.pipe(onward);
    }).listen(0, 'localhost', () => resolve(server));
  });

const portOf = (server: { address: () => unknown }): number => (server.address() as AddressInfo).port;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'redoubt-libraries-'));
  tenant = await createTenant(db.database);
  const ofProxy = makeCertificate('localhost', Date.now() - DAY_MS, Date.now() + DAY_MS);
  // As a company's own authority would be trusted on the client's machine.
  setDefaultCACertificates([...getCACertificates('default'), ofProxy.pem]);
  proxy = await startTlsProxy(ofProxy, () => portOf(app.server));
  host = `localhost:${portOf(proxy)}`;
  const domains = new Map<string, Id>([[DOMAIN, tenant.tenantId]]);
  identity = await createIdentity({
    settings: readIdentitySettings({}),
    origin: `https://${host}`,
    dataDirectory: folder,
    tenants: [],
    people: [],
    applications: createApplicationDirectory(db.database, createTenantNames(db.database, domains), systemClock),
    tokenGuard: { admit: () => 0, issued: () => undefined, refused: () => undefined },
    clock: systemClock,
    log: { info: () => undefined, error: () => undefined },
  });
  app = Fastify();
  await identity.mount(app);
  await app.listen({ port: 0, host: 'localhost' });
  running = await createPublicApp(db.database, systemClock, identity.verify);

  const withSecret = await register({ kind: 'Secret', lifeDays: 90 });
  client = { id: withSecret.application.id, secret: withSecret.secret ?? '' };
  const ofClient = makeCertificate('shop', Date.now() - DAY_MS, Date.now() + DAY_MS);
  const withCertificate = await register({ kind: 'Certificate', certificate: ofClient.pem });
  certified = { id: withCertificate.application.id, ...ofClient };
  await running.plans.refresh(tenant.tenantId);
});
afterAll(async () => {
  setDefaultCACertificates(getCACertificates('bundled'));
  await running.close();
  await new Promise((resolve) => proxy.close(resolve));
  await app.close();
  await identity.close();
  await rm(folder, { recursive: true });
});

const decideWith = async (token: string): Promise<number> => {
  const purchase = {
    purchaseId: newId(),
    merchantLocalDate: new Date().toISOString(),
    _metadata: { trackingId: newId(), merchantTimeStamp: new Date().toISOString() },
  };
  const answer = await running.app.inject({
    method: 'POST',
    url: '/v1.0/MerchantServices/events/Purchase',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    payload: JSON.stringify(purchase),
  });
  return answer.statusCode;
};

const authorities = () => [tenant.tenantId, DOMAIN] as const;

describe('@azure/msal-node, unmodified', () => {
  it.each([0, 1] as const)('gets a token with a secret that decides events, tenant named in way %i', async (way) => {
    const application = new ConfidentialClientApplication({
      auth: {
        clientId: client.id,
        clientSecret: client.secret,
        authority: `https://${host}/${authorities()[way]}`,
        knownAuthorities: [host],
      },
    });
    const result = await application.acquireTokenByClientCredential({ scopes: [SCOPE] });
    expect(result?.tokenType).toBe('Bearer');
    expect(await decideWith(result?.accessToken ?? '')).toBe(200);
  });

  it('gets one with a certificate', async () => {
    const thumbprintSha256 = createHash('sha256').update(new X509Certificate(certified.pem).raw).digest('hex');
    const privateKey = certified.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const application = new ConfidentialClientApplication({
      auth: {
        clientId: certified.id,
        clientCertificate: { thumbprintSha256, privateKey },
        authority: `https://${host}/${tenant.tenantId}`,
        knownAuthorities: [host],
      },
    });
    const result = await application.acquireTokenByClientCredential({ scopes: [SCOPE] });
    expect(await decideWith(result?.accessToken ?? '')).toBe(200);
  });

  it('is told of a wrong secret by the code that it knows', async () => {
    const application = new ConfidentialClientApplication({
      auth: {
        clientId: client.id,
        clientSecret: 'wrong',
        authority: `https://${host}/${tenant.tenantId}`,
        knownAuthorities: [host],
      },
    });
    await expect(application.acquireTokenByClientCredential({ scopes: [SCOPE] })).rejects.toMatchObject({
      errorCode: 'invalid_client',
    });
  });
});

describe('@azure/identity, unmodified', () => {
  const options = () => ({ authorityHost: `https://${host}`, disableInstanceDiscovery: true });

  it.each([0, 1] as const)('gets a token with a secret that decides events, tenant named in way %i', async (way) => {
    const credential = new ClientSecretCredential(authorities()[way], client.id, client.secret, options());
    const { token, expiresOnTimestamp } = await credential.getToken(SCOPE);
    expect(expiresOnTimestamp).toBeGreaterThan(Date.now() + 3_000_000);
    expect(await decideWith(token)).toBe(200);
  });

  it('gets one with a certificate', async () => {
    const certificatePath = join(folder, 'client.pem');
    const key = certified.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    await writeFile(certificatePath, `${key}${certified.pem}`, { mode: 0o600 });
    const credential = new ClientCertificateCredential(tenant.tenantId, certified.id, { certificatePath }, options());
    expect(await decideWith((await credential.getToken(SCOPE)).token)).toBe(200);
  });
});
