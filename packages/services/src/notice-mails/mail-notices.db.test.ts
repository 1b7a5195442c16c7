import type { NoticeSubscription } from '@redoubt/domain';
import { DAY_MS, HOUR_MS } from '@redoubt/kernel';
import { recordSignIn, saveUserSettings, type TenantTransaction } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { beforeEach, describe, expect, it } from 'vitest';
import { raiseReady } from '../testing/raised-notices.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { changeNotices } from '../notices/change-notices.command.ts';
import { mailNotices } from './mail-notices.ts';
import { getNoticeSettings, putNoticeSettings } from './notice-settings.ts';
import { getNotices } from '../notices/notices.queries.ts';
import type { RaisedNotice } from '../notices/raise-notice.ts';

const test = useDatabase();
const FACTS = { host: 'localhost', from: 'Redoubt <redoubt@shop.example>', domains: [] };
const ORIGIN = 'https://redoubt.shop.example';
const ADMIN = { roles: ['ProductAdmin'], wids: [] };
const NIGHTS = { from: 20, to: 7, weekends: false, timeZone: 'UTC' };

let scene: Scene;

const person = (userId: string) => ({ ...ADMIN, userId, username: `${userId}@shop.example` });
const context = () => scene.contextIn('Root');
const inTenant = <Result>(work: (trx: TenantTransaction) => Promise<Result>) =>
  test.database.inTenant(scene.tenantId, work);

/** Someone signs in, so that it is known where to mail to and what their token says. */
const signIn = (userId: string, roles: readonly string[] = ADMIN.roles) =>
  inTenant((trx) =>
    recordSignIn(
      trx,
      scene.tenantId,
      {
        userId,
        username: `${userId}@shop.example`,
        displayName: userId,
        token: { roles, directoryRoles: [], groups: [], groupsLeftOut: false },
      },
      new Date(scene.clock.now()),
    ),
  );
const choose = (
  userId: string,
  quietHours: typeof NIGHTS | null = null,
  { shown, mailed, webhook }: Omit<NoticeSubscription, 'type'> = { shown: true, mailed: true, webhook: false },
) => {
  const subscriptions = [{ type: 'EnvironmentManagement', shown, mailed, webhook } as const];
  return putNoticeSettings(context(), person(userId), FACTS, undefined, {
    subscriptions,
    quietHours,
    webhookUrl: null,
  });
};
const raise = (change: Partial<RaisedNotice> = {}) => raiseReady(test, scene, change);
const mail = () => mailNotices({ database: test.database, clock: scene.clock, origin: ORIGIN });
const mails = () =>
  test.asAdmin<{ readonly recipient: string; readonly subject: string; readonly text: string }>(
    `select recipient, subject, content ->> 'text' as text from mail where tenant_id = $1 order by created_at, recipient`,
    [scene.tenantId],
  );

beforeEach(async () => {
  scene = await createScene(test.database, { Root: {}, Other: {} });
});

describe('mails about notices', () => {
  it('go once to those who asked for the type, with what the notice says and where it leads', async () => {
    await signIn('mia');
    await signIn('ben');
    await raise({ params: { name: 'Before' } });
    await choose('mia');
    await raise();
    // Two nodes look at the same time.
    await Promise.all([mail(), mail()]);
    await mail();
    const [sent, ...others] = await mails();
    expect(others).toEqual([]);
    expect(sent).toMatchObject({ recipient: 'mia@shop.example', subject: 'Shop is ready' });
    expect(sent?.text).toContain('The environment takes events from now on.');
    expect(sent?.text).toContain(`${ORIGIN}/environments?env=${scene.idOf('Root')}`);
  });

  it('are one where several notices came, in the language of the reader', async () => {
    await signIn('mia');
    await choose('mia');
    await inTenant((trx) =>
      saveUserSettings(trx, scene.tenantId, 'mia', { language: 'de-DE' }, new Date(scene.clock.now())),
    );
    await raise();
    await raise({ params: { name: 'Zweig' }, environmentId: null });
    await mail();
    const sent = await mails();
    expect(sent.map(({ subject }) => subject)).toEqual(['Neue Benachrichtigungen: 2']);
    expect(sent[0]?.text).toMatch(/Shop ist bereit[^]+Zweig ist bereit/);
  });

  it('wait for the end of quiet hours, but for critical notices; what was read by then is not mailed', async () => {
    await signIn('mia');
    await choose('mia', NIGHTS);
    const { clock } = scene;
    // 22:00 of the next day.
    clock.advance(Math.ceil(clock.now() / DAY_MS) * DAY_MS + 22 * HOUR_MS - clock.now());
    const read = await raise({ params: { name: 'Read' } });
    await raise({ params: { name: 'Waiting' } });
    await raise({ code: 'ENVIRONMENT-UNREACHABLE', severity: 'Critical', params: { name: 'Urgent', reason: '' } });
    await mail();
    expect((await mails()).map(({ subject }) => subject)).toEqual(['Urgent is out of order']);
    await changeNotices(context(), person('mia'), { ids: [read], state: 'Read' });
    clock.advance(10 * HOUR_MS);
    await mail();
    expect((await mails()).map(({ subject }) => subject)).toEqual(['Urgent is out of order', 'Waiting is ready']);
  });

  it('tell a person nothing that they may not read, or did themselves, or that is for another one', async () => {
    await signIn('fay', ['FraudEngineer']);
    await signIn('mia');
    await choose('fay');
    await choose('mia');
    await raise({ authorId: 'mia' });
    await raise({ recipientId: 'ben' });
    await mail();
    expect(await mails()).toEqual([]);
    // A right that comes later brings no old notices.
    await scene.assignRole('fay', 'AllAreas_Admin', 'Other');
    await mail();
    await raise({ environmentId: scene.idOf('Other') });
    await mail();
    expect((await mails()).map(({ recipient }) => recipient)).toEqual(['fay@shop.example', 'mia@shop.example']);
  });
});

describe('where a person hears of what', () => {
  it('hides types they do not want to see, from them alone', async () => {
    await raise();
    await choose('mia', null, { shown: false, mailed: false, webhook: false });
    expect((await getNotices(context(), person('mia'))).notices).toEqual([]);
    expect((await getNotices(context(), person('ben'))).notices).toHaveLength(1);
  });

  it('is kept as chosen, without what is so anyway, and stands in the activity log', async () => {
    const chosen = await choose('mia', NIGHTS);
    expect(chosen).toEqual(await getNoticeSettings(context(), person('mia'), FACTS));
    expect(chosen).toEqual({
      subscriptions: [{ type: 'EnvironmentManagement', shown: true, mailed: true, webhook: false }],
      quietHours: NIGHTS,
      mail: { server: true, address: 'mia@shop.example' },
      webhookUrl: null,
      webhook: null,
    });
    await choose('mia', NIGHTS);
    await choose('mia', null, { shown: true, mailed: false, webhook: false });
    expect(await getNoticeSettings(context(), { ...person('mia'), username: 'mia' }, undefined)).toEqual({
      subscriptions: [],
      quietHours: null,
      mail: { server: false, address: null },
      webhookUrl: null,
      webhook: null,
    });
    expect((await scene.activities()).filter((line) => line.includes('UserSettings'))).toHaveLength(2);
  });
});
