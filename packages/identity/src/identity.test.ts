import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@redoubt/kernel';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ApplicationDirectory } from './applications/application-directory.ts';
import { externalSignInFacts, trustedIssuersOf } from './directory/external-directory.ts';
import { watchProvider } from './directory/watch-provider.ts';
import { createIdentity, type Identity } from './identity.ts';
import { readIdentitySettings } from './settings/identity-settings.ts';

const TENANT = { id: '11111111-1111-4111-8111-111111111111', name: 'Contoso' };
const ADA = {
  id: 'aaaaaaaa-0000-4000-8000-000000000001',
  tenantId: TENANT.id,
  username: 'ada@contoso.example',
  name: 'Ada',
  roles: ['ProductAdmin'],
  wids: [],
};
const MERCHANT = '33333333-3333-4333-8333-333333333333';
const applications: ApplicationDirectory = {
  findTenant: async (name) => (name === TENANT.id ? TENANT.id : undefined),
  spend: async () => true,
  verifyNoSecret: async () => false,
  find: async (clientId) =>
    clientId === MERCHANT
      ? { clientId, tenantId: TENANT.id, apiRoles: ['Risk_API'], verifySecret: async (secret) => secret === 'right' }
      : undefined,
};
const shared = {
  tenants: [TENANT],
  people: [ADA],
  applications,
  tokenGuard: { admit: () => 0, issued: () => undefined, refused: () => undefined },
  clock: systemClock,
  log: { info: () => undefined, error: () => undefined },
};

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

let folder: string;
let origin: string;
let app: FastifyInstance;
let embedded: Identity;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'redoubt-identity-'));
  const port = await freePort();
  origin = `http://localhost:${port}`;
  embedded = await createIdentity({
    ...shared,
    settings: readIdentitySettings({}),
    origin,
    dataDirectory: join(folder, 'one'),
  });
  app = Fastify();
  await embedded.mount(app);
  await app.listen({ port, host: 'localhost' });
});
afterAll(async () => {
  await app.close();
  await embedded.close();
  await rm(folder, { recursive: true });
});

describe('an installation that uses another provider', () => {
  const connect = (changes: Record<string, string> = {}): Promise<Identity> =>
    createIdentity({
      ...shared,
      settings: readIdentitySettings({
        OIDC_ISSUER: `${origin}/idp/${TENANT.id}/v2.0`,
        OIDC_CLIENT_ID: 'console',
        OIDC_TENANT_ID: TENANT.id,
        OIDC_AUDIENCE: 'api://redoubt',
        OIDC_ROLES_MAP: 'ProductAdmin=AllAreasViewer',
        ...changes,
      }),
      origin: 'https://fraud.example',
      dataDirectory: join(folder, 'two'),
    });

  test('finds its addresses and keys by discovery and maps its roles', async () => {
    const identity = await connect();
    const token = await embedded.development?.issuePersonToken(ADA.id);
    expect(await identity.verify(`Bearer ${token}`)).toMatchObject({
      kind: 'person',
      userId: ADA.id,
      roles: ['AllAreasViewer'],
    });
    const facts = identity.signInFacts();
    expect(facts).toMatchObject({ appId: 'console', tenantId: 'organizations', origins: [origin] });
    expect(JSON.parse(facts?.authorityMetadata ?? '')).toMatchObject({
      authorization_endpoint: `${origin}/idp/${TENANT.id}/v2.0/auth`,
    });
    expect(identity.development).toBeUndefined();
    expect(identity.redirectOf({ method: 'GET', url: '/', headers: { host: '127.0.0.1' } })).toBeUndefined();
  });

  test('still gives applications their tokens itself', async () => {
    const identity = await connect();
    const server = Fastify();
    await identity.mount(server);
    const answer = await server.inject({
      method: 'POST',
      url: `/${TENANT.id}/oauth2/token`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `grant_type=client_credentials&client_id=${MERCHANT}&client_secret=right&resource=https%3A%2F%2Fapi.dfp.microsoft.com`,
    });
    expect(await identity.verify(`Bearer ${answer.json<{ access_token: string }>().access_token}`)).toMatchObject({
      kind: 'application',
    });
    expect((await server.inject({ url: '/idp-login/x' })).statusCode).toBe(404);
  });

  test('stops with a sentence where the provider calls itself something else', async () => {
    await expect(connect({ OIDC_ISSUER: `${origin}/idp/${TENANT.id}/v2.0/` })).rejects.toThrow(/calls itself/);
  });
});

test('a provider that is away does not keep the server from starting: applications work, people can when it answers', async () => {
  const port = await freePort();
  const issuer = `http://localhost:${port}/realm`;
  const watched = await watchProvider(issuer, shared.log, 10);
  const identity = await createIdentity({
    ...shared,
    settings: readIdentitySettings({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'console', OIDC_TENANT_ID: TENANT.id }),
    origin: 'https://fraud.example',
    dataDirectory: join(folder, 'three'),
  });
  expect(identity.problems()).toEqual([
    `The identity provider does not answer at ${issuer}/.well-known/openid-configuration. People cannot sign in to the console.`,
  ]);
  expect(identity.signInOrigins()).toEqual([]);
  expect(() => identity.signInFacts()).toThrow(expect.objectContaining({ code: 'AUTH-PROVIDER-UNAVAILABLE' }));
  const unsigned = [{ alg: 'RS256', kid: 'k' }, { iss: issuer }, {}]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  await expect(identity.verify(`Bearer ${unsigned}`)).rejects.toMatchObject({ code: 'AUTH-PROVIDER-UNAVAILABLE' });
  const token = await identity.tokenFor({ clientId: MERCHANT, tenantId: TENANT.id, apiRoles: ['Risk_API'] });
  expect(await identity.verify(`Bearer ${token}`)).toMatchObject({ kind: 'application', clientId: MERCHANT });

  expect(watched.metadata()).toBeUndefined();
  const provider = Fastify();
  provider.get('/realm/.well-known/openid-configuration', async () => ({
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
  }));
  await provider.listen({ port, host: 'localhost' });
  await vi.waitFor(() => expect(watched.problems()).toEqual([]));
  expect(watched.requireMetadata()).toMatchObject({ jwksUri: `${issuer}/keys` });
  await watched.close();
  await identity.close();
  await provider.close();
});

test('Entra ID is trusted under both of its issuer names, and the browser finds it by itself', () => {
  const { directory } = readIdentitySettings({
    OIDC_ISSUER: `https://login.microsoftonline.com/${TENANT.id}/v2.0`,
    OIDC_CLIENT_ID: 'client',
  });
  if (directory === undefined) throw new Error('no directory');
  const base = `https://login.microsoftonline.com/${TENANT.id}`;
  const metadata = {
    issuer: `${base}/v2.0`,
    authorizationEndpoint: `${base}/oauth2/v2.0/authorize`,
    tokenEndpoint: `${base}/oauth2/v2.0/token`,
    endSessionEndpoint: undefined,
    jwksUri: `${base}/discovery/v2.0/keys`,
  };
  expect(trustedIssuersOf(directory, () => metadata.jwksUri, []).map(({ issuer }) => issuer)).toEqual([
    `${base}/v2.0`,
    `https://sts.windows.net/${TENANT.id}/`,
  ]);
  expect(externalSignInFacts(directory, metadata)).toMatchObject({
    authority: base,
    knownAuthorities: [],
    authorityMetadata: null,
    tenantId: TENANT.id,
  });
});

test('a new client may ask a token for the address of this server', async () => {
  const answer = await fetch(`${origin}/${TENANT.id}/oauth2/v2.0/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: MERCHANT,
      client_secret: 'right',
      scope: `${origin}/.default`,
    }),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  expect(await embedded.verify(`Bearer ${token}`)).toMatchObject({ kind: 'application', clientId: MERCHANT });
});

test('every page reached under another name of this machine is sent to the one origin', () => {
  const request = { method: 'GET', url: '/search?q=1', headers: { host: `127.0.0.1:${new URL(origin).port}` } };
  expect(embedded.redirectOf(request)).toBe(`${origin}/search?q=1`);
  expect(embedded.redirectOf({ ...request, method: 'POST' })).toBeUndefined();
  expect(embedded.redirectOf({ ...request, headers: { host: new URL(origin).host } })).toBeUndefined();
});
