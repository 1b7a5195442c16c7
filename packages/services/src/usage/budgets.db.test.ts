import type { UsedApi } from '@redoubt/contracts';
import type { UsageBudget } from '@redoubt/domain';
import { DAY_MS } from '@redoubt/kernel';
import { createApiCalls } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { beforeEach, describe, expect, it } from 'vitest';
import { getNotices } from '../notices/notices.queries.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { getBilling } from './billing.queries.ts';
import { putTenantBudget, putUsageBudget } from './put-budget.commands.ts';
import { getUsageSummary } from './usage.queries.ts';
import { noticeSpentBudgets } from './watch-budgets.ts';

const test = useDatabase();
const APIS: readonly UsedApi[] = [
  { api: 'purchase', capability: 'purchase', isAssessment: true, paths: ['/v1/purchase'] },
  { api: 'label', capability: 'purchase', isAssessment: false, paths: ['/v1/label'] },
];
const MONTHLY: UsageBudget = { amount: 10, period: 'month', startsOn: '2026-01-01', alertsAt: [80, 100] };
let scene: Scene;

beforeEach(async () => {
  scene = await createScene(test.database, {
    Root: {},
    Live: { parent: 'Root' },
    Trial: { parent: 'Root' },
    Second: {},
  });
  await test.asAdmin(`update environment set kind = 'Production' where environment_id = any($1)`, [
    [scene.idOf('Live'), scene.idOf('Second')],
  ]);
  for (const root of ['Root', 'Second']) await scene.assignRole('a', 'ProductAdmin', root);
});

const clockAt = (laterMs: number) => ({ ...scene.clock, now: () => scene.clock.now() + laterMs });
const contextIn = (environment: string, laterMs = 0) => ({ ...scene.contextIn(environment), clock: clockAt(laterMs) });
const person = { userId: 'a', name: 'a', username: 'a', roles: [], wids: [] };
const count = async (environment: string, path: string, times: number, status = 200, laterMs = 0) => {
  const counts = createApiCalls(test.database);
  const { tenantId } = scene;
  const call = { tenantId, environmentId: scene.idOf(environment), path, status, latencyMs: 1 };
  for (let each = 0; each < times; each++) counts.count({ ...call, atMs: scene.clock.now() + laterMs });
  await counts.close();
};
const set = (environment: string, budget: UsageBudget | null, version = '0') =>
  putUsageBudget(contextIn(environment), {
    capability: 'purchase',
    version,
    budget: budget && { ...budget, alertsAt: [...budget.alertsAt] },
  });
const setForTenant = (environment: string, budget: UsageBudget, version = '0') =>
  putTenantBudget(contextIn(environment), {
    capability: 'purchase',
    version,
    budget: { ...budget, alertsAt: [...budget.alertsAt] },
  });
const summary = async (environment: string, laterMs = 0) => {
  const { budgets, months } = await getUsageSummary(contextIn(environment, laterMs), APIS);
  return { state: budgets.find(({ capability }) => capability === 'purchase'), months };
};
const watch = (laterMs = 0) => noticeSpentBudgets({ database: test.database, clock: clockAt(laterMs), apis: APIS });
const told = async (laterMs = 0) => {
  const { notices } = await getNotices(contextIn('Root', laterMs + 1), person);
  return notices
    .filter(({ code }) => code === 'USAGE-BUDGET-REACHED')
    .map(({ params, severity, link, environment }) => [
      params['percent'],
      params['used'],
      severity,
      link,
      environment?.name ?? null,
    ])
    .toReversed();
};

describe('a budget of usage', () => {
  it('counts as the pages count: 2xx and 4xx that assess, in production, here and below', async () => {
    await count('Live', '/v1/purchase', 4);
    await count('Live', '/v1/purchase', 2, 422);
    await count('Live', '/v1/purchase', 9, 503);
    await count('Live', '/v1/label', 9);
    await count('Trial', '/v1/purchase', 9);
    await count('Second', '/v1/purchase', 1);
    await set('Root', MONTHLY);
    await setForTenant('Root', MONTHLY);
    const { state, months } = await summary('Root');
    const month = months.find(({ capability }) => capability === 'purchase');
    expect(state?.use).toMatchObject({
      used: 6,
      percent: 60,
      from: '2026-03-01T00:00:00.000Z',
      to: '2026-04-01T00:00:00.000Z',
    });
    expect([month?.assessments, month?.projected]).toEqual([state?.use?.used, state?.use?.projected]);
    const billing = await getBilling(contextIn('Root'), person, APIS, {});
    const used = billing.rows.filter(({ part }) => part === 'purchase').reduce((all, row) => all + row.assessments, 0);
    expect([billing.budgets[0]?.use?.used, used]).toEqual([7, 7]);
    expect((await summary('Trial')).state).toMatchObject({ budget: null, use: null });
  });

  it('tells its use only to those who see all that it counts', async () => {
    await scene.assignRole('b', 'ProductAdmin', 'Root');
    await setForTenant('Root', MONTHLY);
    const { budgets, isWhole } = await getBilling(contextIn('Root'), { ...person, userId: 'b' }, APIS, {});
    expect([isWhole, budgets[0]?.budget?.amount, budgets[0]?.use]).toEqual([false, 10, null]);
  });

  it('is told once of each percent in a period, by whichever node, and anew in the next', async () => {
    await set('Live', MONTHLY);
    await setForTenant('Root', { ...MONTHLY, amount: 20 });
    await count('Live', '/v1/purchase', 7);
    await watch();
    expect(await told()).toEqual([]);
    await count('Live', '/v1/purchase', 1);
    await Promise.all([watch(), watch(), watch()]);
    await count('Live', '/v1/purchase', 1);
    await watch();
    expect(await told()).toEqual([[80, 8, 'Warning', '/settings/usage/summary', 'Live']]);
    await count('Live', '/v1/purchase', 12);
    await watch(1);
    expect((await told(1)).slice(1)).toEqual(
      expect.arrayContaining([
        [100, 21, 'Error', '/settings/usage/summary', 'Live'],
        [100, 21, 'Error', '/adminsettings/billing', null],
      ]),
    );
    await watch(2);
    expect(await told(2)).toHaveLength(3);
    await count('Live', '/v1/purchase', 8, 200, 30 * DAY_MS);
    await watch(30 * DAY_MS);
    expect(await told(30 * DAY_MS)).toHaveLength(4);
  });

  it('still says nothing twice when the notice is long gone, and speaks again for another amount', async () => {
    const yearly: UsageBudget = { ...MONTHLY, period: 'year' };
    await set('Live', yearly);
    await count('Live', '/v1/purchase', 10);
    await watch();
    await watch(120 * DAY_MS);
    expect(await told(120 * DAY_MS)).toEqual([]);
    await set('Live', { ...yearly, amount: 11 }, '1');
    await watch(120 * DAY_MS);
    expect(await told(120 * DAY_MS)).toEqual([[80, 10, 'Warning', '/settings/usage/summary', 'Live']]);
  });

  it('rests before its first day, without alerts, and once its environment is deleted', async () => {
    await set('Live', { ...MONTHLY, startsOn: '2026-03-20' });
    await set('Root', { ...MONTHLY, alertsAt: [] });
    await count('Live', '/v1/purchase', 10);
    await watch();
    expect((await summary('Live')).state).toMatchObject({ budget: { startsOn: '2026-03-20' }, use: null });
    await set('Live', MONTHLY, '1');
    await test.asAdmin(`update environment set status = 'Deleted' where environment_id = $1`, [scene.idOf('Live')]);
    await watch();
    expect(await told()).toEqual([]);
  });

  it('is changed from its newest state, taken away, and written into the activity log', async () => {
    const { version } = await set('Live', MONTHLY);
    expect(await set('Live', MONTHLY, version)).toMatchObject({ version });
    await expect(set('Live', { ...MONTHLY, amount: 1 })).rejects.toMatchObject({ code: 'USAGE-BUDGET-STALE' });
    await expect(setForTenant('Live', MONTHLY)).rejects.toMatchObject({
      code: 'BILLING-NOT-ROOT',
      params: { name: 'Root' },
    });
    await setForTenant('Root', MONTHLY);
    await set('Live', { ...MONTHLY, amount: 11 }, version);
    expect(await set('Live', null, '2')).toEqual({ capability: 'purchase', version: '0', budget: null });
    expect((await summary('Live')).state?.budget).toBeNull();
    expect((await scene.activities()).filter((line) => line.includes('UsageBudget'))).toEqual([
      'Create UsageBudget Live',
      'Create UsageBudget Root',
      'Update UsageBudget Live',
      'Delete UsageBudget Live',
    ]);
  });
});
