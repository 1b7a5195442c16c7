import { fixedClock } from '@redoubt/kernel';
import {
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  importJWK,
  SignJWT,
  type CryptoKey,
  type JSONWebKeySet,
  type JWTPayload,
} from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { createTokenVerifier, type TokenVerifier } from './token-verifier.ts';
import type { TrustedIssuer } from './trusted-issuer.ts';

const TENANT = '11111111-1111-4111-8111-111111111111';
const OTHER_TENANT = '22222222-2222-4222-8222-222222222222';
const ISSUER = `https://login.example/${TENANT}/v2.0`;
const NOW_MS = Date.parse('2026-03-01T12:00:00Z');
const NOW_S = NOW_MS / 1000;
const CLIENT = 'c0ffee00-0000-4000-8000-000000000001';

const person: JWTPayload = {
  iss: ISSUER,
  aud: 'api://redoubt',
  sub: 'subject',
  oid: 'object-id',
  tid: TENANT,
  exp: NOW_S + 3600,
  scp: 'access_as_user',
  name: 'Ada Admin',
  preferred_username: 'ada@contoso.example',
  roles: ['ProductAdmin'],
  wids: ['62e90394-69f5-4237-9190-012177145e10'],
};
const application: JWTPayload = {
  iss: ISSUER,
  aud: 'https://api.dfp.microsoft.com',
  sub: CLIENT,
  oid: CLIENT,
  azp: CLIENT,
  tid: TENANT,
  idtyp: 'app',
  exp: NOW_S + 3600,
  roles: ['Risk_API'],
};

let key: CryptoKey;
let foreignKey: CryptoKey;
let trusted: TrustedIssuer;
const clock = fixedClock(NOW_MS);

const sign = (payload: JWTPayload, header: Record<string, unknown> = {}, signer = key): Promise<string> =>
  new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'a', ...header }).sign(signer);

const verifierWith = (changes: Partial<TrustedIssuer> = {}, maxCachedTokens = 10): TokenVerifier =>
  createTokenVerifier({ issuers: [{ ...trusted, ...changes }], clock, maxCachedTokens });

const outcome = async (payload: Record<string, unknown>, changes: Partial<TrustedIssuer> = {}): Promise<unknown> => {
  try {
    return await verifierWith(changes).verify(`Bearer ${await sign(payload)}`);
  } catch (error) {
    return (error as { code: string }).code;
  }
};

beforeAll(async () => {
  const pair = await generateKeyPair('RS256', { extractable: true });
  key = pair.privateKey;
  foreignKey = (await generateKeyPair('RS256')).privateKey;
  trusted = {
    issuer: ISSUER,
    keys: { jwks: { keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'a', alg: 'RS256' }] } },
    audiences: ['api://redoubt', 'https://api.dfp.microsoft.com'],
    tenant: { claim: 'tid', allowed: [TENANT] },
    personScope: 'access_as_user',
  };
});

describe('a token that lives long', () => {
  test('is refused, whatever it says of its beginning', async () => {
    const day = 86_400;
    expect(await outcome({ ...person, iat: NOW_S, exp: NOW_S + day })).toMatchObject({ kind: 'person' });
    expect(await outcome({ ...person, iat: NOW_S, exp: NOW_S + 2 * day })).toBe('AUTH-TOKEN-INVALID');
    expect(await outcome({ ...person, iat: NOW_S + 2 * day, exp: NOW_S + 3 * day })).toBe('AUTH-TOKEN-INVALID');
    const { iat: _iat, nbf: _nbf, ...timeless } = person as Record<string, unknown>;
    expect(await outcome({ ...timeless, exp: NOW_S + 2 * day })).toBe('AUTH-TOKEN-INVALID');
  });
});

describe('a good token', () => {
  test('of a person says who they are and what they hold', async () => {
    expect(await outcome(person)).toEqual({
      kind: 'person',
      tenantId: TENANT,
      userId: 'object-id',
      name: 'Ada Admin',
      username: 'ada@contoso.example',
      roles: ['ProductAdmin'],
      wids: ['62e90394-69f5-4237-9190-012177145e10'],
      signIn: { key: null, sinceMs: (NOW_S + 3600 - 86_400) * 1000 },
      groups: [],
      groupsLeftOut: false,
    });
  });

  test('of a person says which sign-in it came of, as far as the provider does', async () => {
    const signIns = [{ sid: 's1', auth_time: NOW_S - 50 }, { sid: 's1' }, { auth_time: NOW_S - 50 }];
    const found = await Promise.all(signIns.map((each) => outcome({ ...person, iat: NOW_S, ...each })));
    expect(found).toMatchObject([
      { signIn: { key: `${ISSUER} s1 ${NOW_S - 50}`, sinceMs: (NOW_S - 50) * 1000 } },
      { signIn: { key: `${ISSUER} s1 `, sinceMs: NOW_S * 1000 } },
      { signIn: { key: `${ISSUER}  ${NOW_S - 50}`, sinceMs: (NOW_S - 50) * 1000 } },
    ]);
  });

  test('of an application says which API roles it holds and leaves others out', async () => {
    expect(await outcome({ ...application, roles: ['Risk_API', 'Something'] })).toEqual({
      kind: 'application',
      tenantId: TENANT,
      clientId: CLIENT,
      apiRoles: ['Risk_API'],
    });
  });

  test('in the older form of Entra ID is known by appid and equal ids', async () => {
    const { azp: _azp, idtyp: _idtyp, ...older } = application;
    expect(await outcome({ ...older, appid: CLIENT })).toMatchObject({ kind: 'application', clientId: CLIENT });
  });

  test('is accepted whatever the case of the scheme', async () => {
    await expect(verifierWith().verify(`bearer ${await sign(person)}`)).resolves.toMatchObject({ kind: 'person' });
  });

  test('of another provider is read by configured claims, scopes and role names', async () => {
    const token = {
      iss: ISSUER,
      aud: 'redoubt',
      sub: 'kc-1',
      exp: NOW_S + 60,
      scope: 'openid email',
      realm_access: { roles: ['fraud', 'x'] },
      mail: 'a@b.example',
    };
    const caller = await outcome(token, {
      audiences: ['redoubt'],
      tenant: { fixed: TENANT },
      personScope: 'openid',
      roleMap: { fraud: 'FraudEngineer' },
      claims: {
        userId: ['sub'],
        name: ['display'],
        username: ['mail'],
        roles: 'realm_access.roles',
        directoryRoles: 'wids',
        groups: 'groups',
      },
    });
    expect(caller).toEqual({
      kind: 'person',
      tenantId: TENANT,
      userId: 'kc-1',
      name: 'a@b.example',
      username: 'a@b.example',
      roles: ['FraudEngineer', 'x'],
      wids: [],
      signIn: { key: null, sinceMs: (NOW_S + 60 - 86_400) * 1000 },
      groups: [],
      groupsLeftOut: false,
    });
  });

  test('that expired less than a minute ago still passes', async () => {
    expect(await outcome({ ...person, exp: NOW_S - 30 })).toMatchObject({ kind: 'person' });
  });
});

describe('a refused token', () => {
  test.each([
    ['absent', undefined],
    ['of another scheme', 'Basic abc'],
    ['empty', 'Bearer '],
  ])('is missing when %s', async (_title, header) => {
    await expect(verifierWith().verify(header)).rejects.toMatchObject({ code: 'AUTH-TOKEN-MISSING' });
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['of another issuer', { ...person, iss: 'https://evil.example/' }, 'AUTH-TOKEN-INVALID'],
    ['for another audience', { ...person, aud: 'https://graph.microsoft.com' }, 'AUTH-TOKEN-INVALID'],
    ['of another tenant', { ...person, tid: OTHER_TENANT }, 'AUTH-WRONG-TENANT'],
    ['without a tenant', { ...person, tid: undefined }, 'AUTH-TOKEN-INVALID'],
    ['that expired', { ...person, exp: NOW_S - 61 }, 'AUTH-TOKEN-EXPIRED'],
    ['not yet valid', { ...person, nbf: NOW_S + 120 }, 'AUTH-TOKEN-INVALID'],
    ['without an end', { ...person, exp: undefined }, 'AUTH-TOKEN-INVALID'],
    ['of a person without the scope', { ...person, scp: 'something_else' }, 'AUTH-TOKEN-INVALID'],
    ['of an application with a scope', { ...application, scp: 'other' }, 'AUTH-TOKEN-INVALID'],
    ['of an application without an API role', { ...application, roles: [] }, 'AUTH-NO-ROLE'],
  ])('%s fails with its code', async (_title, payload, code) => {
    expect(await outcome(payload)).toBe(code);
  });

  test('is an id token, even for an accepted audience and with an API role inside', async () => {
    const { scp: _scp, ...idToken } = person;
    expect(await outcome({ ...idToken, nonce: 'n', roles: ['Risk_API'], azp: CLIENT })).toBe('AUTH-TOKEN-INVALID');
    expect(await outcome({ ...idToken, roles: ['Risk_API'], azp: CLIENT })).toBe('AUTH-TOKEN-INVALID');
  });

  test('is unsigned', async () => {
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const token = `${part({ alg: 'none' })}.${part(person)}.`;
    await expect(verifierWith().verify(`Bearer ${token}`)).rejects.toMatchObject({ code: 'AUTH-TOKEN-INVALID' });
  });

  test('is signed with a shared secret made of the public key', async () => {
    const token = await new SignJWT(person)
      .setProtectedHeader({ alg: 'HS256', kid: 'a' })
      .sign(new TextEncoder().encode('whatever an attacker knows, long enough'));
    await expect(verifierWith().verify(`Bearer ${token}`)).rejects.toMatchObject({ code: 'AUTH-TOKEN-INVALID' });
  });

  test('is signed by a foreign key, or names an unpublished key', async () => {
    const forged = await sign(person, {}, foreignKey);
    const unknown = await sign(person, { kid: 'b' });
    for (const token of [forged, unknown]) {
      await expect(verifierWith().verify(`Bearer ${token}`)).rejects.toMatchObject({ code: 'AUTH-TOKEN-INVALID' });
    }
  });

  test.each(['garbage', 'a.b.c', '..', 'x'.repeat(20_000)])('is unreadable (%#)', async (token) => {
    await expect(verifierWith().verify(`Bearer ${token}`)).rejects.toMatchObject({ code: 'AUTH-TOKEN-INVALID' });
  });

  test('is reported as an outage when the keys cannot be fetched', async () => {
    const verifier = verifierWith({ keys: { jwksUri: 'http://127.0.0.1:1/keys' } });
    await expect(verifier.verify(`Bearer ${await sign(person)}`)).rejects.toMatchObject({
      code: 'AUTH-PROVIDER-UNAVAILABLE',
    });
  });
});

describe('the memory of verified tokens', () => {
  test('spares the signature until the token expires', async () => {
    const time = fixedClock(NOW_MS);
    let lookups = 0;
    const { jwks } = trusted.keys as { jwks: JSONWebKeySet };
    const resolve = async (): Promise<CryptoKey> => {
      lookups += 1;
      return (await importJWK(jwks.keys[0] ?? {}, 'RS256')) as CryptoKey;
    };
    const verifier = createTokenVerifier({ issuers: [{ ...trusted, keys: { resolve } }], clock: time });
    const header = `Bearer ${await sign(person)}`;
    await verifier.verify(header);
    await verifier.verify(header);
    expect(lookups).toBe(1);
    time.advance(3_700_000);
    await expect(verifier.verify(header)).rejects.toMatchObject({ code: 'AUTH-TOKEN-EXPIRED' });
  });

  test('is bounded and forgets the oldest first', async () => {
    let lookups = 0;
    const inner = createLocalJWKSet((trusted.keys as { jwks: JSONWebKeySet }).jwks);
    const verifier = verifierWith(
      {
        keys: {
          resolve: async (header, token) => {
            lookups += 1;
            return inner(header, token);
          },
        },
      },
      2,
    );
    const headers = await Promise.all(
      [1, 2, 3].map(async (n) => `Bearer ${await sign({ ...person, jti: String(n) })}`),
    );
    for (const header of headers) await verifier.verify(header);
    await verifier.verify(headers[2]);
    expect(lookups).toBe(3);
    await verifier.verify(headers[0]);
    expect(lookups).toBe(4);
  });
});
