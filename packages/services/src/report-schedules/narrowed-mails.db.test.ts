import type { ReportFilter, ScheduledPage } from '@redoubt/domain';
import { useDatabase } from '@redoubt/testing/database';
import { partsOf, startMailServer } from '@redoubt/testing/mail';
import { expect, it } from 'vitest';
import { createMailServer } from '../mail/mail-server.ts';
import { createMailDelivery } from '../mail/mail.job.ts';
import { workOff } from '../testing/jobs.ts';
import { AT_ONCE, createReportScene, DAILY_REPORT, decideSome } from '../testing/report-scene.ts';
import { createReportSchedule, sendReportSchedule } from './report-schedules.commands.ts';
import { createScheduledReports } from './scheduled-report.job.ts';

const test = useDatabase();
const FACTS = { host: 'localhost', from: 'redoubt@shop.example', domains: ['shop.example'] };

it('a mail has the events that the page is narrowed to, says so, and leads to the same page', async () => {
  const shop = await createReportScene(test);
  const smtp = await startMailServer();
  const { scene, manager } = shop;
  const place = { database: test.database, clock: scene.clock };
  const mia = { ...manager.person, name: 'Mia', username: 'mia@shop.example' };
  await decideSome(shop);
  const sent = async (
    filter: ReportFilter,
    page: ScheduledPage = 'summaryReport',
  ): Promise<ReadonlyMap<string, string>> => {
    const filters = [{ ...filter, values: [...filter.values] }];
    const { schedules } = await createReportSchedule(manager.context, mia, FACTS, {
      ...DAILY_REPORT,
      page,
      question: { period: '7d', assessment: 'purchase', queueId: null, filters },
    });
    const created = schedules.find(
      (each) => each.page === page && each.question.filters?.[0]?.values[0] === filter.values[0],
    );
    await sendReportSchedule(manager.context, mia, FACTS, created?.id ?? '');
    const [reports, server] = [{ server: FACTS, origin: 'https://redoubt.shop.example', pace: AT_ONCE }, FACTS];
    await workOff(place, createScheduledReports({ ...place, ...reports }));
    const delivery = createMailServer({ ...server, url: `smtp://localhost:${smtp.port}`, tls: false });
    await workOff(place, createMailDelivery({ ...place, server: delivery }));
    return partsOf(smtp.mails.at(-1)?.source ?? '');
  };

  const reviewed = await sent({ dimension: 'decision', values: ['Review'] });
  const text = reviewed.get('text/plain') ?? '';
  expect(text).toContain('Only Decision: Review');
  expect(text).toContain('- Events: Now 3');
  expect(text).toContain(encodeURIComponent('[["decision",["Review"]]]').replaceAll('%20', '+'));
  expect([...reviewed].find(([name]) => name.endsWith('.csv'))?.[1]).toContain('filters');

  const rejected = await sent({ dimension: 'decision', values: ['Reject'] });
  expect(rejected.get('text/plain')).toContain('- Events: Now 0');

  const scores = await sent({ dimension: 'decision', values: ['Review'] }, 'scoreReport');
  expect(scores.get('text/plain')).toContain('- Events: Now 3');
  expect(scores.get('text/plain')).toContain('https://redoubt.shop.example/reports/scores?');
  const [name, csv = ''] = [...scores].find(([each]) => each.endsWith('.csv')) ?? [];
  expect(name).toMatch(/^scores-/);
  expect(csv).toMatch(/^score,events,approved,/);
  await smtp.close();
  await shop.merchant.close();
});
