import {
  caseReportRows,
  capabilitiesOf,
  REPORT_MEASURES,
  ruleReportRows,
  summaryRows,
  type ScheduledPage,
} from '@redoubt/domain';
import { DAY_MS, HOUR_MS, MINUTE_MS, newId } from '@redoubt/kernel';
import { recordSignIn, saveUserSettings } from '@redoubt/storage';
import { aRelatedEvent, useDatabase } from '@redoubt/testing/database';
import { partsOf, startMailServer, type LocalMailServer } from '@redoubt/testing/mail';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EnvironmentContext } from '../context.ts';
import { startJobs } from '../jobs/job-runner.ts';
import { createMailServer } from '../mail/mail-server.ts';
import { createMailDelivery } from '../mail/mail.job.ts';
import { getMe } from '../me/get-me.query.ts';
import { getNotices } from '../notices/notices.queries.ts';
import { writeCsv } from '../csv/write-csv.ts';
import { queryReports } from '../reports/query-reports.query.ts';
import { queryRuleReport } from '../reports/query-rule-report.query.ts';
import { workOff } from '../testing/jobs.ts';
import { AT_ONCE, createReportScene, decideSome, type ReportScene, DAILY_REPORT } from '../testing/report-scene.ts';
import { storeEvents } from '../testing/store-events.ts';
import { getReportSchedules } from './get-report-schedules.query.ts';
import {
  changeReportSchedule,
  createReportSchedule,
  deleteReportSchedule,
  pauseReportSchedule,
  sendReportSchedule,
} from './report-schedules.commands.ts';
import { createScheduledReports } from './scheduled-report.job.ts';
import { sendTestMail } from './send-test-mail.command.ts';

const test = useDatabase();
const FACTS = { host: 'localhost', from: 'Redoubt <redoubt@shop.example>', domains: ['partner.example'] };
const ORIGIN = 'https://redoubt.shop.example';
const PATIENCE = { timeout: 30_000, interval: 20 };

let shop: ReportScene;
let smtp: LocalMailServer;
const mia = () => ({ ...shop.manager.person, name: 'Mia', username: 'mia@shop.example' });

const choice = (change: object = {}) => ({ ...DAILY_REPORT, ...change });

const place = () => ({ database: test.database, clock: shop.scene.clock });
const delivery = () =>
  createMailDelivery({
    ...place(),
    server: createMailServer({ ...FACTS, url: `smtp://localhost:${smtp.port}`, tls: false }),
  });
const reports = () => createScheduledReports({ ...place(), server: FACTS, origin: ORIGIN, pace: AT_ONCE });
const deliver = async (): Promise<void> => {
  await workOff(place(), reports());
  await workOff(place(), delivery());
};
const create = async (change: object = {}) =>
  (await createReportSchedule(shop.manager.context, mia(), FACTS, choice(change))).schedules.at(-1)?.id ?? '';
const listed = () => getReportSchedules(shop.manager.context, mia(), FACTS);
/** What people are told of mails; the scene publishes rules besides. */
const noticesOf = async () =>
  (await getNotices(shop.manager.context, mia())).notices.flatMap(({ code, type }) => (type === 'Mail' ? [code] : []));
const signIn = (userId: string, username: string) =>
  test.database.inTenant(shop.scene.tenantId, (trx) =>
    recordSignIn(
      trx,
      shop.scene.tenantId,
      { userId, username, displayName: username },
      new Date(shop.scene.clock.now()),
    ),
  );

beforeEach(async () => {
  for (const table of ['report_schedule', 'mail', 'job']) await test.asAdmin(`delete from ${table}`);
  shop = await createReportScene(test);
  smtp = await startMailServer();
  await signIn('id of Mia', 'mia@shop.example');
  await signIn('id of Dora', 'Dora@shop.example');
});
afterEach(async () => {
  await shop.merchant.close();
  await smtp.close();
});

describe('reports of days by e-mail', () => {
  const send = async (page: ScheduledPage): Promise<ReadonlyMap<string, string>> => {
    const id = await create({ page, question: { period: '7d', assessment: 'purchase', queueId: null } });
    await sendReportSchedule(shop.manager.context, mia(), FACTS, id);
    await deliver();
    return partsOf(smtp.mails[0]?.source ?? '');
  };
  const days = () => {
    const now = shop.scene.clock.now();
    const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
    return { from: dayOf(now - 6 * DAY_MS), to: dayOf(now) };
  };
  const asked = () => ({
    assessment: 'purchase' as const,
    ...days(),
    step: 'day' as const,
    filters: [],
    compare: 'previous' as const,
    includeChildren: true,
  });

  it('have the tiles of the summary and each of its days as the CSV of the page', async () => {
    await decideSome(shop);
    const parts = await send('summaryReport');
    const text = parts.get('text/plain')?.replaceAll('\r\n', '\n') ?? '';
    expect(text).toContain('- Events: Now 3; Period before 0');
    expect(text).toContain(`${ORIGIN}/reports/summary?env=${shop.scene.idOf('Shop')}&period=7d&assessment=purchase`);
    const report = await queryReports(shop.manager.context, {
      ...asked(),
      by: null,
      measures: [...REPORT_MEASURES],
      most: 10,
    });
    const [head = [], ...rows] = summaryRows(report).map((row) => row.map(String));
    const { from, to } = days();
    expect(parts.get(`summary-${from}-${to}.csv`)).toBe(writeCsv(head, rows));
  });

  it('have the rules that hit most and all rules as the CSV of the page', async () => {
    await decideSome(shop);
    const parts = await send('ruleReport');
    const report = await queryRuleReport(shop.manager.context, asked());
    const [head = [], ...rows] = ruleReportRows(report).map((row) => row.map(String));
    const { from, to } = days();
    expect(rows.length).toBeGreaterThan(0);
    expect(parts.get(`rules-${from}-${to}.csv`)).toBe(writeCsv(head, rows));
    expect(parts.get('text/plain')).toContain(`${ORIGIN}/reports/rules?`);
  });

  it('have the volume and the values of fields of the threat report, and all values as CSV', async () => {
    await decideSome(shop);
    const parts = await send('threatReport');
    const text = parts.get('text/plain')?.replaceAll('\r\n', '\n') ?? '';
    expect(text).toContain('- Events: Now 3; Period before 0');
    expect(text).toContain(`${ORIGIN}/reports/threats?env=${shop.scene.idOf('Shop')}&period=7d&assessment=purchase`);
    const { from, to } = days();
    const [head, ...rows] = (parts.get(`threats-${from}-${to}.csv`) ?? '').trim().split('\r\n');
    expect(head).toBe('field,value,events,fraud,before_events,before_fraud');
    const { series } = await queryReports(shop.manager.context, {
      ...asked(),
      by: 'field:instrumentType',
      measures: ['events'],
      most: 10,
    });
    expect(rows.filter((row) => row.startsWith('instrumentType,'))).toHaveLength(series.length);
  });

  it('have the kinds of the observation report and each of its days as CSV', async () => {
    await decideSome(shop);
    const { tenantId } = shop.manager.context;
    const told = { purchaseId: 'nobody', body: { type: 'Auth', status: 'Declined' } };
    const at = shop.scene.clock.now() - HOUR_MS;
    await storeEvents(test.database, [
      aRelatedEvent({ tenantId, environmentId: shop.scene.idOf('Shop') }, 'bankEvent', told, {
        receivedAtMs: at,
        eventTimeMs: at,
      }),
    ]);
    const parts = await send('observationReport');
    const text = parts.get('text/plain')?.replaceAll('\r\n', '\n') ?? '';
    expect(text).toContain('- Bank event: Observations 1; Period before 0; Without assessment 1 (100.0%)');
    const { from, to } = days();
    const [head, ...rows] = (parts.get(`observations-${from}-${to}.csv`) ?? '').trim().split('\r\n');
    expect(head).toBe('from,observation,observations,without_assessment');
    expect(rows.filter((row) => row.endsWith(',bankEvent,1,1'))).toHaveLength(1);
  });

  it('ask for the right to the page that is sent', async () => {
    const onlyCases = { ...shop.manager.context, capabilities: { caseReport: 'read' } } as EnvironmentContext;
    const question = { period: '7d' as const, assessment: null, queueId: null };
    await expect(
      createReportSchedule(onlyCases, mia(), FACTS, choice({ page: 'summaryReport', question })),
    ).rejects.toMatchObject({ code: 'AUTH-FORBIDDEN' });
    await create({ page: 'summaryReport', question });
    expect((await getReportSchedules(onlyCases, mia(), FACTS)).schedules).toEqual([]);
    expect((await listed()).schedules).toHaveLength(1);
  });
});

describe('a scheduled report', () => {
  it('has the figures of the page, in the body and as the CSV of the page', async () => {
    await decideSome(shop);
    const id = await create();
    await sendReportSchedule(shop.manager.context, mia(), FACTS, id);
    await deliver();
    expect(smtp.mails).toMatchObject([{ from: 'redoubt@shop.example', recipients: ['mia@shop.example'] }]);
    const parts = partsOf(smtp.mails[0]?.source ?? '');
    const report = await shop.report();
    const [head = [], ...rows] = caseReportRows(report);
    const day = report.asOf.slice(0, 10);
    expect(parts.get(`cases-7d-${day}.csv`)).toBe(writeCsv(head, rows));
    expect(report.totals).toMatchObject({ received: 3, decided: 2, rejected: 1 });
    const text = parts.get('text/plain')?.replaceAll('\r\n', '\n') ?? '';
    expect(text).toContain('- Received: Now 3; Period before 0');
    expect(text).toContain('- Decided: Now 2; Period before 0');
    expect(text).toContain('- Rejected: Now 1 (50.0%); Period before 0');
    expect(text).toContain('- Ana: Decided 1; Rejected 1; Overturned 0;');
    expect(text).toContain(`${ORIGIN}/casemanagement/report?env=${shop.scene.idOf('Shop')}&period=7d`);
    const html = parts.get('text/html') ?? '';
    expect(html).toMatch(/>Received<\/td><td[^>]*>3<\/td>/);
    expect(html).not.toMatch(/<script|<img|<link/);
  });

  it('is sent at its times, once by however many nodes, and only the newest after a pause of the server', async () => {
    await create();
    const nodes = ['one', 'two'].map((node) =>
      startJobs({ ...place(), runners: [reports(), delivery()], node, heartbeatMs: 50 }),
    );
    const sent = async () =>
      (await test.asAdmin<{ count: string }>(`select count(*) from mail where state = 'sent'`))[0]?.count;
    shop.scene.clock.advance(DAY_MS);
    await vi.waitFor(async () => expect(await sent()).toBe('1'), PATIENCE);
    await Promise.all(nodes.map((node) => node.close()));
    shop.scene.clock.advance(5 * DAY_MS);
    await deliver();
    await deliver();
    expect(smtp.mails).toHaveLength(2);
    const [schedule] = (await listed()).schedules;
    const nextMs = Date.parse(schedule?.nextAt ?? '');
    expect(nextMs).toBeGreaterThan(shop.scene.clock.now());
    expect(nextMs - shop.scene.clock.now()).toBeLessThanOrEqual(DAY_MS);
  });

  it('goes to people of the tenant and to domains that the operator named, each in their language', async () => {
    await test.database.inTenant(shop.scene.tenantId, (trx) =>
      saveUserSettings(trx, shop.scene.tenantId, 'id of Dora', { language: 'de-DE' }, new Date(0)),
    );
    const recipients = ['mia@shop.example', 'dora@shop.example', 'eve@partner.example', 'MIA@shop.example'];
    await expect(create({ recipients: [...recipients, 'eve@evil.example'] })).rejects.toMatchObject({
      code: 'REPORT-RECIPIENT-REFUSED',
      params: { addresses: 'eve@evil.example' },
    });
    const id = await create({ recipients, language: 'fr-FR' });
    await sendReportSchedule(shop.manager.context, mia(), FACTS, id);
    await deliver();
    expect(smtp.mails.map((mail) => mail.recipients)).toHaveLength(3);
    const htmlTo = (address: string) =>
      partsOf(smtp.mails.find((mail) => mail.recipients.includes(address))?.source ?? '').get('text/html') ?? '';
    expect(htmlTo('dora@shop.example')).toContain('<html lang="de-DE">');
    expect(htmlTo('eve@partner.example')).toContain('<html lang="fr-FR">');
  });

  it('has numbers in place of agents where the environment hides names, for every owner', async () => {
    await decideSome(shop);
    await shop.changeSettings({ hidesAgents: true });
    const admin = { ...shop.manager, person: { ...mia(), roles: ['ProductAdmin'] } };
    const context = { ...admin.context, capabilities: capabilitiesOf(['ProductAdmin'], 'Standard') };
    expect((await shop.report({}, { ...admin, context })).agents.map(({ agent }) => agent.name)).toContain('Ana');
    const { schedules } = await createReportSchedule(context, admin.person, FACTS, choice());
    await sendReportSchedule(context, admin.person, FACTS, schedules[0]?.id ?? '');
    await deliver();
    const source = [...partsOf(smtp.mails[0]?.source ?? '').values()].join('\n');
    expect(source).toContain('Agent 1');
    expect(source).not.toContain('Ana');
  });

  it('writes what people named as text, never as HTML or a formula', async () => {
    const queueId = await shop.scene.addQueue('<script>=1</script>');
    const id = await create({ question: { period: '24h', assessment: 'purchase', queueId } });
    await sendReportSchedule(shop.manager.context, mia(), FACTS, id);
    await deliver();
    const html = partsOf(smtp.mails[0]?.source ?? '').get('text/html') ?? '';
    expect(html).toContain('&lt;script&gt;');
    expect(html).not.toContain('<script>');
  });

  it('stops, with a notice, when its owner loses the right or stays away, and goes on with the rights of another', async () => {
    const id = await create();
    const me = { ...mia(), roles: ['ManualReviewAnalyst'] };
    await getMe({ ...shop.manager.context }, me);
    shop.scene.clock.advance(DAY_MS);
    await deliver();
    expect(smtp.mails).toEqual([]);
    expect((await listed()).schedules).toMatchObject([{ state: 'stopped', stopped: 'ownerLostRight', nextAt: null }]);
    expect(await noticesOf()).toEqual(['REPORT-SCHEDULE-STOPPED']);
    await changeReportSchedule(shop.manager.context, mia(), FACTS, id, choice());
    shop.scene.clock.advance(DAY_MS);
    await deliver();
    expect(smtp.mails).toHaveLength(1);
    shop.scene.clock.advance(91 * DAY_MS);
    await deliver();
    expect(smtp.mails).toHaveLength(1);
    expect((await listed()).schedules).toMatchObject([{ state: 'stopped' }]);
  });

  it('is paused, goes on with its next time, and is deleted with mails that wait', async () => {
    const id = await create();
    await pauseReportSchedule(shop.manager.context, mia(), FACTS, id, { paused: true });
    shop.scene.clock.advance(2 * DAY_MS);
    await deliver();
    await pauseReportSchedule(shop.manager.context, mia(), FACTS, id, { paused: false });
    await deliver();
    expect(smtp.mails).toEqual([]);
    await sendReportSchedule(shop.manager.context, mia(), FACTS, id);
    await workOff(place(), reports());
    expect((await listed()).mails).toMatchObject([{ state: 'waiting', scheduleId: id }]);
    await deleteReportSchedule(shop.manager.context, mia(), FACTS, id);
    await deliver();
    expect(smtp.mails).toEqual([]);
    expect(await listed()).toMatchObject({ schedules: [], mails: [] });
    expect(await test.asAdmin('select kind from job')).toEqual([]);
  });

  it('is changed by its owner and by those who administer the environment', async () => {
    const id = await create();
    const ben = { ...shop.manager.person, userId: 'id of Ben', name: 'Ben', username: 'ben@shop.example' };
    expect((await getReportSchedules(shop.manager.context, ben, FACTS)).schedules).toEqual([]);
    await expect(pauseReportSchedule(shop.manager.context, ben, FACTS, id, { paused: true })).rejects.toMatchObject({
      code: 'REPORT-SCHEDULE-NOT-OWNED',
    });
    await expect(deleteReportSchedule(shop.manager.context, ben, FACTS, newId())).rejects.toMatchObject({
      code: 'REPORT-SCHEDULE-UNKNOWN',
    });
    const context = { ...shop.manager.context, capabilities: capabilitiesOf(['ProductAdmin'], 'Standard') };
    const { schedules } = await pauseReportSchedule(context, ben, FACTS, id, { paused: true });
    expect(schedules).toMatchObject([{ id, state: 'paused', isOwn: false, owner: 'Mia' }]);
    await expect(createReportSchedule(context, ben, undefined, choice())).rejects.toMatchObject({
      code: 'MAIL-NOT-CONFIGURED',
    });
  });
});

describe('the outbox', () => {
  const tryServer = () => sendTestMail(shop.manager.context, mia(), FACTS, { language: 'en-US' });
  const newest = async () => (await listed()).mails[0];

  it('sends a test mail to the caller, some times in an hour', async () => {
    await tryServer();
    await deliver();
    expect(smtp.mails).toMatchObject([{ recipients: ['mia@shop.example'] }]);
    expect(await newest()).toMatchObject({ state: 'sent', problem: null });
    expect(await test.asAdmin('select content from mail')).toEqual([{ content: null }]);
    for (let count = 1; count < 10; count += 1) await tryServer();
    await expect(tryServer()).rejects.toMatchObject({ code: 'REQ-RATE-LIMITED' });
  });

  it('tries again, ever later, while the server asks for that, and says what it answered', async () => {
    let refusals = 0;
    smtp.behaviour.recipient = () => ((refusals += 1) > 3 ? undefined : 451);
    await tryServer();
    await deliver();
    expect(await newest()).toMatchObject({ state: 'waiting', problem: 'MAIL-DEFERRED' });
    expect((await newest())?.answer).toContain('Try later');
    await deliver();
    expect(refusals).toBe(1);
    for (const minutes of [1, 2, 4]) {
      shop.scene.clock.advance(minutes * MINUTE_MS);
      await deliver();
    }
    expect(refusals).toBe(4);
    expect(smtp.mails).toHaveLength(1);
    expect(await newest()).toMatchObject({ state: 'sent', problem: null });
  });

  it('gives a refused mail up at once, and one that never gets through after a day; the sender is told', async () => {
    smtp.behaviour.recipient = () => 550;
    await tryServer();
    await deliver();
    expect(await newest()).toMatchObject({ state: 'failed', problem: 'MAIL-REFUSED' });
    expect(await noticesOf()).toEqual(['MAIL-FAILED']);
    smtp.behaviour.recipient = () => 421;
    shop.scene.clock.advance(MINUTE_MS);
    await tryServer();
    for (let attempt = 0; attempt < 12; attempt += 1) {
      await deliver();
      shop.scene.clock.advance(4 * HOUR_MS);
    }
    await deliver();
    expect(await newest()).toMatchObject({ state: 'failed', problem: 'MAIL-DEFERRED' });
    expect(await noticesOf()).toEqual(['MAIL-FAILED', 'MAIL-FAILED']);
    expect(smtp.mails).toEqual([]);
  });

  it('sends again what a lost connection cut off', async () => {
    let isCut = true;
    smtp.behaviour.hangsUp = () => isCut;
    await tryServer();
    await deliver();
    expect(await newest()).toMatchObject({ state: 'waiting', problem: 'MAIL-UNREACHABLE' });
    isCut = false;
    shop.scene.clock.advance(MINUTE_MS);
    await deliver();
    expect(smtp.mails).toHaveLength(1);
  });

  it('does not send again what was taken, though the node ended before its job did', async () => {
    await tryServer();
    await deliver();
    await test.asAdmin(
      `update job set state = 'running', finished_at = null, claim_id = $1,
      heartbeat_at = now() - interval '1 minute' where kind = 'mail'`,
      [newId()],
    );
    await deliver();
    expect(await test.asAdmin('select state from job')).toEqual([{ state: 'done' }]);
    expect(smtp.mails).toHaveLength(1);
  });

  it('forgets mails thirty days after their end', async () => {
    await tryServer();
    await deliver();
    shop.scene.clock.advance(31 * DAY_MS);
    await deliver();
    expect((await listed()).mails).toEqual([]);
  });
});
