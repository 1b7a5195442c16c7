import type { ExternalCallDefinition } from '@redoubt/domain';
import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { FALLBACK, useExternalCalls } from './testing-calls.ts';

const scene = useExternalCalls();
const { callOf, echoed, make } = scene;

describe('authentication', () => {
  const authorizationOf = async (
    authentication: ExternalCallDefinition['authentication'],
    secret: string,
  ): Promise<string | undefined> =>
    (await echoed(callOf('/echo', { authentication }, { auth: secret }))).headers.authorization;

  it('names a user', async () => {
    expect(await authorizationOf({ kind: 'basic', userName: 'shop' }, 'pass')).toBe('Basic c2hvcDpwYXNz');
  });

  it('sends a key in its header', async () => {
    const call = callOf('/echo', { authentication: { kind: 'apiKey', header: 'X-Api-Key' } }, { auth: 'the key' });
    expect((await echoed(call)).headers['x-api-key']).toBe('the key');
  });

  it('gets a token once and uses it for every call', async () => {
    const oauth = {
      kind: 'oauth',
      tokenUrl: `${scene.server.origin}/token`,
      client: 'basic',
      clientId: 'shop',
      scope: 'score',
      resource: '',
    } as const;
    const call = callOf('/echo', { authentication: oauth }, { auth: 'pass' });
    const before = scene.server.seen.length;
    const both = await Promise.all([echoed(call), echoed(call)]);
    expect(both.map(({ headers }) => headers.authorization)).toEqual(['Bearer a token', 'Bearer a token']);
    const asked = scene.server.seen.slice(before).filter(({ path }) => path === '/token');
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ body: 'grant_type=client_credentials&scope=score' });
    expect(asked[0]?.headers.authorization).toBe('Basic c2hvcDpwYXNz');
  });

  it('shows a directory a signed statement, or a secret', async () => {
    const directory = {
      kind: 'directory',
      tokenUrl: `${scene.server.origin}/token`,
      audience: 'api://score',
      applicationId: 'app-1',
      certificate: '',
    } as const;
    expect(await authorizationOf(directory, 'pass')).toBe('Bearer a token');
    expect(new URLSearchParams(scene.server.seen.findLast(({ path }) => path === '/token')?.body).get('scope')).toBe(
      'api://score/.default',
    );
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const unusable = callOf(
      '/good',
      { authentication: { ...directory, certificate: 'no certificate' } },
      { auth: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() },
    );
    expect(await make(unusable)).toMatchObject({ response: FALLBACK });
    expect(scene.counted.at(-1)?.outcome).toBe('tokenFailure');
  });

  it('gets a token in a way of its own', async () => {
    const customToken = {
      kind: 'customToken',
      tokenUrl: `${scene.server.origin}/token`,
      client: 'none',
      clientId: '',
      headers: [{ name: 'X-Client', value: '{configuration.name}', secret: false }],
      body: { login: '{configuration.name}' },
      tokenField: 'access_token',
      timeoutMs: 5000,
    } as const;
    const call = callOf('/echo', {
      authentication: customToken,
      configurations: [{ name: 'name', value: 'northfell', secret: false }],
    });
    expect((await echoed(call)).headers.authorization).toBe('Bearer a token');
    const asked = scene.server.seen.findLast(({ path }) => path === '/token');
    expect(asked).toMatchObject({ body: '{"login":"northfell"}' });
    expect(asked?.headers['x-client']).toBe('northfell');
  });

  it('that fails names its cause, and the call is not made', async () => {
    const oauth = { kind: 'oauth', client: 'body', clientId: 'shop', scope: '', resource: '' } as const;
    const before = scene.server.seen.length;
    const wrong = callOf(
      '/good',
      { authentication: { ...oauth, tokenUrl: `${scene.server.origin}/token` } },
      { auth: 'wrong' },
    );
    expect(await make(wrong)).toMatchObject({ response: FALLBACK });
    const down = callOf(
      '/good',
      { authentication: { ...oauth, tokenUrl: `${scene.server.origin}/token-down` } },
      { auth: 'x' },
    );
    expect(await make(down)).toMatchObject({ response: FALLBACK });
    expect(scene.counted.map(({ outcome }) => outcome)).toEqual(['invalidApplication', 'tokenFailure']);
    expect(scene.server.seen.slice(before).map(({ path }) => path)).toEqual(['/token', '/token-down']);
  });
});
