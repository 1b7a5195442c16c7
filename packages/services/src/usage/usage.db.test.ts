import type { UsedApi } from '@redoubt/contracts';
import { DAY_MS, HOUR_MS } from '@redoubt/kernel';
import { createApiCalls, type AnsweredCall } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { beforeEach, expect, it } from 'vitest';
import { createScene, type Scene } from '../testing/scene.ts';
import { getUsageDetails, getUsageSummary } from './usage.queries.ts';

const test = useDatabase();
const used = (api: UsedApi['api'], capability: UsedApi['capability'], isAssessment: boolean): UsedApi => ({
  api,
  capability,
  isAssessment,
  paths: [`/v1/${api}`, `/v0/${api}`],
});
const APIS = [
  used('purchase', 'purchase', true),
  used('label', 'purchase', false),
  used('accountLogin', 'account', true),
  used('assessment', 'assessment', true),
  used('assessmentObservation', 'assessment', false),
];
let scene: Scene;

beforeEach(async () => {
  scene = await createScene(test.database, { Root: {}, Live: { parent: 'Root' }, Other: { parent: 'Root' } });
  await test.asAdmin(`update environment set kind = 'Production' where environment_id = any($1)`, [
    [scene.idOf('Live'), scene.idOf('Other')],
  ]);
});

const count = async (
  calls: readonly (Partial<AnsweredCall> & { readonly environment: string; readonly times?: number })[],
) => {
  const counts = createApiCalls(test.database);
  for (const { environment, times = 1, ...call } of calls) {
    for (let i = 0; i < times; i++) {
      counts.count({
        tenantId: scene.tenantId,
        environmentId: scene.idOf(environment),
        path: '/v1/purchase',
        status: 200,
        latencyMs: 1,
        atMs: scene.clock.now(),
        ...call,
      });
    }
  }
  await counts.close();
};
const details = (environment: string, change: object = {}) =>
  getUsageDetails(scene.contextIn(environment), APIS, { period: '7d', unit: 'day', ...change });

it('counts 2xx and 4xx of production, and neither our failures nor tests', async () => {
  await count([
    { environment: 'Live', times: 3 },
    { environment: 'Live', status: 400, path: '/v0/purchase' },
    { environment: 'Live', status: 429 },
    { environment: 'Live', status: 503, times: 2 },
    { environment: 'Root', times: 5 },
  ]);
  const { rows } = await details('Root');
  expect(
    rows.map(({ environment, calls, counted, refused, failed }) => [environment, calls, counted, refused, failed]),
  ).toEqual(
    expect.arrayContaining([
      ['Live', 7, 5, 2, 2],
      ['Root', 5, 0, 0, 0],
    ]),
  );
  expect(rows).toHaveLength(2);
  expect((await details('Live', { response: 'failed' })).rows).toMatchObject([{ calls: 2, counted: 0 }]);
  expect((await details('Other')).rows).toEqual([]);
});

it('adds up over flushes, by hour, day and API, and keeps what an environment used that is gone', async () => {
  const now = scene.clock.now();
  await count([
    { environment: 'Live', atMs: now - HOUR_MS },
    { environment: 'Live', path: '/v1/label' },
  ]);
  await count([
    { environment: 'Live', atMs: now - HOUR_MS },
    { environment: 'Live', atMs: now - 3 * DAY_MS },
  ]);
  const hours = await details('Live', { unit: 'hour', api: 'purchase' });
  expect([hours.unit, hours.rows.map(({ calls }) => calls)]).toEqual(['hour', [2, 1]]);
  expect((await details('Live')).rows.map(({ api, calls }) => [api, calls])).toEqual([
    ['label', 1],
    ['purchase', 2],
    ['purchase', 1],
  ]);
  await test.asAdmin(`update environment set status = 'Deleted' where environment_id = $1`, [scene.idOf('Live')]);
  expect((await details('Root', { period: '30d' })).rows).toHaveLength(3);
});

it('is listed by month and capability with what the month comes to at this pace', async () => {
  const now = scene.clock.now();
  await count([
    { environment: 'Live', times: 13 },
    { environment: 'Live', path: '/v1/label', times: 4 },
    { environment: 'Live', path: '/v1/accountLogin', times: 2, atMs: now - 40 * DAY_MS },
    { environment: 'Live', path: '/v1/assessment', times: 6, atMs: now - 40 * DAY_MS },
    { environment: 'Live', path: '/v1/assessmentObservation', atMs: now - 40 * DAY_MS },
    { environment: 'Live', path: '/v1.0/provisioning/environments', times: 8, atMs: now - 40 * DAY_MS },
    { environment: 'Root', times: 9 },
  ]);
  const summary = await getUsageSummary(scene.contextIn('Root'), APIS);
  expect(summary.hasProduction).toBe(true);
  // The scene stands at 10:00 on the 14th of March: 13 days and 10 hours of 31.
  expect(summary.months).toEqual([
    { from: '2026-03-01T00:00:00.000Z', capability: 'purchase', assessments: 13, others: 4, projected: 30 },
    { from: '2026-02-01T00:00:00.000Z', capability: 'account', assessments: 2, others: 0, projected: null },
    { from: '2026-02-01T00:00:00.000Z', capability: 'assessment', assessments: 6, others: 1, projected: null },
  ]);
});

it('comes to the same number of calls in the summary and in the details of a year', async () => {
  const now = scene.clock.now();
  await count([
    { environment: 'Live', times: 3 },
    { environment: 'Live', path: '/v1/label', times: 2, status: 400 },
    { environment: 'Live', status: 500, times: 4 },
    { environment: 'Root', times: 5 },
    { environment: 'Live', path: '/v1/accountLogin', atMs: now - 40 * DAY_MS },
  ]);
  const { months } = await getUsageSummary(scene.contextIn('Root'), APIS);
  const { rows } = await details('Root', { period: '12m' });
  const inSummary = months.reduce((sum, { assessments, others }) => sum + assessments + others, 0);
  expect([inSummary, rows.reduce((sum, { counted }) => sum + counted, 0)]).toEqual([6, 6]);
});
