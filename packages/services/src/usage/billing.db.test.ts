import type { UsedApi } from '@redoubt/contracts';
import { PURCHASE_SAMPLE, type UsagePrices } from '@redoubt/domain';
import { DAY_MS } from '@redoubt/kernel';
import { createApiCalls } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { beforeEach, expect, it } from 'vitest';
import { createMerchant } from '../testing/merchant.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { workOff } from '../testing/jobs.ts';
import { getBilling, getBillingDetails } from './billing.queries.ts';
import { createStorageMeasurements } from './measure-storage.job.ts';
import { putUsagePrices } from './put-usage-prices.command.ts';
import { getUsageDetails } from './usage.queries.ts';

const test = useDatabase();
const used = (api: UsedApi['api'], capability: UsedApi['capability'], isAssessment: boolean): UsedApi => ({
  api,
  capability,
  isAssessment,
  paths: [`/v1/${api}`],
});
const APIS = [
  used('purchase', 'purchase', true),
  used('label', 'purchase', false),
  used('accountLogin', 'account', true),
];
const PRICES: UsagePrices = {
  currency: 'EUR',
  purchase: 20,
  account: 10,
  assessment: 40,
  lossPrevention: 10,
  others: 5,
  storage: 1_000_000,
  shared: 90,
};
let scene: Scene;

beforeEach(async () => {
  scene = await createScene(test.database, {
    Root: {},
    Live: { parent: 'Root' },
    Other: { parent: 'Root' },
    Second: {},
  });
  await test.asAdmin(`update environment set kind = 'Production' where environment_id = any($1)`, [
    [scene.idOf('Live'), scene.idOf('Other'), scene.idOf('Second')],
  ]);
  await scene.assignRole('a', 'ProductAdmin', 'Root');
  await scene.assignRole('b', 'ProductAdmin', 'Root');
  await scene.assignRole('b', 'ProductAdmin', 'Second');
});

const person = (userId: string) => ({ userId, name: userId, username: userId, roles: [], wids: [] });
const count = async (environment: string, path: string, times: number, atMs = scene.clock.now()) => {
  const counts = createApiCalls(test.database);
  for (let each = 0; each < times; each++)
    counts.count({
      tenantId: scene.tenantId,
      environmentId: scene.idOf(environment),
      path,
      status: 200,
      latencyMs: 1,
      atMs,
    });
  await counts.close();
};
const pathOf = (api: UsedApi['api']): string => `/v1/${api}`;
const billing = (userId: string, month?: string) =>
  getBilling(scene.contextIn('Root'), person(userId), APIS, { month });

it('tells each environment what it used, what that costs and its share of shared costs', async () => {
  await count('Live', pathOf('purchase'), 6);
  await count('Live', pathOf('label'), 2);
  await count('Other', pathOf('accountLogin'), 3);
  await count('Root', pathOf('purchase'), 50);
  await count('Live', pathOf('purchase'), 4, scene.clock.now() - 40 * DAY_MS);
  const before = await billing('b');
  expect(before).toMatchObject({ month: '2026-03', prices: null, isWhole: true, canWrite: true });
  expect(before.rows.map(({ cost }) => cost)).toEqual([null, null]);
  const { version } = await putUsagePrices(scene.contextIn('Root'), { version: before.version, prices: PRICES });
  await putUsagePrices(scene.contextIn('Root'), { version, prices: PRICES });

  const { rows, months, unassigned, prices } = await billing('b');
  expect(prices).toEqual(PRICES);
  expect(
    rows.map(({ environment, part, assessments, others, cost }) => [
      environment,
      part,
      assessments,
      others,
      cost?.shared,
    ]),
  ).toEqual([
    ['Live', 'purchase', 6, 2, 60],
    ['Other', 'account', 3, 0, 30],
  ]);
  expect(rows[0]?.cost?.used).toBeCloseTo(0.13, 9);
  expect(unassigned).toBeCloseTo(0, 9);
  expect(months.map(({ from, assessments }) => `${from.slice(0, 7)} ${assessments}`).toSorted()).toEqual([
    '2026-02 4',
    '2026-03 3',
    '2026-03 6',
  ]);
  expect((await billing('b', '2026-02')).rows).toMatchObject([{ environment: 'Live', assessments: 4 }]);
  await expect(billing('b', '2024-01')).rejects.toMatchObject({ code: 'REQ-INVALID' });
  expect((await scene.activities()).filter((line) => line.includes('UsagePrices'))).toHaveLength(1);
});

it('keeps to what the person may see, and shares shared costs out over the whole tenant', async () => {
  await count('Live', pathOf('purchase'), 1);
  await count('Second', pathOf('purchase'), 2);
  await putUsagePrices(scene.contextIn('Root'), { version: '0', prices: PRICES });
  const mine = await billing('a');
  expect(mine.rows).toMatchObject([{ environment: 'Live', cost: { shared: 30 } }]);
  expect([mine.isWhole, Math.round(mine.unassigned)]).toEqual([false, 60]);
  const asked = { period: '7d', unit: 'day' } as const;
  const callsOf = async (userId: string) =>
    (await getBillingDetails(scene.contextIn('Root'), person(userId), APIS, asked)).rows.map(
      ({ environment }) => environment,
    );
  expect([await callsOf('a'), (await callsOf('b')).toSorted()]).toEqual([['Live'], ['Live', 'Second']]);
  const below = await getUsageDetails(scene.contextIn('Root'), APIS, asked);
  expect(below.rows.map(({ environment }) => environment)).toEqual(['Live']);
});

it('still tells what an environment used that is deleted', async () => {
  await count('Live', pathOf('purchase'), 5);
  await test.asAdmin(`update environment set status = 'Deleted' where environment_id = $1`, [scene.idOf('Live')]);
  expect((await billing('b')).rows).toMatchObject([{ environment: 'Live', isDeleted: true, assessments: 5 }]);
});

it('measures once a day what is kept of the log', async () => {
  const merchant = await createMerchant(test.database, scene);
  await merchant.send('Live', 'purchase', { ...PURCHASE_SAMPLE, purchaseId: 'p' });
  await putUsagePrices(scene.contextIn('Root'), { version: '0', prices: PRICES });
  const job = createStorageMeasurements({ database: test.database, clock: scene.clock });
  await workOff({ database: test.database, clock: scene.clock }, job);
  await workOff({ database: test.database, clock: scene.clock }, job);
  const [row, ...others] = (await billing('b')).rows.filter(({ part }) => part === 'storage');
  expect(others).toEqual([]);
  expect(row).toMatchObject({ environment: 'Live', assessments: 0 });
  const bytes = (row?.gigabytes ?? 0) * 1e9 * 31;
  expect(bytes).toBeGreaterThan(100);
  expect(row?.cost?.total).toBeCloseTo((row?.gigabytes ?? 0) * PRICES.storage, 9);
});

it('has its prices changed in a root, from the newest state', async () => {
  const child = putUsagePrices(scene.contextIn('Live'), { version: '0', prices: PRICES });
  await expect(child).rejects.toMatchObject({ code: 'BILLING-NOT-ROOT', params: { name: 'Root' } });
  await putUsagePrices(scene.contextIn('Root'), { version: '0', prices: PRICES });
  const stale = putUsagePrices(scene.contextIn('Root'), { version: '0', prices: { ...PRICES, shared: 1 } });
  await expect(stale).rejects.toMatchObject({ code: 'USAGE-PRICES-STALE' });
});
