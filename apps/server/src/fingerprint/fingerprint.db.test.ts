import { DAY_MS, fixedClock, newId } from '@redoubt/kernel';
import { createInstances, watchDeviceSessions } from '@redoubt/services';
import { findDeviceSession, findDeviceSessions, listEnvironments } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { createTenant, SCENE_START_MS, type SceneTenant } from '../testing/scene.ts';
import { registerFingerprintEndpoints } from './fingerprint-endpoints.ts';

const test = useDatabase();
const clock = fixedClock(SCENE_START_MS);
let app: FastifyInstance;
let tenant: SceneTenant;
let instanceId: string;
const asked: unknown[] = [];
const answered: number[] = [];

beforeAll(async () => {
  tenant = await createTenant(test.database);
  const environments = await test.database.inTenant(tenant.tenantId, listEnvironments);
  instanceId = environments.find(({ id }) => id === tenant.environmentId)?.deviceFingerprintingId ?? '';
  app = createApp({ log: pino({ level: 'silent' }), connectOrigins: () => [] });
  await registerFingerprintEndpoints(app, {
    database: test.database,
    clock,
    instances: createInstances(test.database, clock),
    onCollected: () => undefined,
    origin: 'http://localhost',
    assessments: {
      assess: async (question) => {
        asked.push(question);
        return question.apiName === 'BotCheck'
          ? { outcome: 'answered', text: 'a.jwe', path: '/v1.0/assessment/BotCheck' }
          : { outcome: 'refused', reason: 'the assessment answers no browsers' };
      },
    },
    answered: ({ status }) => answered.push(status),
  });
  app.get('/*', async (_request, reply) => reply.send('the console'));
});
afterAll(() => app.close());

const REPORT = { attributes: { platform: 'Win32' }, components: { canvas: 'x' }, distinctness: 0.6 };

type Sent = {
  readonly cookie?: string;
  readonly ip?: string;
  readonly body?: unknown;
  readonly site?: string;
  readonly query?: string;
};

const collect = (
  sessionId: string,
  { cookie, ip = '192.0.2.1', body = REPORT, site = 'same-origin', query = '' }: Sent = {},
) =>
  app.inject({
    method: 'POST',
    url: `/fpt/collect?session_id=${sessionId}&CustomerId=${instanceId}${query}`,
    remoteAddress: ip,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/131.0.0.0',
      'sec-fetch-site': site,
      ...(cookie === undefined ? {} : { cookie }),
    },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });

const stored = (sessionId: string) =>
  test.database.inTenant(tenant.tenantId, (trx) => findDeviceSession(trx, tenant.environmentId, sessionId));

const cookieOf = (response: { readonly headers: Readonly<Record<string, unknown>> }): string =>
  String(response.headers['set-cookie']).split(';')[0] ?? '';

describe('the script of a shop’s page', () => {
  it('defines what is documented, for any spelling of the instance', async () => {
    for (const name of ['instanceId', 'customerId', 'CustomerId']) {
      const response = await app.inject(`/mdt.js?session_id=abc_1-2&${name}=${instanceId}`);
      expect(response.statusCode).toBe(200);
      expect(response.headers['content-type']).toContain('text/javascript');
      const page: { dfp?: Record<string, unknown> } = {};
      // oxlint-disable-next-line eslint/no-new-func, typescript/no-implied-eval, typescript/no-unsafe-call -- it is a script, and this runs it
      new Function('window', response.body)(page);
      expect(page.dfp).toMatchObject({ sessionId: 'abc_1-2', customerId: instanceId, url: 'http://localhost:80' });
    }
  });

  it('is not made of anything a caller could put into it', async () => {
    for (const bad of ['a%22b', '</script>', 'x'.repeat(129), '']) {
      expect(
        (await app.inject(`/mdt.js?session_id=${encodeURIComponent(bad)}&instanceId=${instanceId}`)).statusCode,
      ).toBe(400);
    }
    expect((await app.inject('/mdt.js?session_id=abc&instanceId=1')).statusCode).toBe(400);
    const hostile = await app.inject({
      url: `/mdt.js?session_id=a&instanceId=${instanceId}`,
      headers: { host: '";alert(1)//' },
    });
    expect(hostile.body).not.toContain('alert');
  });

  it('opens a frame that any page may hold, at the address of the console', async () => {
    const frame = await app.inject(`/?session_id=abc&CustomerId=${instanceId}`);
    expect(frame.body).toContain('/fpt/collector.js');
    expect(frame.headers['content-security-policy']).toContain('frame-ancestors *');
    expect((await app.inject('/?other=1')).body).toBe('the console');
  });
});

describe('a session', () => {
  it('is kept with what the server found out, and its browser gets a cookie', async () => {
    const first = await collect('first');
    expect(first.statusCode).toBe(200);
    expect(first.headers['set-cookie']).toMatch(/^fptid=[\da-f-]{36}; Path=\/; .*HttpOnly/);
    const session = await stored('first');
    expect(session).toMatchObject({
      ip: '192.0.2.1',
      attributes: { trueIp: '192.0.2.1', userAgentBrowser: 'Chrome', sessionCount: '1', platform: 'Win32' },
    });
    clock.advance(60_000);
    const cookie = cookieOf(first);
    expect((await collect('second', { cookie, ip: '198.51.100.9' })).statusCode).toBe(200);
    expect(await stored('second')).toMatchObject({
      deviceId: session?.deviceId,
      attributes: {
        sessionCount: '2',
        cookieDeviceId: session?.deviceId,
        ipAddressHistory: [{ ip: '198.51.100.9' }, { ip: '192.0.2.1' }],
      },
    });
  });

  it('is kept before the browser is answered what it asks about itself', async () => {
    const requestId = newId();
    const question = `&assessment=BotCheck&requestId=${requestId}`;
    const script = await app.inject(`/mdt.js?session_id=asking&customerId=${tenant.environmentId}${question}`);
    expect(script.body).toContain(`\\u0026assessment=BotCheck\\u0026requestId=${requestId}`);
    const response = await collect('asking', { query: question, ip: '192.0.2.60' });
    expect([response.statusCode, response.body]).toEqual([200, 'a.jwe']);
    const { tenantId, environmentId } = tenant;
    expect(asked).toEqual([
      { tenantId, environmentId, apiName: 'BotCheck', requestId, sessionId: 'asking', ip: '192.0.2.60' },
    ]);
    const refused = await collect('asking', { query: question.replace('BotCheck', 'Other'), ip: '192.0.2.60' });
    expect([refused.statusCode, refused.body]).toEqual([400, expect.stringMatching(/^ServerError: /)]);
    expect(answered).toEqual([200, 400]);
    for (const bad of ['&assessment=BotCheck', `&requestId=${requestId}`, `&assessment=a%20b&requestId=${requestId}`]) {
      expect((await collect('asking', { query: bad })).statusCode).toBe(400);
      expect((await app.inject(`/mdt.js?session_id=asking&instanceId=${instanceId}${bad}`)).statusCode).toBe(400);
    }
    expect(asked).toHaveLength(2);
  });

  it('cannot be put in the place of another browser’s', async () => {
    await collect('theirs', { ip: '192.0.2.50' });
    const before = await stored('theirs');
    const other = { ...REPORT, components: { canvas: 'another' } };
    expect((await collect('theirs', { ip: '203.0.113.66', body: other })).statusCode).toBe(400);
    expect(await stored('theirs')).toEqual(before);
  });

  it('is refused from another site, for a made-up environment, and where it is nothing', async () => {
    expect((await collect('cross', { site: 'cross-site' })).statusCode).toBe(403);
    expect((await collect('nothing', { body: 'no json' })).statusCode).toBe(400);
    expect((await collect('large', { body: 'x'.repeat(70_000) })).statusCode).toBe(413);
    const unknown = await app.inject({
      method: 'POST',
      url: `/fpt/collect?session_id=a&CustomerId=${newId()}`,
      payload: REPORT,
    });
    expect(unknown.statusCode).toBe(400);
    expect(await stored('cross')).toBeUndefined();
  });

  it('is not taken from an address that sends too many', async () => {
    const answers = [];
    for (let count = 0; count < 65; count++)
      answers.push((await collect(`many-${count}`, { ip: '192.0.2.99' })).statusCode);
    expect(answers.filter((status) => status === 429)).toHaveLength(5);
    expect((await collect('neighbour', { ip: '192.0.2.98' })).statusCode).toBe(200);
  });

  it('is found among many at once, and only by its own tenant', async () => {
    const { tenantId } = tenant;
    const other = await createTenant(test.database);
    const wanted = [
      { tenantId, sessionId: 'first' },
      { tenantId, sessionId: 'nobody' },
      { tenantId: other.tenantId, sessionId: 'first' },
    ];
    expect(await findDeviceSessions(test.database, wanted)).toMatchObject([{ tenantId, sessionId: 'first' }]);
  });

  it('is not taken for an environment that is being deleted', async () => {
    const become = async (status: string): Promise<void> => {
      await test.asAdmin('update environment set status = $2 where environment_id = $1', [
        tenant.environmentId,
        status,
      ]);
      clock.advance(60_000);
    };
    await become('SoftDeleting');
    expect((await collect('leaving', { ip: '192.0.2.61' })).statusCode).toBe(400);
    await become('Active');
    expect((await collect('leaving', { ip: '192.0.2.61' })).statusCode).toBe(200);
  });

  it('is dropped after 28 days', async () => {
    await collect('old', { ip: '192.0.2.77' });
    clock.advance(27 * DAY_MS);
    await watchDeviceSessions(test.database, clock).close();
    expect(await stored('old')).toBeDefined();
    clock.advance(2 * DAY_MS);
    await watchDeviceSessions(test.database, clock).close();
    expect(await stored('old')).toBeUndefined();
  });
});

describe('an app', () => {
  const FACTS = {
    deviceManufacturer: 'Acme',
    deviceModelName: 'Phone 7',
    deviceSystemName: 'Android',
    deviceSystemVersion: '15',
    isDeviceRooted: false,
    isDeviceEmulator: true,
    batteryLevel: 0.8,
    trueIp: '203.0.113.1',
    nested: { a: 1 },
    appVersionName: '4111 1111 1111 1111',
  };
  const report = (change: object = {}, headers: object = {}) =>
    app.inject({
      method: 'POST',
      url: '/fpt/device',
      remoteAddress: '192.0.2.90',
      headers: { 'content-type': 'application/json; charset=utf-8', 'user-agent': 'okhttp/4.12', ...headers },
      payload: JSON.stringify({ sessionId: 'a.one', instanceId, sdkType: 'android', attributes: FACTS, ...change }),
    });

  it('sends its facts as JSON and is told the id of its device, which it sends the next time', async () => {
    const first = await report();
    expect(first.statusCode).toBe(200);
    const { deviceId, sessionId } = first.json<{ deviceId: string; sessionId: string }>();
    expect(sessionId).toBe('a.one');
    expect((await stored('a.one'))?.attributes).toMatchObject({
      sdkType: 'android',
      deviceModelName: 'Phone 7',
      userAgentPlatform: 'Android',
      deviceSystemVersion: '15',
      isDeviceRooted: 'false',
      batteryLevel: '0.8',
      trueIp: '192.0.2.90',
      browserUserAgent: 'okhttp/4.12',
      botScore: '250',
      sessionCount: '1',
    });
    expect(JSON.stringify(await stored('a.one'))).not.toContain('4111 1111');
    const second = await report({ sessionId: 'a.two', deviceId, attributes: { ...FACTS, deviceModelName: 'Phone 8' } });
    expect(second.json()).toEqual({ sessionId: 'a.two', deviceId });
    expect((await stored('a.two'))?.attributes).toMatchObject({ deviceId, sessionCount: '2', sessionAnomaly: 'true' });
  });

  it.each([
    ['no JSON type', {}, { 'content-type': 'text/plain' }, 415],
    ['no session', { sessionId: 'a b' }, {}, 400],
    ['no environment', { instanceId: 'x' }, {}, 400],
    ['an environment that does not exist', { instanceId: newId() }, {}, 400],
    ['a device id that is none', { deviceId: 5 }, {}, 400],
    ['no facts', { attributes: 'none' }, {}, 400],
  ])('is answered in the words of the API for %s', async (_what, change, headers, status) => {
    const answer = await report(change, headers);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([status, 'application/json; charset=utf-8']);
    expect(answer.json()).toMatchObject({ ErrorType: 'ClientError', Message: expect.any(String) as string });
  });

  it('is answered likewise for what is no JSON, and for too much', async () => {
    const post = (payload: string) =>
      app.inject({
        method: 'POST',
        url: '/fpt/device',
        remoteAddress: '192.0.2.91',
        headers: { 'content-type': 'application/json' },
        payload,
      });
    expect((await post('{')).json()).toMatchObject({ ErrorType: 'ClientError' });
    const large = await post(JSON.stringify({ a: 'x'.repeat(70_000) }));
    expect([large.statusCode, large.json<{ ErrorType: string }>().ErrorType]).toEqual([413, 'ClientError']);
  });
});
