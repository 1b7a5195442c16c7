import type { ExternalCallDefinition } from '@redoubt/domain';
import type { PlanCall } from '@redoubt/engine';
import { fixedClock, newId, type Json } from '@redoubt/kernel';
import type { MadeCall } from '@redoubt/storage';
import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createExternalCalls, secretPlace, type ExternalCalls } from './external-calls.ts';
import { answerJson, startHostileServer, type SeenRequest } from './testing-server.ts';

const TENANT = newId();
const ENVIRONMENT = newId();
const FALLBACK = { score: -1 };

/** Waits for what a server received, however slow this machine is. */
let server: Awaited<ReturnType<typeof startHostileServer>>;
let counted: MadeCall[] = [];
let calls: ExternalCalls;
let nowMs = 0;

beforeAll(async () => {
  server = await startHostileServer({
    '/good': answerJson({ score: 700 }),
    '/echo': ({ method, path, headers, body }, answer) =>
      answerJson({ method, path, headers, body })({} as SeenRequest, answer),
    '/hangs': () => undefined,
    '/drips': (_request, answer) => {
      answer.writeHead(200, { 'content-type': 'application/json' }).write('{"score":');
    },
    '/huge': (_request, answer) => {
      answer.writeHead(200, { 'content-type': 'application/json' });
      const more = (): void => {
        while (!answer.destroyed && answer.write('x'.repeat(65_536)));
        if (!answer.destroyed) answer.once('drain', more);
      };
      more();
    },
    '/says-huge': (_request, answer) => {
      answer.writeHead(200, { 'content-length': '2000000' }).write('{');
    },
    '/moved': (_request, answer) => {
      answer.writeHead(302, { location: '/good' }).end();
    },
    '/resets': (_request, answer) => answer.destroy(),
    '/cut': (_request, answer) => {
      answer.writeHead(200, { 'content-length': '100' }).write('{"score":');
      setImmediate(() => answer.destroy());
    },
    '/html': (_request, answer) => {
      answer.writeHead(200).end('<html>sign in</html>');
    },
    '/large': (_request, answer) => {
      answer.writeHead(200).end('{"account":9007199254740993}');
    },
    '/nul': (_request, answer) => {
      answer.writeHead(200).end('{"score":"a\\u0000b"}');
    },
    '/empty': (_request, answer) => {
      answer.writeHead(204).end();
    },
    '/broken': answerJson({ error: 'no' }, 500),
    '/forbidden': answerJson({ error: 'no' }, 403),
    '/token': ({ body }, answer) =>
      body.includes('wrong')
        ? answerJson({ error: 'invalid_client' }, 401)({} as SeenRequest, answer)
        : answerJson({ access_token: 'a token', expires_in: 3600 })({} as SeenRequest, answer),
    '/token-down': answerJson({}, 503),
  });
});
afterAll(() => server.close());

beforeEach(() => {
  counted = [];
  nowMs = 0;
  calls = createExternalCalls({
    installationKey: 'the key of a test',
    allowed: ['127.0.0.1'],
    clock: fixedClock(Date.UTC(2026, 2, 14)),
    monotonicMs: () => nowMs + performance.now(),
    count: (call) => counted.push(call),
  });
});

const callOf = (
  path: string,
  changes: Partial<ExternalCallDefinition> = {},
  secrets: Readonly<Record<string, string>> = {},
): PlanCall => {
  const id = newId();
  const place = (slot: string): string => secretPlace(TENANT, id, slot);
  return {
    id,
    name: 'score',
    definition: {
      method: 'GET',
      url: `${server.origin}${path}`,
      contentType: 'json',
      parameters: [{ name: 'user', sample: 'nora' }],
      configurations: [],
      headers: [],
      body: null,
      authentication: { kind: 'anonymous' },
      timeoutMs: 5000,
      defaultResponse: FALLBACK,
      ...changes,
    },
    secrets: Object.fromEntries(
      Object.entries(secrets).map(([slot, text]) => [slot, calls.secrets.seal(text, place(slot))]),
    ),
  };
};

const make = async (call: PlanCall, args: readonly Json[] = ['nora'], eventId = 'one', withinMs = 60_000) =>
  calls
    .forEvent({
      tenantId: TENANT,
      environmentId: ENVIRONMENT,
      kind: 'purchase',
      eventId,
      untilMs: nowMs + performance.now() + withinMs,
    })
    .call(
      { kind: 'external', name: 'score', arguments: args },
      { environmentId: ENVIRONMENT, calls: new Map([['score', call]]) },
    );

const echoed = async (call: PlanCall, args: readonly Json[] = ['nora']) => {
  const { response } = await make(call, args);
  return response as unknown as SeenRequest;
};

describe('an external call', () => {
  it('gives the answer of the other side', async () => {
    expect(await make(callOf('/good'))).toMatchObject({
      response: { score: 700 },
      httpStatusCode: 200,
      error: '',
      endpoint: `${server.origin}/good`,
      sent: { user: 'nora' },
    });
    expect(counted).toMatchObject([{ tenantId: TENANT, environmentId: ENVIRONMENT, outcome: 'ok' }]);
  });

  it.each([
    ['/hangs', 'timeout', 100],
    ['/drips', 'timeout', 100],
    ['/huge', 'tooLarge', 5000],
    ['/says-huge', 'tooLarge', 5000],
    ['/moved', 'http:302', 5000],
    ['/resets', 'communication', 5000],
    ['/cut', 'communication', 5000],
    ['/html', 'notJson', 5000],
    ['/nul', 'notJson', 5000],
    ['/broken', 'http:500', 5000],
    ['/forbidden', 'http:403', 5000],
  ])('gives the default where the other side does %s, and says %s', async (path, outcome, timeoutMs) => {
    const answer = await make(callOf(path, { timeoutMs }));
    expect(answer).toMatchObject({ response: FALLBACK });
    expect(answer.error).not.toBe('');
    expect(counted).toMatchObject([{ outcome }]);
  });

  it('keeps the digits of whole numbers that a Double cannot hold', async () => {
    expect(await make(callOf('/large'))).toMatchObject({ response: { account: '9007199254740993' } });
  });

  it('takes an answer without a body as a failure, unless the call accepts it', async () => {
    const refused = await make(callOf('/empty'));
    expect(refused).toMatchObject({ response: FALLBACK, httpStatusCode: 204 });
    expect(refused.error).not.toBe('');
    expect(await make(callOf('/empty', { acceptsEmptyAnswer: true }))).toMatchObject({
      response: FALLBACK,
      httpStatusCode: 204,
      error: '',
    });
    expect(counted).toMatchObject([{ outcome: 'emptyAnswer' }, { outcome: 'ok' }]);
  });

  it('never goes to a private address or without TLS unless the operator says so', async () => {
    const strict = createExternalCalls({
      installationKey: 'the key of a test',
      clock: fixedClock(0),
      monotonicMs: () => performance.now(),
    });
    const { port } = new URL(server.origin);
    for (const url of [
      `${server.origin}/good`,
      `https://127.0.0.1:${port}/`,
      `https://localhost:${port}/`,
      `https://[::1]:${port}/`,
    ]) {
      const { definition } = callOf('/good', { url });
      const result = await strict.test(
        { tenantId: TENANT, environmentId: ENVIRONMENT },
        { id: null, definition, secrets: {} },
        ['x'],
      );
      expect(result.outcome, url).toBe('addressRefused');
    }
  });

  it('ends with the time of the event, whatever its own time-out', async () => {
    const answer = await make(callOf('/hangs'), ['nora'], 'one', 100);
    expect(answer).toMatchObject({ response: FALLBACK, httpStatusCode: 0 });
    expect(counted).toMatchObject([{ outcome: 'timeout' }]);
  });

  it('does not keep others waiting while it hangs', async () => {
    const hanging = callOf('/hangs');
    const hung = Array.from({ length: 150 }, () => make(hanging, ['nora'], 'one', 20_000));
    const settled: string[] = [];
    for (const each of hung)
      Promise.resolve(each).then(
        () => settled.push('hanging'),
        () => undefined,
      );
    expect(await make(callOf('/good'))).toMatchObject({ response: { score: 700 } });
    expect(settled).toEqual([]);
    const more = await Promise.all(Array.from({ length: 60 }, () => make(hanging, ['nora'], 'one', 300)));
    expect(more.map(({ error }) => error)).toContain('Too many of these calls are under way.');
    calls.close();
    await Promise.all(hung);
  });

  it('is suspended when it keeps failing, and tried again after a while', async () => {
    const call = callOf('/broken');
    for (let index = 0; index < 20; index += 1) await make(call);
    expect(calls.isSuspended(TENANT, call.id)).toBe(true);
    const before = server.seen.length;
    expect(await make(call)).toMatchObject({ response: FALLBACK, httpStatusCode: 0 });
    expect(counted.at(-1)?.outcome).toBe('circuitOpen');
    expect(server.seen).toHaveLength(before);
    nowMs += 15_000;
    const healed = { ...call, definition: { ...call.definition, url: `${server.origin}/good` } };
    expect(await make(healed)).toMatchObject({ response: { score: 700 } });
    expect(calls.isSuspended(TENANT, call.id)).toBe(false);
  });
});

describe('what is sent', () => {
  it('is the query of a GET, each value encoded', async () => {
    const { method, path, headers } = await echoed(callOf('/echo'), ['a&b=c /é\n']);
    expect([method, path]).toEqual(['GET', '/echo?user=a%26b%3Dc+%2F%C3%A9%0A']);
    expect(headers).not.toHaveProperty('authorization');
    expect(headers).not.toHaveProperty('idempotency-key');
  });

  it('is the body of a POST, with one idempotency key for one event and its arguments', async () => {
    const call = callOf('/echo', { method: 'POST' });
    const first = await echoed(call, [{ deep: [1] }]);
    expect(JSON.parse(first.body)).toEqual({ user: { deep: [1] } });
    expect(first.headers['content-type']).toBe('application/json');
    const keyOf = async (args: readonly Json[], eventId: string): Promise<unknown> =>
      ((await make(call, args, eventId)).response as unknown as SeenRequest).headers['idempotency-key'];
    const again = await keyOf([{ deep: [1] }], 'one');
    expect(again).toBe(first.headers['idempotency-key']);
    expect(again).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    expect(await keyOf([{ deep: [2] }], 'one')).not.toBe(again);
    expect(await keyOf([{ deep: [1] }], 'two')).not.toBe(again);
  });

  it('fills places of address, headers and body, and nothing in a value can leave its place', async () => {
    const call = callOf(
      '/echo',
      {
        method: 'POST',
        url: `${server.origin}/echo?u={parameter.user}&k={configuration.key}`,
        configurations: [
          { name: 'key', value: '', secret: true },
          { name: 'shop', value: 'northfell', secret: false },
        ],
        headers: [{ name: 'X-User', value: '{configuration.shop}/{parameter.user}', secret: false }],
        body: {
          who: '{parameter.user}',
          text: 'user {parameter.user} of {configuration.shop}',
          list: ['{configuration.key}'],
        },
      },
      { 'configuration.key': 'k&1' },
    );
    const value = '"},\r\nevil: 1 日';
    const { path, headers, body } = await echoed(call, [value]);
    expect(new URL(path, server.origin).searchParams.get('u')).toBe(value);
    expect(new URL(path, server.origin).searchParams.get('k')).toBe('k&1');
    expect(headers['x-user']).toBe('northfell/"},  evil: 1 %E6%97%A5');
    expect(headers).not.toHaveProperty('evil');
    expect(JSON.parse(body)).toEqual({ who: value, text: `user ${value} of northfell`, list: ['k&1'] });
    const form = callOf('/echo', { method: 'POST', contentType: 'form', body: { a: '{parameter.user}' } });
    expect((await echoed(form, ['x&b=1'])).body).toBe('a=x%26b%3D1');
  });

  it('never shows what is configured in diagnostics', async () => {
    const call = callOf(
      '/good',
      {
        url: `${server.origin}/good?key={configuration.key}`,
        configurations: [{ name: 'key', value: '', secret: true }],
      },
      { 'configuration.key': 'very secret' },
    );
    const answer = await make(call);
    expect(JSON.stringify(answer)).not.toContain('secret');
    expect(answer.endpoint).toBe(`${server.origin}/good`);
  });
});

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
      tokenUrl: `${server.origin}/token`,
      client: 'basic',
      clientId: 'shop',
      scope: 'score',
      resource: '',
    } as const;
    const call = callOf('/echo', { authentication: oauth }, { auth: 'pass' });
    const before = server.seen.length;
    const both = await Promise.all([echoed(call), echoed(call)]);
    expect(both.map(({ headers }) => headers.authorization)).toEqual(['Bearer a token', 'Bearer a token']);
    const asked = server.seen.slice(before).filter(({ path }) => path === '/token');
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ body: 'grant_type=client_credentials&scope=score' });
    expect(asked[0]?.headers.authorization).toBe('Basic c2hvcDpwYXNz');
  });

  it('shows a directory a signed statement, or a secret', async () => {
    const directory = {
      kind: 'directory',
      tokenUrl: `${server.origin}/token`,
      audience: 'api://score',
      applicationId: 'app-1',
      certificate: '',
    } as const;
    expect(await authorizationOf(directory, 'pass')).toBe('Bearer a token');
    expect(new URLSearchParams(server.seen.findLast(({ path }) => path === '/token')?.body).get('scope')).toBe(
      'api://score/.default',
    );
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const unusable = callOf(
      '/good',
      { authentication: { ...directory, certificate: 'no certificate' } },
      { auth: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() },
    );
    expect(await make(unusable)).toMatchObject({ response: FALLBACK });
    expect(counted.at(-1)?.outcome).toBe('tokenFailure');
  });

  it('gets a token in a way of its own', async () => {
    const customToken = {
      kind: 'customToken',
      tokenUrl: `${server.origin}/token`,
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
    const asked = server.seen.findLast(({ path }) => path === '/token');
    expect(asked).toMatchObject({ body: '{"login":"northfell"}' });
    expect(asked?.headers['x-client']).toBe('northfell');
  });

  it('that fails names its cause, and the call is not made', async () => {
    const oauth = { kind: 'oauth', client: 'body', clientId: 'shop', scope: '', resource: '' } as const;
    const before = server.seen.length;
    const wrong = callOf(
      '/good',
      { authentication: { ...oauth, tokenUrl: `${server.origin}/token` } },
      { auth: 'wrong' },
    );
    expect(await make(wrong)).toMatchObject({ response: FALLBACK });
    const down = callOf(
      '/good',
      { authentication: { ...oauth, tokenUrl: `${server.origin}/token-down` } },
      { auth: 'x' },
    );
    expect(await make(down)).toMatchObject({ response: FALLBACK });
    expect(counted.map(({ outcome }) => outcome)).toEqual(['invalidApplication', 'tokenFailure']);
    expect(server.seen.slice(before).map(({ path }) => path)).toEqual(['/token', '/token-down']);
  });
});
