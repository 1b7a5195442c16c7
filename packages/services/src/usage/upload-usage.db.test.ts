import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { UsedApi } from '@redoubt/contracts';
import { RETAIL_FIELDS, type DataSet } from '@redoubt/domain';
import { countUploadUsage } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { beforeAll, expect, it } from 'vitest';
import { getNotices } from '../notices/notices.queries.ts';
import { workOff } from '../testing/jobs.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { createUploadChecks } from '../uploads/check-upload.job.ts';
import { createUploadImports } from '../uploads/import-upload.job.ts';
import { createUploadUndos } from '../uploads/undo-upload.job.ts';
import { checkUpload, createUpload, processUpload, sendUploadChunk, undoUpload } from '../uploads/uploads.commands.ts';
import { getBilling } from './billing.queries.ts';
import { putUsageBudget } from './put-budget.commands.ts';
import { putUsagePrices } from './put-usage-prices.command.ts';
import { getUsageDetails, getUsageSummary } from './usage.queries.ts';
import { noticeSpentBudgets } from './watch-budgets.ts';

const test = useDatabase();
const APIS: readonly UsedApi[] = [
  { api: 'purchase', capability: 'purchase', isAssessment: true, paths: ['/v1/purchase'] },
  { api: 'retailTransactions', capability: 'lossPrevention', isAssessment: true, paths: ['retailTransactions'] },
];
const PRICES = {
  currency: 'EUR',
  purchase: 0,
  account: 0,
  assessment: 0,
  lossPrevention: 2000,
  others: 0,
  storage: 0,
  shared: 0,
};
const person = { userId: 'a', name: 'a', username: 'a', roles: [], wids: [] };
let scene: Scene;
const place = () => ({ database: test.database, clock: scene.clock });

beforeAll(async () => {
  scene = await createScene(test.database, { Root: {}, Live: { parent: 'Root' }, Trial: { parent: 'Root' } });
  await test.asAdmin(`update environment set kind = 'Production' where environment_id = $1`, [scene.idOf('Live')]);
  await scene.assignRole('a', 'ProductAdmin', 'Root');
});

/** Uploads a file and has its lines stored. */
const store = async (environment: string, dataSet: DataSet, lines: readonly string[]): Promise<string> => {
  const context = scene.contextIn(environment);
  const bytes = Buffer.from(lines.join('\r\n'));
  const { id } = await createUpload(context, { dataSet, name: `${dataSet}.csv`, sizeBytes: bytes.length });
  await sendUploadChunk(context, id, { offset: 0, crc32: crc32(bytes), stream: Readable.from([bytes]) });
  await checkUpload(context, id);
  await workOff(place(), createUploadChecks(place()));
  await processUpload(context, id);
  const noEvent = () => Promise.reject(new Error('no event'));
  const service = { record: noEvent, resolveOpen: noEvent };
  await workOff(place(), createUploadImports({ ...place(), service }));
  return id;
};
const till = (...ids: readonly string[]): readonly string[] => [
  'transactionId,receiptDate,terminalId,storeId,staffId,kind,currency,netAmount',
  ...ids.map((id) => `${id},2026-01-14T10:00:00Z,T1,S1,E1,sale,EUR,10`),
];
const undo = async (id: string): Promise<void> => {
  await undoUpload(scene.contextIn('Live'), id);
  await workOff(place(), createUploadUndos({ ...place(), keys: { hashEventId: () => '' } }));
};

/** The number of transactions that each page of usage shows. */
const counted = async () => {
  const root = scene.contextIn('Root');
  const isLoss = ({ capability }: { readonly capability: string }): boolean => capability === 'lossPrevention';
  const { months, budgets } = await getUsageSummary(root, APIS);
  const { rows } = await getUsageDetails(root, APIS, { period: '12m', unit: 'day', api: 'retailTransactions' });
  const billing = await getBilling(root, person, APIS, {});
  const billed = billing.rows.filter(({ part }) => part === 'lossPrevention');
  return {
    summary: months.filter(isLoss).map(({ assessments, others }) => [assessments, others]),
    details: rows.map((row) => [row.environment, row.calls, row.counted]),
    billed: billed.map(({ environment, assessments, cost }) => [environment, assessments, cost?.used ?? null]),
    budget: budgets.find(isLoss)?.use?.used ?? null,
  };
};
const rowsOf = () => test.asAdmin(`select upload_id, hour, transactions from usage_upload order by upload_id`);

it('counts each till transaction once, as it is stored, the same on all pages', async () => {
  await putUsagePrices(scene.contextIn('Root'), { version: '0', prices: PRICES });
  await putUsageBudget(scene.contextIn('Root'), {
    capability: 'lossPrevention',
    version: '0',
    budget: { amount: 4, period: 'month', startsOn: '2026-01-01', alertsAt: [75] },
  });
  const first = await store('Live', 'retailTransactions', till('t-1', 't-2', 't-2'));
  await store('Live', 'retailTransactions', till('t-1', 't-2'));
  await store('Trial', 'retailTransactions', till('t-1'));
  const sales = RETAIL_FIELDS.retailSales;
  await store('Live', 'retailSales', [
    sales.map(({ path }) => path).join(','),
    sales.map(({ example }) => example).join(','),
  ]);
  const once = {
    summary: [[2, 0]],
    details: expect.arrayContaining([
      ['Live', 2, 2],
      ['Trial', 1, 0],
    ]),
    billed: [['Live', 2, 4]],
    budget: 2,
  };
  expect(await counted()).toEqual(once);

  await undo(first);
  expect(await counted()).toEqual(once);
});

it('alerts about its budget once', async () => {
  await store('Live', 'retailTransactions', till('t-3'));
  for (let each = 0; each < 2; each++) await noticeSpentBudgets({ ...place(), apis: APIS });
  const { notices } = await getNotices({ ...scene.contextIn('Root') }, person);
  expect(notices.filter(({ code }) => code === 'USAGE-BUDGET-REACHED').map(({ params }) => params)).toMatchObject([
    { capability: 'lossPrevention', percent: 75, used: 3, amount: 4 },
  ]);
});

it('is worked out again from the files, and stays when they are gone', async () => {
  const before = await rowsOf();
  const again = () =>
    test.database.inTenant(scene.tenantId, async (trx) => {
      for (const { id } of await trx.selectFrom('data_upload').select('upload_id as id').execute())
        await countUploadUsage(trx, id, new Date(scene.clock.now()));
    });
  await again();
  expect(await rowsOf()).toEqual(before);
  await test.asAdmin('delete from usage_upload');
  await again();
  expect(await rowsOf()).toEqual(before);
  await test.asAdmin('delete from data_upload');
  expect(await rowsOf()).toEqual(before);
});
