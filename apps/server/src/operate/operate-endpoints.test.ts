import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { createMetrics } from './metrics.ts';
import { registerOperateEndpoints } from './operate-endpoints.ts';
import { createReadiness } from './readiness.ts';

const readyz = async (readiness: ReturnType<typeof createReadiness>) => {
  const app = fastify();
  registerOperateEndpoints(app, { readiness, metrics: createMetrics() });
  const { statusCode, body } = await app.inject('/readyz');
  await app.close();
  return { statusCode, body };
};

it('says ready while nothing is missing', async () => {
  expect(await readyz(createReadiness())).toEqual({ statusCode: 200, body: 'ready\n' });
});

it('stays ready with notes about what else does not work', async () => {
  const readiness = createReadiness();
  readiness.require(async () => []);
  readiness.note(() => ['Redis is away.']);
  readiness.note(async () => ['A rule is stale.']);
  readiness.note(() => {
    throw new Error('no answer');
  });
  expect(await readyz(readiness)).toEqual({
    statusCode: 200,
    body: 'ready\nRedis is away.\nA rule is stale.\nThe state of the node is unknown: no answer.\n',
  });
});

it('is not ready where something is missing that events need, or cannot be found out', async () => {
  const readiness = createReadiness();
  readiness.note(() => ['Redis is away.']);
  readiness.require(() => ['Nothing can be stored: No space left on device.']);
  readiness.require(() => Promise.reject(new Error('broken')));
  expect(await readyz(readiness)).toEqual({
    statusCode: 503,
    body: 'Nothing can be stored: No space left on device.\nThe state of the node is unknown: broken.\n',
  });
});

it('gives metrics to this machine alone, or for a token of their own', async () => {
  const metricsOf = async (metricsToken: string | undefined, headers: Record<string, string>, from = '127.0.0.1') => {
    const app = fastify();
    registerOperateEndpoints(app, { readiness: createReadiness(), metrics: createMetrics(), metricsToken });
    const { statusCode } = await app.inject({ url: '/metrics', headers, remoteAddress: from });
    await app.close();
    return statusCode;
  };
  const token = 'a-token-of-sixteen';
  expect([
    await metricsOf(undefined, {}),
    await metricsOf(undefined, {}, '203.0.113.9'),
    await metricsOf(undefined, { 'x-forwarded-for': '203.0.113.9' }),
    await metricsOf(token, {}),
    await metricsOf(token, { authorization: 'Bearer another' }),
    await metricsOf(token, { authorization: `Bearer ${token}` }, '203.0.113.9'),
  ]).toEqual([200, 401, 401, 401, 401, 200]);
});
