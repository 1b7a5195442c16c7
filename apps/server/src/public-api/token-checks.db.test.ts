import { DIRECTORY_ROLES } from '@redoubt/domain';
import { createIdentity, readIdentitySettings, type Identity, type TokenGuard } from '@redoubt/identity';
import { fixedClock, HOUR_MS, newId } from '@redoubt/kernel';
import { changeApplication, createApplication, revokeApplication, type EnvironmentContext } from '@redoubt/services';
import { makeCertificate } from '@redoubt/testing/certificates';
import { useDatabase } from '@redoubt/testing/database';
import Fastify, { type FastifyInstance } from 'fastify';
import { createHash, createSign, X509Certificate, type KeyObject } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApplicationDirectory } from '../boot/application-directory.ts';
import { createTenantNames } from '../boot/settings/tenant-names.ts';
import { createPublicApp, type PublicApp } from '../testing/public-app.ts';
import { createTenant, SCENE_START_MS, type SceneTenant } from '../testing/scene.ts';

const ORIGIN = 'http://localhost:5180';
const RESOURCE = 'https://api.dfp.dynamics.com';
const PURCHASE = '/v1.0/MerchantServices/events/Purchase';

const db = useDatabase();
const clock = fixedClock(SCENE_START_MS);
let folder: string;
let identity: Identity;
let tokens: FastifyInstance;
let running: PublicApp;
let tenant: SceneTenant;
let other: SceneTenant;

const ADMINISTRATOR = { userId: 'ada', roles: ['ProductAdmin'], wids: [DIRECTORY_ROLES.GlobalAdministrator] };
const contextOf = ({ tenantId, environmentId }: SceneTenant): EnvironmentContext => ({
  database: db.database,
  clock,
  tenantId,
  environmentId,
  actor: { kind: 'person', id: 'ada', name: 'Ada' },
  correlationId: newId(),
  capabilities: {},
});
type Role = 'Risk_API' | 'Provisioning_API';
const register = (where: SceneTenant, environmentId: string, roles: readonly Role[] = ['Risk_API']) =>
  createApplication(contextOf(where), ADMINISTRATOR, {
    displayName: 'Shop',
    grants: [{ environmentId, roles: [...roles] }],
    credential: { kind: 'Secret', lifeDays: 365 },
  });

const guard: TokenGuard = { admit: () => 0, issued: () => undefined, refused: () => undefined };

/** Every service on this folder signs with the same keys. */
const identityWith = (variables: Readonly<Record<string, string>>): Promise<Identity> =>
  createIdentity({
    settings: readIdentitySettings(variables),
    origin: ORIGIN,
    dataDirectory: folder,
    tenants: [],
    people: [],
    applications: createApplicationDirectory(db.database, createTenantNames(db.database, new Map()), clock),
    tokenGuard: guard,
    clock,
    log: { info: () => undefined, error: () => undefined },
  });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'redoubt-token-checks-'));
  [tenant, other] = [await createTenant(db.database), await createTenant(db.database)];
  identity = await identityWith({});
  tokens = Fastify();
  await identity.mount(tokens);
  running = await createPublicApp(db.database, clock, identity.verify);
});
afterAll(async () => {
  await running.close();
  await tokens.close();
  await identity.close();
  await rm(folder, { recursive: true });
});

const ask = async (form: Record<string, string>, tenantId = tenant.tenantId, at = tokens) => {
  const answer = await at.inject({
    method: 'POST',
    url: `/${tenantId}/oauth2/token`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ grant_type: 'client_credentials', resource: RESOURCE, ...form }).toString(),
  });
  return { status: answer.statusCode, body: answer.json<Record<string, string>>() };
};
const tokenOf = async (made: Awaited<ReturnType<typeof register>>, tenantId = tenant.tenantId): Promise<string> => {
  const { body } = await ask({ client_id: made.application.id, client_secret: made.secret ?? '' }, tenantId);
  return body['access_token'] ?? '';
};
const send = async (token: string, environmentId = tenant.environmentId) => {
  // A node hears of a changed application with the next plans.
  await running.plans.refresh(tenant.tenantId);
  return running.app.inject({
    method: 'POST',
    url: PURCHASE,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-ms-dfpenvid': environmentId,
    },
    payload: JSON.stringify({
      purchaseId: newId(),
      merchantLocalDate: '2026-03-14T11:22:30.000+01:00',
      _metadata: { trackingId: newId(), merchantTimeStamp: '2026-03-14T10:22:31.120Z' },
    }),
  });
};

const DOCUMENTED_403 = { ErrorType: 'ClientError', Message: expect.any(String), Retryable: false, OtherErrors: null };

describe('a token', () => {
  it('opens the environment its application was given, and those below', async () => {
    const token = await tokenOf(await register(tenant, tenant.environmentId));
    expect((await send(token)).statusCode).toBe(200);
    expect((await send(token, tenant.childId)).statusCode).toBe(200);
  });

  it('is refused in an environment above, or of another tenant', async () => {
    const inChild = await tokenOf(await register(tenant, tenant.childId));
    const above = await send(inChild);
    expect([above.statusCode, above.json()]).toEqual([403, DOCUMENTED_403]);
    const foreign = await tokenOf(await register(other, other.environmentId), other.tenantId);
    const response = await send(foreign);
    expect([response.statusCode, response.json()]).toEqual([404, DOCUMENTED_403]);
  });

  it('is refused without the role, by what it says and by what was given since', async () => {
    const provisioning = await send(await tokenOf(await register(tenant, tenant.environmentId, ['Provisioning_API'])));
    expect([provisioning.statusCode, provisioning.json()]).toEqual([403, DOCUMENTED_403]);
    const made = await register(tenant, tenant.environmentId);
    const token = await tokenOf(made);
    const { version } = await changeApplication(contextOf(tenant), ADMINISTRATOR, made.application.id, {
      version: made.application.version,
      displayName: 'Shop',
      callsPerSecond: null,
      grants: [{ environmentId: tenant.environmentId, roles: ['Provisioning_API'] }],
    });
    expect((await send(token)).statusCode).toBe(403);
    await revokeApplication(contextOf(tenant), ADMINISTRATOR, made.application.id, { version });
    const revoked = await send(token);
    expect([revoked.statusCode, revoked.json()]).toEqual([403, DOCUMENTED_403]);
    expect((await ask({ client_id: made.application.id, client_secret: made.secret ?? '' })).status).toBe(401);
  });

  it('is refused when it expired, was altered, or is not signed', async () => {
    const token = await tokenOf(await register(tenant, tenant.environmentId));
    const [, payload = '', signature = ''] = token.split('.');
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
    const altered = `${token.split('.')[0]}.${encode({ ...claims, roles: ['Historical_API'] })}.${signature}`;
    const unsigned = `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`;
    const bad = [
      [altered, 'TokenSignatureInvalid'],
      [unsigned, 'JwtInvalid'],
      ['no-token', 'JwtInvalid'],
    ] as const;
    for (const [text, reason] of bad) {
      const response = await send(text);
      expect([response.statusCode, response.json()]).toEqual([401, { statusCode: 401, message: expect.any(String) }]);
      expect(response.headers['errorreason']).toBe(reason);
    }
    clock.advance(2 * HOUR_MS);
    const expired = await send(token);
    expect([expired.statusCode, expired.json()]).toEqual([401, { statusCode: 401, message: 'The token has expired.' }]);
    expect(expired.headers['errorreason']).toBe('TokenExpired');
  });

  it('is refused where it was given for another service, although the same keys signed it', async () => {
    const resource = 'https://elsewhere.example';
    const elsewhere = await identityWith({ API_AUDIENCES: resource });
    const theirs = Fastify();
    await elsewhere.mount(theirs);
    const made = await register(tenant, tenant.environmentId);
    const form = { client_id: made.application.id, client_secret: made.secret ?? '', resource };
    const { status, body } = await ask(form, tenant.tenantId, theirs);
    expect(status).toBe(200);
    const response = await send(body['access_token'] ?? '');
    expect([response.statusCode, response.json()]).toEqual([401, { statusCode: 401, message: expect.any(String) }]);
    expect(response.headers).toMatchObject({
      errorreason: 'TokenAudienceNotAllowed',
      errorsource: 'validate-jwt',
      errorscope: 'global',
      errorsection: 'inbound',
    });
    await theirs.close();
    await elsewhere.close();
  });

  it('is not given for a foreign resource, in another tenant, or for a wrong secret', async () => {
    const made = await register(tenant, tenant.environmentId);
    const right = { client_id: made.application.id, client_secret: made.secret ?? '' };
    expect(await ask({ ...right, resource: 'https://elsewhere.example' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_resource' },
    });
    expect((await ask(right, other.tenantId)).status).toBe(401);
    expect((await ask({ ...right, client_secret: 'wrong' })).status).toBe(401);
  });
});

describe('a limit', () => {
  it('is met with 429 and the time to wait, and holds from the next call on', async () => {
    const made = await register(tenant, tenant.environmentId);
    const token = await tokenOf(made);
    const change = (version: string, callsPerSecond: number | null) =>
      changeApplication(contextOf(tenant), ADMINISTRATOR, made.application.id, {
        version,
        displayName: 'Shop',
        grants: [{ environmentId: tenant.environmentId, roles: ['Risk_API'] }],
        callsPerSecond,
      });
    const { version } = await change(made.application.version, 2);
    expect([(await send(token)).statusCode, (await send(token)).statusCode]).toEqual([200, 200]);
    const refused = await send(token);
    expect([refused.statusCode, refused.headers['retry-after'], refused.json()]).toEqual([
      429,
      '1',
      { ErrorType: 'ClientError', Message: expect.stringContaining('2 a second'), Retryable: true, OtherErrors: null },
    ]);
    await send(token);
    await running.refusals();
    const rows = await db.asAdmin<{ calls: number }>(
      `select calls from refused_call where client_id = $1 and code = 'REQ-RATE-LIMITED'`,
      [made.application.id],
    );
    expect(rows.reduce((sum, { calls }) => sum + calls, 0)).toBe(2);
    clock.advance(500);
    expect((await send(token)).statusCode).toBe(200);
    expect((await send(token)).statusCode).toBe(429);
    await change(version, null);
    expect((await send(token)).statusCode).toBe(200);
  });
});

describe('a client assertion', () => {
  const assertionOf = (clientId: string, pem: string, key: KeyObject): string => {
    const nowS = Math.floor(clock.now() / 1000);
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const x5t = createHash('sha1').update(new X509Certificate(pem).raw).digest('base64url');
    const audience = `${ORIGIN}/${tenant.tenantId}/oauth2/token`;
    const signed = [
      part({ alg: 'RS256', typ: 'JWT', x5t }),
      part({ iss: clientId, sub: clientId, aud: audience, exp: nowS + 300, jti: newId() }),
    ].join('.');
    return `${signed}.${createSign('sha256').update(signed).sign(key, 'base64url')}`;
  };

  it('is taken once, signed by the certificate that was uploaded', async () => {
    const { pem, privateKey } = makeCertificate('shop', clock.now() - HOUR_MS, clock.now() + 90 * 24 * HOUR_MS);
    const { application } = await createApplication(contextOf(tenant), ADMINISTRATOR, {
      displayName: 'Certified',
      grants: [{ environmentId: tenant.environmentId, roles: ['Risk_API'] }],
      credential: { kind: 'Certificate', certificate: new X509Certificate(pem).raw.toString('base64') },
    });
    const form = (assertion: string) => ({
      client_id: application.id,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertion,
    });
    const assertion = assertionOf(application.id, pem, privateKey);
    const first = await ask(form(assertion));
    expect(first.status).toBe(200);
    expect((await send(first.body['access_token'] ?? '')).statusCode).toBe(200);
    expect(await ask(form(assertion))).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    const { privateKey: another } = makeCertificate('shop', clock.now() - HOUR_MS, clock.now() + HOUR_MS);
    expect((await ask(form(assertionOf(application.id, pem, another)))).status).toBe(401);
  });
});
