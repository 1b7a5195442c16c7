import { DAY_MS, newId } from '@redoubt/kernel';
import { queueDueReports } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { expect, it } from 'vitest';
import { getNotices } from '../notices/notices.queries.ts';
import { workOff } from '../testing/jobs.ts';
import { createReportScene, DAILY_REPORT } from '../testing/report-scene.ts';
import { getReportSchedules } from './get-report-schedules.query.ts';
import { createReportSchedule } from './report-schedules.commands.ts';
import { createScheduledReports } from './scheduled-report.job.ts';

const test = useDatabase();
const FACTS = { host: 'localhost', from: 'redoubt@shop.example', domains: ['shop.example'] };

it('a report that could not be made is notified to its owner alone, and is due again the next day', async () => {
  const { scene, manager, merchant } = await createReportScene(test);
  const place = { database: test.database, clock: scene.clock };
  const mia = { ...manager.person, name: 'Mia', username: 'mia@shop.example' };
  await createReportSchedule(manager.context, mia, FACTS, DAILY_REPORT);
  const due = async () => (await getReportSchedules(manager.context, mia, FACTS)).schedules[0];
  const first = await due();
  scene.clock.advance(DAY_MS);
  await queueDueReports(test.database, new Date(scene.clock.now()));
  // As after a node that ended in the middle of it once more than it is tried.
  await test.asAdmin(
    `update job set state = 'running', attempts = 100, claim_id = $1, heartbeat_at = now() - interval '1 minute'
      where kind = 'scheduledReport'`,
    [newId()],
  );
  const pace = { turn: () => Promise.reject(new Error('nothing is read for it')) };
  await workOff(
    place,
    createScheduledReports({ ...place, server: FACTS, origin: 'https://redoubt.shop.example', pace }),
  );
  const told = async (person: typeof mia) =>
    (await getNotices(manager.context, person)).notices.flatMap(({ code, type, link }) =>
      type === 'Mail' ? [{ code, link }] : [],
    );
  expect(await told(mia)).toEqual([{ code: 'REPORT-NOT-SENT', link: '/casemanagement/report?panel=schedules' }]);
  expect(await told({ ...mia, userId: 'id of Dora' })).toEqual([]);
  const next = await due();
  expect(next).toMatchObject({ state: 'active', sentAt: null });
  expect(Date.parse(next?.nextAt ?? '') - Date.parse(first?.nextAt ?? '')).toBe(DAY_MS);
  await merchant.close();
});
