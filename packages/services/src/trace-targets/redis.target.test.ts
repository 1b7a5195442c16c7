import { hasRedisServer, startRedisServer, type RedisServer } from '@redoubt/testing/redis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createReachableAddresses } from '../call-runtime/http/reachable-addresses.ts';
import { openTraceTarget } from './open-target.ts';
import { TARGET_SCOPE, testTraceTarget } from './testing/trace-target-suite.ts';
import type { TraceMessage } from './trace-target.ts';

const never = new AbortController().signal;
const message = (id: string): TraceMessage => ({ id, key: 'k', name: 'N', body: `{"uniqueId":"${id}"}` });

const openAt = (port: number, settings = {}, allowed = ['127.0.0.1'], secrets = {}) =>
  openTraceTarget(
    { kind: 'redis', settings: { host: '127.0.0.1', port, stream: 'events', tls: false, ...settings }, secrets },
    { addresses: createReachableAddresses(allowed), directory: null, ...TARGET_SCOPE, now: () => 0 },
  );

it('of Redis speaks to no address inside the network, and to none without TLS', async () => {
  const refused = { code: 'addressRefused', retryable: false };
  await expect(openAt(6379, {}, []).check(never)).rejects.toMatchObject(refused);
  await expect(openAt(6379, { tls: true }, []).check(never)).rejects.toMatchObject(refused);
});

describe.skipIf(!hasRedisServer)('a stream of a real Redis', () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedisServer();
  });
  afterAll(() => server.stop());

  testTraceTarget(async () => {
    const tested = await startRedisServer();
    const open = (port: number, settings = {}, secrets = {}) =>
      openAt(port, { stream: 'suite', ...settings }, ['127.0.0.1'], secrets);
    return {
      port: tested.port,
      open: (port) => open(port),
      received: async () => {
        const entries = (await tested.command('XRANGE', 'suite', '-', '+')) as [string, string[]][];
        return entries.map(([, [, id = '', , key = '']]) => ({ id, key }));
      },
      // Redis takes every entry.
      poison: null,
      openWrong: (port) => ({
        target: open(port, { user: 'mara' }, { password: 'very-secret' }),
        secret: 'very-secret',
      }),
      close: tested.stop,
    };
  });

  it('holds events in order, and says how many', async () => {
    const target = openAt(server.port);
    expect(await target.check(never)).toEqual({ stream: 'events', entries: '0' });
    await target.send([message('a'), message('b')], never);
    await target.send([message('c')], never);
    const entries = (await server.command('XRANGE', 'events', '-', '+')) as [string, string[]][];
    expect(entries.map(([, fields]) => fields)).toEqual(
      ['a', 'b', 'c'].map((id) => ['id', id, 'key', 'k', 'name', 'N', 'body', `{"uniqueId":"${id}"}`]),
    );
    expect(await target.check(never)).toEqual({ stream: 'events', entries: '3' });
    await target.close();
  });

  it('is trimmed to about its length', async () => {
    const target = openAt(server.port, { stream: 'short', maxLength: 100 });
    await target.send(
      Array.from({ length: 1000 }, (_, at) => message(String(at))),
      never,
    );
    expect(Number((await target.check(never))['entries'])).toBeLessThan(300);
    await target.close();
  });

  it('goes on after Redis was away', async () => {
    const target = openAt(server.port, { stream: 'again' });
    await target.send([message('a')], never);
    await server.kill();
    await expect(target.send([message('b')], never)).rejects.toMatchObject({ code: 'unreachable', retryable: true });
    await server.start();
    await target.send([message('b')], never);
    expect(await target.check(never)).toEqual({ stream: 'again', entries: '1' });
    await target.close();
  });

  it('refuses what is no stream, and a login that is wrong, without its password', async () => {
    await server.command('SET', 'text', 'x');
    const target = openAt(server.port, { stream: 'text' });
    await expect(target.check(never)).rejects.toMatchObject({ code: 'refused', retryable: false });
    await expect(target.send([message('a')], never)).rejects.toMatchObject({
      code: 'refused',
      message: 'Redis answered WRONGTYPE.',
    });
    const login = openAt(server.port, { user: 'mara' }, ['127.0.0.1'], { password: 'very-secret' });
    await expect(login.check(never)).rejects.toMatchObject({
      code: 'unauthorized',
      message: 'Redis refuses the login: check user and password.',
    });
  });
});
