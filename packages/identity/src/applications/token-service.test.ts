import type { KeyObject } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@redoubt/kernel';
import { makeCertificate } from '@redoubt/testing/certificates';
import Fastify, { type FastifyInstance } from 'fastify';
import { decodeProtectedHeader, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mountRawRoutes } from '../http/mount.ts';
import { loadSigningKeys } from '../keys/signing-keys.ts';
import { createTokenVerifier, type TokenVerifier } from '../verification/token-verifier.ts';
import type { ApplicationDirectory, RegisteredApplication } from './application-directory.ts';
import { createTokenService, DEFAULT_API_AUDIENCES } from './token-service.ts';

const ORIGIN = 'http://localhost:5180';
const TENANT = '11111111-1111-4111-8111-111111111111';
const MERCHANT = '33333333-3333-4333-8333-333333333333';
const CERTIFIED = '44444444-4444-4444-8444-444444444444';
const LAPSED = '55555555-5555-4555-8555-555555555555';
const RESOURCE = DEFAULT_API_AUDIENCES[0];

let folder: string;
let app: FastifyInstance;
let verifier: TokenVerifier;
let certificateKey: KeyObject;
let expiredKey: KeyObject;
let verifySecret: RegisteredApplication['verifySecret'];
let secretsHashed = 0;
let waitMs = 0;
let noted: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'redoubt-tokens-'));
  const certified = makeCertificate('merchant', Date.now() - 86_400_000, Date.now() + 86_400_000);
  const expired = makeCertificate('merchant', Date.now() - 86_400_000, Date.now() - 3_600_000);
  certificateKey = certified.privateKey;
  expiredKey = expired.privateKey;
  verifySecret = async (secret) => secret === 's3cret+/=';
  const hasNoSecret = async () => false;
  const spent = new Set<string>();
  const directory: ApplicationDirectory = {
    verifyNoSecret: async () => {
      secretsHashed += 1;
      return false;
    },
    findTenant: async (name) => ([TENANT, 'contoso.example'].includes(name.toLowerCase()) ? TENANT : undefined),
    spend: async ({ clientId, id }) => spent.size < spent.add(`${clientId} ${id}`).size,
    find: async (clientId) => {
      if (clientId === MERCHANT)
        return {
          clientId,
          tenantId: TENANT,
          tenantNames: ['contoso.example'],
          apiRoles: ['Risk_API'],
          verifySecret: (secret) => {
            secretsHashed += 1;
            return verifySecret(secret);
          },
        };
      if (clientId === CERTIFIED)
        return {
          clientId,
          tenantId: TENANT,
          apiRoles: ['Provisioning_API'],
          certificates: [certified.pem],
          verifySecret: hasNoSecret,
        };
      if (clientId === LAPSED) {
        return {
          clientId,
          tenantId: TENANT,
          apiRoles: ['Risk_API'],
          certificates: [expired.pem],
          verifySecret: hasNoSecret,
        };
      }
      return undefined;
    },
  };
  const service = createTokenService({
    origin: ORIGIN,
    keys: await loadSigningKeys(folder),
    directory,
    guard: {
      admit: () => waitMs,
      issued: ({ clientId }) => noted.push(`issued ${clientId}`),
      refused: ({ code, clientId, application, address }) =>
        noted.push(`${code} ${clientId} ${application === undefined ? 'unknown' : 'known'} ${address}`),
    },
    audiences: DEFAULT_API_AUDIENCES,
    clock: systemClock,
    onError: () => undefined,
  });
  verifier = createTokenVerifier({ issuers: [service.trusted], clock: systemClock });
  app = Fastify();
  await mountRawRoutes(app, service.routes);
});

afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const post = async (
  url: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Record<string, string>; headers: Record<string, unknown> }> => {
  const answer = await app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(form).toString(),
  });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
};

const v1 = { grant_type: 'client_credentials', client_id: MERCHANT, client_secret: 's3cret+/=', resource: RESOURCE };
const v2 = {
  grant_type: 'client_credentials',
  client_id: MERCHANT,
  client_secret: 's3cret+/=',
  scope: `${RESOURCE}/.default`,
};

describe('a merchant’s application', () => {
  test('gets a token in the first dialect, with every number as text', async () => {
    const { status, body, headers } = await post(`/${TENANT}/oauth2/token`, v1);
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toEqual({
      token_type: 'Bearer',
      expires_in: '3599',
      ext_expires_in: '3599',
      expires_on: expect.stringMatching(/^\d{10}$/),
      not_before: expect.stringMatching(/^\d{10}$/),
      resource: RESOURCE,
      access_token: expect.any(String),
    });
    expect(await verifier.verify(`bearer ${body['access_token']}`)).toEqual({
      kind: 'application',
      tenantId: TENANT,
      clientId: MERCHANT,
      apiRoles: ['Risk_API'],
    });
  });

  test('gets a token in the second dialect, without the members of the first', async () => {
    const { status, body } = await post(`/${TENANT}/oauth2/v2.0/token`, v2);
    expect(status).toBe(200);
    expect(Object.keys(body).toSorted()).toEqual(['access_token', 'expires_in', 'ext_expires_in', 'token_type']);
    expect(await verifier.verify(`Bearer ${body['access_token']}`)).toMatchObject({ clientId: MERCHANT });
  });

  test('may name its tenant by another name, in any case, and the resource with a slash at its end', async () => {
    const { status } = await post('/Contoso.Example/oauth2/token', { ...v1, resource: `${RESOURCE}/` });
    expect(status).toBe(200);
  });

  test.each([
    'https://shop-11111111.api.dfp.dynamics.com',
    'https://api.dfp.dynamics-int.com/v1.0/MerchantServices/',
    'HTTPS://SHOP.API.DFP.MICROSOFT.COM/',
  ])('may name an API endpoint of its environment as the resource: %s', async (resource) => {
    const { status, body } = await post(`/${TENANT}/oauth2/token`, { ...v1, resource });
    expect([status, body['resource']]).toEqual([200, resource]);
    expect(await verifier.verify(`Bearer ${body['access_token']}`)).toMatchObject({ clientId: MERCHANT });
    const scope = `${resource.replace(/\/$/, '')}/.default`;
    expect((await post(`/${TENANT}/oauth2/v2.0/token`, { ...v2, scope })).status).toBe(200);
  });

  test.each([
    'https://api.dfp.dynamics.com.evil.example',
    'https://a.b.api.dfp.dynamics.com',
    'http://api.dfp.dynamics.com',
    'https://user@api.dfp.dynamics.com',
    'https://dynamics.com',
  ])('gets no token for a foreign resource: %s', async (resource) => {
    const { status, body } = await post(`/${TENANT}/oauth2/token`, { ...v1, resource });
    expect([status, body['error']]).toEqual([400, 'invalid_resource']);
  });

  test('may send its request as a multipart form, but no file and no parameter twice', async () => {
    const send = async (change: (form: FormData) => void) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(v1)) form.set(name, value);
      change(form);
      const request = new Request(ORIGIN, { method: 'POST', body: form });
      const answer = await app.inject({
        method: 'POST',
        url: `/${TENANT}/oauth2/token`,
        headers: { 'content-type': request.headers.get('content-type') ?? '' },
        payload: Buffer.from(await request.arrayBuffer()),
      });
      return [answer.statusCode, answer.json<{ error?: string }>().error];
    };
    expect(await send(() => undefined)).toEqual([200, undefined]);
    expect(await send((form) => form.append('client_id', MERCHANT))).toEqual([400, 'invalid_request']);
    expect(await send((form) => form.set('scope', new Blob(['x']), 'x.txt'))).toEqual([400, 'invalid_request']);
    const broken = await app.inject({
      method: 'POST',
      url: `/${TENANT}/oauth2/token`,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      payload: '--x\r\nnothing',
    });
    expect([broken.statusCode, broken.json<{ error: string }>().error]).toEqual([400, 'invalid_request']);
  });

  test('may send its secret in the authorization header', async () => {
    const { client_id: _id, client_secret: _secret, ...form } = v2;
    const basic = Buffer.from(`${MERCHANT}:${encodeURIComponent('s3cret+/=')}`).toString('base64');
    const { status } = await post(`/${TENANT}/oauth2/v2.0/token`, form, { authorization: `Basic ${basic}` });
    expect(status).toBe(200);
  });
});

describe('a refused request', () => {
  test.each<[string, string, Record<string, string>, number, string]>([
    ['a wrong secret', `/${TENANT}/oauth2/token`, { ...v1, client_secret: 'wrong' }, 401, 'invalid_client'],
    ['an unknown application', `/${TENANT}/oauth2/token`, { ...v1, client_id: 'nobody' }, 401, 'invalid_client'],
    ['an application of another tenant', '/other.example/oauth2/token', v1, 401, 'invalid_client'],
    ['no secret', `/${TENANT}/oauth2/token`, { ...v1, client_secret: '' }, 400, 'invalid_request'],
    ['another grant type', `/${TENANT}/oauth2/token`, { ...v1, grant_type: 'password' }, 400, 'unsupported_grant_type'],
    [
      'an unknown resource',
      `/${TENANT}/oauth2/token`,
      { ...v1, resource: 'https://graph.microsoft.com' },
      400,
      'invalid_resource',
    ],
    ['no resource', `/${TENANT}/oauth2/token`, { ...v1, resource: '' }, 400, 'invalid_request'],
    ['a scope that is no default', `/${TENANT}/oauth2/v2.0/token`, { ...v2, scope: 'openid' }, 400, 'invalid_scope'],
    [
      'an assertion of another type',
      `/${TENANT}/oauth2/token`,
      { ...v1, client_assertion: 'x' },
      400,
      'invalid_request',
    ],
  ])('for %s has the form of OAuth', async (_title, url, form, status, code) => {
    const answer = await post(url, form);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({
      error: code,
      error_description: expect.any(String),
      timestamp: expect.any(String),
    });
  });

  test('says the same for an unknown application and a wrong secret', async () => {
    const wrong = await post(`/${TENANT}/oauth2/token`, { ...v1, client_secret: 'wrong' });
    const unknown = await post(`/${TENANT}/oauth2/token`, { ...v1, client_id: 'nobody' });
    expect(wrong.body['error_description']).toBe(unknown.body['error_description']);
  });

  test('costs as many hashes for an unknown application as for a wrong secret', async () => {
    const costOf = async (changes: Record<string, string>): Promise<number> => {
      secretsHashed = 0;
      await post(`/${TENANT}/oauth2/token`, { ...v1, client_secret: 'wrong', ...changes });
      return secretsHashed;
    };
    expect([await costOf({}), await costOf({ client_id: 'unknown' })]).toEqual([1, 1]);
  });

  test('is told to the guard with its address, and so is an issued token', async () => {
    noted = [];
    await post(`/${TENANT}/oauth2/token`, { ...v1, client_secret: 'wrong' });
    await post(`/${TENANT}/oauth2/token`, { ...v1, client_id: 'unknown' });
    await post(`/${TENANT}/oauth2/token`, { ...v1, resource: 'https://graph.microsoft.com' });
    await post(`/${TENANT}/oauth2/token`, v1);
    expect(noted).toEqual([
      `invalid_client ${MERCHANT} known 127.0.0.1`,
      'invalid_client unknown unknown 127.0.0.1',
      `invalid_resource ${MERCHANT} known 127.0.0.1`,
      `issued ${MERCHANT}`,
    ]);
  });

  test('past a limit is 429 with the time to wait, before any secret is looked at', async () => {
    [waitMs, secretsHashed] = [2400, 0];
    const { status, body, headers } = await post(`/${TENANT}/oauth2/token`, v1);
    waitMs = 0;
    expect({ status, error: body['error'], wait: headers['retry-after'], secretsHashed }).toEqual({
      status: 429,
      error: 'temporarily_unavailable',
      wait: '3',
      secretsHashed: 0,
    });
  });

  test('is 400 for JSON, for a parameter given twice and for a huge body, 405 for GET', async () => {
    const json = await app.inject({ method: 'POST', url: `/${TENANT}/oauth2/token`, payload: { a: 1 } });
    expect(json.statusCode).toBe(400);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const payload of ['grant_type=a&grant_type=b', `grant_type=${'x'.repeat(70_000)}`]) {
      const answer = await app.inject({ method: 'POST', url: `/${TENANT}/oauth2/token`, headers, payload });
      expect(answer.json()).toMatchObject({ error: 'invalid_request' });
    }
    expect((await app.inject({ method: 'GET', url: `/${TENANT}/oauth2/token` })).statusCode).toBe(405);
  });

  test('is 503 without details when the directory fails', async () => {
    const working = verifySecret;
    verifySecret = async () => Promise.reject(new Error('connection to 10.0.0.1 lost'));
    const { status, body } = await post(`/${TENANT}/oauth2/token`, v1);
    verifySecret = working;
    expect(status).toBe(503);
    expect(JSON.stringify(body)).not.toContain('10.0.0.1');
  });
});

describe('a certificate client', () => {
  const url = `/${TENANT}/oauth2/v2.0/token`;
  const assertion = (
    changes: { audience?: string; client?: string; jti?: string; livesS?: number; key?: KeyObject } = {},
  ): Promise<string> => {
    const nowS = Math.floor(Date.now() / 1000);
    return new SignJWT({})
      .setProtectedHeader({ alg: 'RS256' })
      .setIssuer(changes.client ?? CERTIFIED)
      .setSubject(changes.client ?? CERTIFIED)
      .setAudience(changes.audience ?? `${ORIGIN}${url}`)
      .setIssuedAt(nowS)
      .setExpirationTime(nowS + (changes.livesS ?? 600))
      .setJti(changes.jti ?? crypto.randomUUID())
      .sign(changes.key ?? certificateKey);
  };
  const form = (signed: string, client = CERTIFIED): Record<string, string> => ({
    grant_type: 'client_credentials',
    client_id: client,
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: signed,
    scope: `${RESOURCE}/.default`,
  });

  test('gets a token for a signed assertion', async () => {
    const { status, body } = await post(url, form(await assertion()));
    expect(status).toBe(200);
    expect(await verifier.verify(`Bearer ${body['access_token']}`)).toMatchObject({ apiRoles: ['Provisioning_API'] });
  });

  test('is refused when the assertion comes twice, is for elsewhere, about another or lives too long', async () => {
    const once = await assertion({ jti: 'one' });
    expect((await post(url, form(once))).status).toBe(200);
    const refused = [
      once,
      await assertion({ audience: 'https://elsewhere.example/token' }),
      await assertion({ client: MERCHANT }),
      await assertion({ livesS: 200_000 }),
      await assertion({ key: expiredKey }),
      'garbage',
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${(await assertion()).split('.')[1]}.`,
    ];
    for (const signed of refused) {
      expect(await post(url, form(signed))).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    }
  });

  test('is refused when an assertion without an id comes twice', async () => {
    const nowS = Math.floor(Date.now() / 1000);
    const signed = await new SignJWT({})
      .setProtectedHeader({ alg: 'RS256' })
      .setIssuer(CERTIFIED)
      .setSubject(CERTIFIED)
      .setAudience(`${ORIGIN}${url}`)
      .setExpirationTime(nowS + 300)
      .sign(certificateKey);
    expect((await post(url, form(signed))).status).toBe(200);
    const { status, body } = await post(url, form(signed));
    expect({ status, text: body['error_description'] }).toEqual({
      status: 401,
      text: 'The assertion was used before.',
    });
  });

  test('is refused once its certificate has lapsed', async () => {
    const answer = await post(url, form(await assertion({ client: LAPSED, key: expiredKey }), LAPSED));
    expect(answer).toMatchObject({ status: 401, body: { error_description: 'The certificate is not in force.' } });
  });
});

describe('discovery', () => {
  const get = async (url: string) => {
    const answer = await app.inject({ url });
    return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
  };

  test.each([
    [`/${TENANT}`, 'oauth2/token'],
    [`/${TENANT}/v2.0`, 'oauth2/v2.0/token'],
    ['/Contoso.Example/v2.0', 'oauth2/v2.0/token'],
  ])('%s names a token address that answers, and the keys that its tokens are signed with', async (below, token) => {
    const { status, body } = await get(`${below}/.well-known/openid-configuration`);
    const tenant = below.split('/')[1];
    expect([status, body['token_endpoint'], body['issuer']]).toEqual([
      200,
      `${ORIGIN}/${tenant}/${token}`,
      `${ORIGIN}/oauth2`,
    ]);
    const { body: answered } = await post(`/${tenant}/${token}`, { ...v1, ...v2 });
    const keys = await get(String(body['jwks_uri']).slice(ORIGIN.length));
    const { kid } = decodeProtectedHeader(String(answered['access_token']));
    expect((keys.body['keys'] as { kid: string }[]).map((key) => key.kid)).toEqual([kid]);
  });

  test.each(['/fabrikam.example/v2.0', '/common', '/%20'])('%s is no tenant', async (below) => {
    expect(await get(`${below}/.well-known/openid-configuration`)).toMatchObject({
      status: 400,
      body: { error: 'invalid_tenant' },
    });
  });

  test('answers GET only', async () => {
    const url = `/${TENANT}/.well-known/openid-configuration`;
    expect((await app.inject({ method: 'POST', url, payload: '' })).statusCode).toBe(405);
  });
});
