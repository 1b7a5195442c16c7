import { DAY_MS, HOUR_MS, MINUTE_MS } from '@redoubt/kernel';
import { recordSignIn, saveUserSettings } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  changeCaseThreshold,
  createCaseThreshold,
  deleteCaseThreshold,
  getCaseThresholds,
  mailCaseThreshold,
} from '../case-report/case-thresholds.ts';
import { createCaseThresholdWatch } from '../case-report/thresholds.job.ts';
import { createCaseScene, type CaseScene } from '../testing/case-scene.ts';
import { workOff } from '../testing/jobs.ts';
import { createAlertMails } from './mail-alerts.ts';

const test = useDatabase();
const FACTS = { host: 'localhost', from: 'Redoubt <redoubt@shop.example>', domains: [] };
const ORIGIN = 'https://redoubt.shop.example';

let scene: CaseScene;
let thresholdId: string;

const mia = (username = 'mia@shop.example') => ({ ...scene.manager.person, username });
const follow = (mailed: boolean, person = mia(), server: typeof FACTS | undefined = FACTS) =>
  mailCaseThreshold(scene.manager.context, person, server, thresholdId, { mailed });
const watch = async (minutes = 1): Promise<void> => {
  scene.clock.advance(minutes * MINUTE_MS);
  const place = { database: test.database, clock: scene.clock };
  await workOff(
    place,
    createCaseThresholdWatch({ ...place, mails: createAlertMails({ clock: scene.clock, origin: ORIGIN }) }),
  );
};
const mails = () =>
  test.asAdmin<{ readonly recipient: string; readonly subject: string; readonly text: string }>(
    `select recipient, subject, content ->> 'text' as text from mail where tenant_id = $1 order by created_at`,
    [scene.tenantId],
  );
/** Lets cases wait, or none of them. */
const setWaiting = (waits: boolean) =>
  test.asAdmin(`update review_case set settles_at = $2 where tenant_id = $1`, [
    scene.tenantId,
    new Date(scene.clock.now() + (waits ? -HOUR_MS : 40 * DAY_MS)),
  ]);

beforeEach(async () => {
  for (const table of ['mail', 'job']) await test.asAdmin(`delete from ${table}`);
  scene = await createCaseScene(test);
  const { context, person } = scene.manager;
  await test.database.inTenant(scene.tenantId, (trx) =>
    recordSignIn(
      trx,
      scene.tenantId,
      { userId: person.userId, username: 'mia@shop.example', displayName: 'Mia' },
      new Date(scene.clock.now()),
    ),
  );
  const { thresholds } = await createCaseThreshold(context, {
    measure: 'backlog',
    queueId: null,
    days: null,
    most: 0,
    silenceMinutes: 240,
  });
  thresholdId = thresholds[0]?.id ?? '';
  await scene.addCase('p-1');
  await scene.addCase('p-2');
});

describe('a mail about a threshold', () => {
  it('goes to those who asked for it, once for a crossing, in their language', async () => {
    await watch();
    expect(await mails()).toEqual([]);
    expect((await follow(true)).thresholds).toMatchObject([{ mailed: true }]);
    // It is above already: who begins to follow it learns of it.
    await watch();
    await watch();
    expect(await mails()).toMatchObject([{ recipient: 'mia@shop.example' }]);
    const [mail] = await mails();
    expect(mail?.subject).toMatch(/^Waiting cases above its threshold in /);
    expect(mail?.text).toContain('Waiting cases: 2 cases. The threshold is 0.');
    expect(mail?.text).toContain(`${ORIGIN}/casemanagement/report?env=${scene.manager.context.environmentId}`);
  });

  it('is written in the language that the reader chose', async () => {
    await test.database.inTenant(scene.tenantId, (trx) =>
      saveUserSettings(trx, scene.tenantId, mia().userId, { language: 'de-DE' }, new Date(scene.clock.now())),
    );
    await follow(true);
    await watch();
    expect((await mails())[0]?.subject).toMatch(/über dem Schwellenwert in/);
  });

  it('is not repeated while the figure goes up and down, until four hours are over', async () => {
    await follow(true);
    await watch();
    await setWaiting(false);
    await watch();
    await setWaiting(true);
    await watch();
    expect(await mails()).toHaveLength(1);
    expect((await getCaseThresholds(scene.manager.context)).thresholds).toMatchObject([{ value: 2 }]);
    // The second crossing outlasts the silence.
    await watch(4 * 60);
    expect(await mails()).toHaveLength(2);
    await watch(5 * 60);
    expect(await mails()).toHaveLength(2);
  });

  it('is repeated earlier where its threshold says so', async () => {
    const { context } = scene.manager;
    await follow(true);
    await watch();
    const { thresholds } = await changeCaseThreshold(context, thresholdId, { silenceMinutes: 15 });
    expect(thresholds).toMatchObject([{ silenceMinutes: 15, mailed: true }]);
    await setWaiting(false);
    await watch();
    await setWaiting(true);
    await watch();
    expect(await mails()).toHaveLength(1);
    await watch(15);
    expect(await mails()).toHaveLength(2);
    await expect(changeCaseThreshold(context, scene.tenantId, { silenceMinutes: 15 })).rejects.toMatchObject({
      code: 'CASE-THRESHOLD-UNKNOWN',
    });
  });

  it('is not sent to those who ended it, who lost the right, or whose threshold is gone', async () => {
    await follow(true);
    expect((await follow(false)).thresholds).toMatchObject([{ mailed: false }]);
    await follow(false);
    await watch();
    await follow(true, { ...mia(), roles: [], wids: [] });
    await watch();
    expect(await mails()).toEqual([]);
    await deleteCaseThreshold(scene.manager.context, thresholdId);
    expect(await test.asAdmin('select 1 from alert_subscription where tenant_id = $1', [scene.tenantId])).toEqual([]);
  });

  it('needs a mail server, an address, and a threshold', async () => {
    await expect(
      mailCaseThreshold(scene.manager.context, mia(), undefined, thresholdId, { mailed: true }),
    ).rejects.toMatchObject({ code: 'MAIL-NOT-CONFIGURED' });
    await expect(follow(true, mia('mia'))).rejects.toMatchObject({ code: 'MAIL-NO-ADDRESS' });
    thresholdId = scene.tenantId;
    await expect(follow(true)).rejects.toMatchObject({ code: 'CASE-THRESHOLD-UNKNOWN' });
  });
});

it('time-outs within the hour are watched for all queues and for one', async () => {
  const { context } = scene.manager;
  const queueId = await scene.addQueue('Cards');
  await scene.addCase('p-3', { dueInMs: 30 * MINUTE_MS });
  await scene.addCase('p-4', { queueId, dueInMs: 40 * MINUTE_MS });
  await test.asAdmin(
    `update review_case set second_review = 'Waiting', first_agent_id = 'a', first_at = now() where event_id = 'p-4'`,
  );
  for (const measure of ['dueSoon', 'secondDueSoon'] as const)
    for (const queue of [null, queueId]) {
      scene.clock.advance(1);
      await createCaseThreshold(context, { measure, queueId: queue, days: null, most: 0, silenceMinutes: 240 });
    }
  await watch();
  const { thresholds } = await getCaseThresholds(context);
  expect(thresholds.slice(1).map(({ measure, value }) => [measure, value])).toEqual([
    ['dueSoon', 2],
    ['dueSoon', 1],
    ['secondDueSoon', 1],
    ['secondDueSoon', 1],
  ]);
});
