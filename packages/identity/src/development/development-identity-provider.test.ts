import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@redoubt/kernel';
import Fastify, { type FastifyInstance } from 'fastify';
import { decodeJwt } from 'jose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mountRawRoutes } from '../http/mount.ts';
import { createBrowser } from '../test-support/browser.ts';
import { createTokenVerifier, type TokenVerifier } from '../verification/token-verifier.ts';
import {
  createDevelopmentIdentityProvider,
  type DevelopmentIdentityProvider,
} from './development-identity-provider.ts';

const ORIGIN = 'http://localhost:5180';
const CONTOSO = { id: '11111111-1111-4111-8111-111111111111', name: 'Contoso' };
const FABRIKAM = { id: '22222222-2222-4222-8222-222222222222', name: 'Fabrikam & <Sons>' };
const ADA = {
  id: 'aaaaaaaa-0000-4000-8000-000000000001',
  tenantId: CONTOSO.id,
  username: 'ada@contoso.example',
  name: 'Ada Admin',
  roles: ['ProductAdmin'],
  wids: ['62e90394-69f5-4237-9190-012177145e10'],
};
const NORA = {
  id: 'aaaaaaaa-0000-4000-8000-000000000002',
  tenantId: CONTOSO.id,
  username: 'nora@contoso.example',
  name: 'Nora Norole',
  roles: [],
  wids: [],
};
const FAY = {
  id: 'bbbbbbbb-0000-4000-8000-000000000001',
  tenantId: FABRIKAM.id,
  username: 'fay@fabrikam.example',
  name: 'Fay',
  roles: ['AllAreasViewer'],
  wids: [],
};
const log = { info: () => undefined, error: () => undefined };

let dataDirectory: string;
let provider: DevelopmentIdentityProvider;
let app: FastifyInstance;
let verifier: TokenVerifier;

const start = async (): Promise<void> => {
  provider = await createDevelopmentIdentityProvider({
    origin: ORIGIN,
    dataDirectory,
    tenants: [CONTOSO, FABRIKAM],
    people: [ADA, NORA, FAY],
    clock: systemClock,
    log,
  });
  verifier = createTokenVerifier({ issuers: provider.trusted, clock: systemClock });
  app = Fastify();
  await mountRawRoutes(app, provider.routes);
};
const stop = async (): Promise<void> => {
  await app.close();
  await provider.close();
};
const strangerOf = () => createBrowser(() => app, ORIGIN, CONTOSO.id);
const browserOf = (tenantId = CONTOSO.id) => createBrowser(() => app, ORIGIN, tenantId, provider.signInCode.cookie);

beforeEach(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'redoubt-idp-'));
  await start();
});
afterEach(async () => {
  await stop();
  await rm(dataDirectory, { recursive: true });
});

describe('signing in', () => {
  test('gives tokens shaped like those of Entra ID', async () => {
    const tokens = await browserOf().signIn(ADA.id);
    expect(decodeJwt(tokens.id_token)).toMatchObject({
      sub: ADA.id,
      oid: ADA.id,
      tid: CONTOSO.id,
      ver: '2.0',
      name: 'Ada Admin',
      preferred_username: 'ada@contoso.example',
      login_hint: 'ada@contoso.example',
      wids: ADA.wids,
      roles: ['ProductAdmin'],
    });
    expect(JSON.parse(Buffer.from(tokens.client_info, 'base64url').toString())).toEqual({
      uid: ADA.id,
      utid: CONTOSO.id,
    });
    expect(await verifier.verify(`Bearer ${tokens.access_token}`)).toEqual({
      kind: 'person',
      tenantId: CONTOSO.id,
      userId: ADA.id,
      name: 'Ada Admin',
      username: 'ada@contoso.example',
      roles: ['ProductAdmin'],
      wids: ADA.wids,
      signIn: { key: expect.stringContaining(CONTOSO.id), sinceMs: expect.any(Number) },
      groups: [],
      groupsLeftOut: false,
    });
  });

  test('never makes the id token an access token', async () => {
    const tokens = await browserOf().signIn(ADA.id);
    await expect(verifier.verify(`Bearer ${tokens.id_token}`)).rejects.toMatchObject({ code: 'AUTH-TOKEN-INVALID' });
  });

  test('offers the people of the tenant, escaped, without inline script, under a strict policy', async () => {
    const browser = browserOf();
    const { answer } = await browser.authorize();
    const page = await browser.request('GET', answer.location);
    expect(page.status).toBe(200);
    expect(page.text).toContain('Ada Admin');
    expect(page.text).toContain('No role');
    expect(page.text).not.toContain('fay@fabrikam.example');
    expect(page.text).toContain('Fabrikam &amp; &lt;Sons&gt;');
    expect(page.text).not.toMatch(/<script(?![^>]* src=)| style=| on\w+=/);
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
    expect((await browser.request('GET', '/idp-login/assets/sign-in.css')).status).toBe(200);
  });

  test('asks again when an account is to be chosen, although a person is signed in', async () => {
    const browser = browserOf();
    await browser.signIn(ADA.id);
    const { answer, codeVerifier } = await browser.authorize({ prompt: 'select_account' });
    expect(answer.location).toContain('/idp-login/');
    expect((await browser.request('GET', answer.location)).text).toContain('signed in');
    const chosen = await browser.request('POST', answer.location, { person: NORA.id });
    const tokens = await browser.redeem(await browser.follow(chosen.location), codeVerifier);
    expect(decodeJwt(tokens.id_token)).toMatchObject({ oid: NORA.id, roles: [] });
  });

  test('goes through silently in a hidden frame, and says login_required to a stranger', async () => {
    const browser = browserOf();
    expect((await browser.authorize({ prompt: 'none' })).answer.location).toContain('error=login_required');
    await browser.signIn(ADA.id);
    const { answer, codeVerifier } = await browser.authorize({ prompt: 'none' });
    expect((await browser.redeem(answer.location, codeVerifier)).access_token).toEqual(expect.any(String));
  });

  test('keeps tenants apart, each with sessions and people of its own', async () => {
    await browserOf().signIn(ADA.id);
    const fabrikam = browserOf(FABRIKAM.id);
    const tokens = await fabrikam.signIn(FAY.id);
    expect(decodeJwt(tokens.access_token)).toMatchObject({
      tid: FABRIKAM.id,
      iss: `${ORIGIN}/idp/${FABRIKAM.id}/v2.0`,
    });
    const { answer } = await browserOf(FABRIKAM.id).authorize();
    expect((await fabrikam.request('POST', answer.location, { person: ADA.id })).status).toBe(400);
  });

  test('can be cancelled', async () => {
    const browser = browserOf();
    const { answer } = await browser.authorize();
    const cancelled = await browser.request('POST', answer.location, { cancel: 'yes' });
    expect((await browser.request('GET', cancelled.location)).location).toContain('error=access_denied');
  });

  test('refuses a sign-in page opened in another browser', async () => {
    const { answer } = await browserOf().authorize();
    expect((await browserOf().request('GET', answer.location)).status).toBe(400);
    expect((await browserOf().request('GET', '/idp-login/unknown')).status).toBe(400);
  });

  test('refuses a return address that is not the console’s', async () => {
    const { answer } = await browserOf().authorize({ redirect_uri: 'https://evil.example/' });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('invalid_redirect_uri');
  });
});

describe('afterwards', () => {
  test('a refresh token works more than once, as two tabs use it', async () => {
    const browser = browserOf();
    const { refresh_token: refreshToken } = await browser.signIn(ADA.id);
    for (const _tab of [1, 2]) {
      const form = {
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
        scope: 'api://redoubt/access_as_user openid profile offline_access',
      };
      const tokens = await browser.exchange(form);
      await expect(verifier.verify(`Bearer ${tokens.access_token}`)).resolves.toMatchObject({ userId: ADA.id });
    }
  });

  test('signing out ends the session and returns to the console', async () => {
    const browser = browserOf();
    const { id_token: hint } = await browser.signIn(ADA.id);
    const query = new URLSearchParams({
      id_token_hint: hint,
      post_logout_redirect_uri: `${ORIGIN}/api/auth`,
      state: 'out',
    });
    const page = await browser.request('GET', `${browser.issuer}/session/end?${query.toString()}`);
    expect(page.text).not.toMatch(/<script(?![^>]* src=)/);
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const out = await browser.request('POST', `${browser.issuer}/session/end/confirm`, { xsrf, logout: 'yes' });
    expect(out.location).toBe(`${ORIGIN}/api/auth?state=out`);
    expect((await browser.authorize({ prompt: 'none' })).answer.location).toContain('error=login_required');
  });

  test('keys, session and refresh token survive a restart, in files for the owner only', async () => {
    const browser = browserOf();
    const before = await browser.signIn(ADA.id);
    await stop();
    await start();
    await expect(verifier.verify(`Bearer ${before.access_token}`)).resolves.toMatchObject({ userId: ADA.id });
    const { answer, codeVerifier } = await browser.authorize({ prompt: 'none' });
    expect((await browser.redeem(answer.location, codeVerifier)).id_token).toEqual(expect.any(String));
    const refreshed = await browser.exchange({ grant_type: 'refresh_token', refresh_token: before.refresh_token });
    expect(refreshed.access_token).toEqual(expect.any(String));
    for (const file of ['keys.json', 'sessions.json']) {
      expect((await stat(join(dataDirectory, 'identity', file))).mode & 0o777).toBe(0o600);
    }
  });

  test('a torn session file costs one sign-in, a torn key file stops the start with a sentence', async () => {
    await stop();
    await writeFile(join(dataDirectory, 'identity', 'sessions.json'), '{"half');
    await start();
    await expect(browserOf().signIn(ADA.id)).resolves.toMatchObject({ access_token: expect.any(String) });
    const keys = await readFile(join(dataDirectory, 'identity', 'keys.json'), 'utf8');
    await writeFile(join(dataDirectory, 'identity', 'keys.json'), '{"half');
    await expect(start()).rejects.toThrow(/signing keys .* cannot be read/);
    await writeFile(join(dataDirectory, 'identity', 'keys.json'), keys);
  });
});

describe('a visitor from another machine', () => {
  const paths = [
    `/idp/${CONTOSO.id}/v2.0/.well-known/openid-configuration`,
    '/idp-login/anything',
    '/idp-login/assets/sign-in.css',
  ];

  test.each(paths)('is refused at %s when something forwarded the request', async (url) => {
    for (const header of ['x-forwarded-for', 'x-forwarded-host', 'X-Forwarded-Proto', 'forwarded', 'via']) {
      const answer = await app.inject({ url, headers: { host: 'localhost:5180', [header]: 'x' } });
      expect(answer.statusCode).toBe(403);
    }
  });

  test.each(paths)('is refused at %s from another address or under another name', async (url) => {
    const far = await app.inject({ url, remoteAddress: '192.168.1.20', headers: { host: 'localhost:5180' } });
    const rebound = await app.inject({ url, headers: { host: 'redoubt.evil.example:5180' } });
    expect([far.statusCode, rebound.statusCode]).toEqual([403, 403]);
  });

  test('is sent to the one origin when it used the number instead of the name', async () => {
    const answer = await app.inject({ url: `${paths[0]}?a=1`, headers: { host: '127.0.0.1:5180' } });
    expect(answer.statusCode).toBe(308);
    expect(answer.headers.location).toBe(`${ORIGIN}${paths[0]}?a=1`);
  });
});

test('discovery names addresses of the one origin', async () => {
  const answer = await app.inject({
    url: `/idp/${CONTOSO.id}/v2.0/.well-known/openid-configuration`,
    headers: { host: 'localhost:5180' },
  });
  expect(answer.json()).toMatchObject({
    issuer: `${ORIGIN}/idp/${CONTOSO.id}/v2.0`,
    authorization_endpoint: `${ORIGIN}/idp/${CONTOSO.id}/v2.0/auth`,
    jwks_uri: `${ORIGIN}/idp/${CONTOSO.id}/v2.0/jwks`,
  });
});

test('the console is told the addresses as the identity client wants them', () => {
  const facts = provider.signInFacts(FABRIKAM.id);
  expect(facts).toMatchObject({
    tenantId: FABRIKAM.id,
    authority: `https://localhost:5180/idp/${FABRIKAM.id}/v2.0/`,
    knownAuthorities: ['localhost:5180'],
  });
  expect(JSON.parse(facts?.authorityMetadata ?? '')).toMatchObject({
    token_endpoint: `${ORIGIN}/idp/${FABRIKAM.id}/v2.0/token`,
  });
  expect(provider.signInFacts('unknown')).toBeUndefined();
});

test('a token issued inside the process passes like one from the sign-in', async () => {
  await expect(verifier.verify(`Bearer ${await provider.issuePersonToken(FAY.id)}`)).resolves.toMatchObject({
    userId: FAY.id,
    tenantId: FABRIKAM.id,
  });
});

describe('the sign-in code', () => {
  test('is asked for before a person can be picked, and once in a browser', async () => {
    const browser = strangerOf();
    const { location } = (await browser.authorize()).answer;
    expect((await browser.request('GET', location)).text).toContain('Enter the sign-in code');
    expect((await browser.request('POST', location, { person: ADA.id })).text).toContain('That is not the code.');
    expect((await browser.request('POST', location, { code: 'guess' })).text).toContain('That is not the code.');
    const accepted = await browser.request('POST', location, { code: provider.signInCode.code });
    expect([accepted.status, accepted.location]).toEqual([303, location]);
    expect((await browser.request('GET', location)).text).toContain('Pick an account');
  });

  test('is carried by the link of the terminal, which opens the console', async () => {
    const browser = strangerOf();
    const wrong = await browser.request('GET', '/idp-login/open?code=guess');
    expect([wrong.status, wrong.headers['set-cookie']]).toEqual([200, undefined]);
    const opened = await browser.request('GET', provider.signInLink);
    expect([opened.status, opened.location]).toEqual([303, '/']);
    expect((await browser.signIn(ADA.id)).access_token).toEqual(expect.any(String));
  });
});

describe('a development sign-in that is shared', () => {
  const SHARED = 'https://eval.example';
  const headers = { host: 'eval.example', 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' };

  test('answers through a proxy with TLS, to who has the password alone', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'redoubt-shared-'));
    const options = { dataDirectory: folder, tenants: [CONTOSO], people: [ADA], clock: systemClock, log };
    const shared = await createDevelopmentIdentityProvider({ ...options, origin: SHARED, isShared: true });
    expect(shared.signInCode.isNew).toBe(true);
    const server = Fastify();
    await mountRawRoutes(server, shared.routes);
    const stranger = createBrowser(() => server, SHARED, CONTOSO.id);
    const { answer } = await stranger.authorize();
    expect((await stranger.request('GET', answer.location)).text).toContain('Enter the sign-in code');
    const person = createBrowser(() => server, SHARED, CONTOSO.id, shared.signInCode.cookie);
    expect((await person.signIn(ADA.id)).access_token).toEqual(expect.any(String));
    const through = await server.inject({ url: '/idp-login/open?code=x', headers });
    expect([through.statusCode, through.body.includes('Enter the sign-in code')]).toEqual([200, true]);
    const again = await createDevelopmentIdentityProvider({ ...options, origin: SHARED, isShared: true });
    expect([again.signInCode.isNew, again.signInCode.code]).toEqual([false, shared.signInCode.code]);
    await server.close();
    await Promise.all([shared.close(), again.close()]);
    await rm(folder, { recursive: true });
  });
});
