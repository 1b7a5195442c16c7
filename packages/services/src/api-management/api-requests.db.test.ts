import { MINUTE_MS } from '@redoubt/kernel';
import { createApiCalls } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { expect, it } from 'vitest';
import { createScene } from '../testing/scene.ts';
import { getApiRequests } from './api-requests.query.ts';

const test = useDatabase();

it('requests are counted by address, how they were answered and how fast, with the environments below', async () => {
  const scene = await createScene(test.database, { Root: {}, Child: { parent: 'Root' } });
  const calls = createApiCalls(test.database);
  const path = '/v1.0/MerchantServices/events/Purchase';
  const call = (status: number, latencyMs: number, environment: string | null = 'Root', minutesAgo = 0): void =>
    calls.count({
      tenantId: scene.tenantId,
      environmentId: environment === null ? null : scene.idOf(environment),
      path,
      status,
      latencyMs,
      atMs: scene.clock.now() - minutesAgo * MINUTE_MS,
    });
  for (let at = 0; at < 90; at += 1) call(200, 4);
  for (let at = 0; at < 8; at += 1) call(200, 40, 'Child', 30);
  call(400, 2);
  call(503, 1900);
  call(404, 1, null);
  await calls.close();
  const requests = await getApiRequests(scene.contextIn('Root'), { period: '1h' });
  expect(requests.groups).toEqual([
    {
      path,
      calls: 101,
      perMinute: 101 / 58,
      accepted: 98,
      refused: 2,
      failed: 1,
      latencyMs: { p50: 5, p95: 50, p99: 50 },
    },
  ]);
  expect(requests.buckets).toHaveLength(30);
  expect(requests.buckets.at(-1)?.counts).toEqual({ [path]: 93 });
  expect(requests.buckets.at(-16)?.counts).toEqual({ [path]: 8 });
  const child = await getApiRequests(scene.contextIn('Child'), { period: '24h' });
  expect(child.groups).toMatchObject([{ calls: 8, latencyMs: { p50: 50, p99: 50 } }]);
});
