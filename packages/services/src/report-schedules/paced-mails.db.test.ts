import { useDatabase } from '@redoubt/testing/database';
import { expect, it } from 'vitest';
import { startJobs } from '../jobs/job-runner.ts';
import { workOff } from '../testing/jobs.ts';
import { createReportScene, DAILY_REPORT, decideSome } from '../testing/report-scene.ts';
import { changeReportSchedule, createReportSchedule, sendReportSchedule } from './report-schedules.commands.ts';
import { createScheduledReports } from './scheduled-report.job.ts';

const test = useDatabase();
const FACTS = { host: 'localhost', from: 'redoubt@shop.example', domains: ['shop.example'] };
const PATIENCE = { timeout: 30_000, interval: 20 };
const QUESTION = { period: '7d', assessment: 'purchase', queueId: null } as const;

it('a mailed report is read in its turn, holds nothing until then, and is written anew where it was changed since', async () => {
  const shop = await createReportScene(test);
  const { scene, manager, merchant } = shop;
  const mia = { ...manager.person, name: 'Mia', username: 'mia@shop.example' };
  await decideSome(shop);
  const choice = { ...DAILY_REPORT, page: 'summaryReport' as const, question: QUESTION };
  const created = await createReportSchedule(manager.context, mia, FACTS, choice);
  const id = created.schedules[0]?.id ?? '';
  await sendReportSchedule(manager.context, mia, FACTS, id);

  const step = () => Promise.withResolvers<void>();
  const [asked, mayRead, hasRead, mayEnd] = [step(), step(), step(), step()];
  const turn = async <T>(tenantId: string, work: () => Promise<T>): Promise<T> => {
    expect(tenantId).toBe(scene.tenantId);
    asked.resolve();
    await mayRead.promise;
    const given = await work();
    hasRead.resolve();
    await mayEnd.promise;
    return given;
  };
  const place = { database: test.database, clock: scene.clock };
  const runner = createScheduledReports({ ...place, server: FACTS, origin: 'https://redoubt.example', pace: { turn } });
  const mails = () => test.asAdmin<{ body: string }>(`select content ->> 'text' as body from mail`);
  const node = startJobs({ ...place, runners: [runner] });
  await asked.promise;
  // While it waits, the schedule can be written.
  await changeReportSchedule(manager.context, mia, FACTS, id, choice);
  mayRead.resolve();
  await hasRead.promise;
  await changeReportSchedule(manager.context, mia, FACTS, id, { ...choice, question: { ...QUESTION, period: '28d' } });
  expect(await mails()).toEqual([]);
  mayEnd.resolve();
  await expect
    .poll(async () => (await mails()).map(({ body }) => body.includes('period=28d')), PATIENCE)
    .toEqual([true]);
  await node.close();
  await workOff(place, runner);
  expect(await mails()).toHaveLength(1);
  await merchant.close();
});
