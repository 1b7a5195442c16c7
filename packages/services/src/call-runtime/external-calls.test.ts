import { type Json, fixedClock } from '@redoubt/kernel';
import { describe, expect, it } from 'vitest';
import type { SeenRequest } from './testing-server.ts';
import { createExternalCalls } from './external-calls.ts';
import { ENVIRONMENT, FALLBACK, TENANT, useExternalCalls } from './testing-calls.ts';

const scene = useExternalCalls();
const { callOf, echoed, make } = scene;

describe('an external call', () => {
  it('gives the answer of the other side', async () => {
    expect(await make(callOf('/good'))).toMatchObject({
      response: { score: 700 },
      httpStatusCode: 200,
      error: '',
      endpoint: `${scene.server.origin}/good`,
      sent: { user: 'nora' },
    });
    expect(scene.counted).toMatchObject([{ tenantId: TENANT, environmentId: ENVIRONMENT, outcome: 'ok' }]);
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
    expect(scene.counted).toMatchObject([{ outcome }]);
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
    expect(scene.counted).toMatchObject([{ outcome: 'emptyAnswer' }, { outcome: 'ok' }]);
  });

  it('never goes to a private address or without TLS unless the operator says so', async () => {
    const strict = createExternalCalls({
      installationKey: 'the key of a test',
      clock: fixedClock(0),
      monotonicMs: () => performance.now(),
    });
    const { port } = new URL(scene.server.origin);
    for (const url of [
      `${scene.server.origin}/good`,
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
    expect(scene.counted).toMatchObject([{ outcome: 'timeout' }]);
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
    scene.calls.close();
    await Promise.all(hung);
  });

  it('is suspended when it keeps failing, and tried again after a while', async () => {
    const call = callOf('/broken');
    for (let index = 0; index < 20; index += 1) await make(call);
    expect(scene.calls.isSuspended(TENANT, call.id)).toBe(true);
    const before = scene.server.seen.length;
    expect(await make(call)).toMatchObject({ response: FALLBACK, httpStatusCode: 0 });
    expect(scene.counted.at(-1)?.outcome).toBe('circuitOpen');
    expect(scene.server.seen).toHaveLength(before);
    scene.nowMs += 15_000;
    const healed = { ...call, definition: { ...call.definition, url: `${scene.server.origin}/good` } };
    expect(await make(healed)).toMatchObject({ response: { score: 700 } });
    expect(scene.calls.isSuspended(TENANT, call.id)).toBe(false);
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
        url: `${scene.server.origin}/echo?u={parameter.user}&k={configuration.key}`,
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
    expect(new URL(path, scene.server.origin).searchParams.get('u')).toBe(value);
    expect(new URL(path, scene.server.origin).searchParams.get('k')).toBe('k&1');
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
        url: `${scene.server.origin}/good?key={configuration.key}`,
        configurations: [{ name: 'key', value: '', secret: true }],
      },
      { 'configuration.key': 'very secret' },
    );
    const answer = await make(call);
    expect(JSON.stringify(answer)).not.toContain('secret');
    expect(answer.endpoint).toBe(`${scene.server.origin}/good`);
  });
});
