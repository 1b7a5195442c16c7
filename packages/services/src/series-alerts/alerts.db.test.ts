import { USUAL_WEEKS } from '@redoubt/domain';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@redoubt/kernel';
import { kindCodeOf, recordSignIn } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { partsOf, startMailServer, type LocalMailServer } from '@redoubt/testing/mail';
import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startJobs } from '../jobs/job-runner.ts';
import { createMailServer } from '../mail/mail-server.ts';
import { createMailDelivery } from '../mail/mail.job.ts';
import { getNotices } from '../notices/notices.queries.ts';
import { createSecretBox } from '../secrets/secret-box.ts';
import { workOff } from '../testing/jobs.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { accept, createWebhookReceivers } from '../testing/webhook-receivers.ts';
import {
  changeAlert,
  createAlert,
  deleteAlert,
  followAlert,
  muteAlert,
  renewWebhookSecret,
} from './alerts.commands.ts';
import { createAlertWatch } from './alerts.job.ts';
import { getAlertTargets } from './alert-targets.ts';
import { getAlertHistory, getAlerts, previewAlert } from './alerts.queries.ts';

const test = useDatabase();
const ORIGIN = 'https://redoubt.shop.example';
const KEY = 'a key of the installation for tests';
const FACTS = { host: 'localhost', from: 'Redoubt <redoubt@shop.example>', domains: [] };
const PATIENCE = { timeout: 30_000, interval: 20 };

let scene: Scene;
let smtp: LocalMailServer;
const closing: (() => Promise<void> | void)[] = [];

const means = { secrets: createSecretBox(KEY), allowsPlain: () => true };
const context = () => scene.contextIn('Root', 'Mia');
const mia = () => ({ userId: 'id of Mia', roles: ['ProductAdmin'], wids: [], username: 'mia@shop.example' });
const place = () => ({ database: test.database, clock: scene.clock });

const text = (change: object = {}) => ({
  name: 'Rejections',
  figure: 'decisionCount' as const,
  target: 'purchase',
  decision: 'Reject' as const,
  includeChildren: true,
  windowMinutes: 5,
  condition: 'above' as const,
  threshold: 10,
  row: 2,
  severity: 'Error' as const,
  notified: 'roles' as const,
  webhookUrl: null,
  silenceHours: 2,
  ...change,
});

const create = (change: object = {}) => createAlert(context(), means, text(change));
const rows = async () => (await getAlerts(context(), mia(), FACTS)).alerts;

/** Counts events of a minute so many minutes ago, as the projector of roll-ups does. */
const count = (minutesAgo: number, events: number, decision = 'Reject', environment = 'Root', kind = 'purchase') =>
  test.asAdmin(
    `insert into rollup_minute (tenant_id, environment_id, kind, minute, decision, rule, clause, currency, events, amount_units, latency)
     values ($1, $2, $3, date_trunc('minute', $4::timestamptz), $5, '', '', '', $6, 0, '{}')`,
    [
      scene.tenantId,
      scene.idOf(environment),
      kindCodeOf(kind as 'purchase'),
      new Date(scene.clock.now() - minutesAgo * MINUTE_MS),
      decision,
      events,
    ],
  );

const runner = () => createAlertWatch({ ...place(), origin: ORIGIN, sendsMail: true });
/** Lets time pass, and measures. */
const watch = async (minutes = 5): Promise<void> => {
  scene.clock.advance(minutes * MINUTE_MS);
  await workOff(place(), runner());
};
/** Two windows above the threshold. */
const rise = async (): Promise<void> => {
  await count(2, 20);
  await watch();
  await count(2, 20);
  await watch();
};
const notices = async () =>
  (await getNotices(context(), mia())).notices.map(({ code, severity }) => `${code} ${severity}`).toReversed();
const subjects = () =>
  test
    .asAdmin<{ subject: string }>('select subject from mail where tenant_id = $1 order by created_at', [scene.tenantId])
    .then((found) => found.map(({ subject }) => subject));

beforeEach(async () => {
  for (const table of ['alert', 'mail', 'job']) await test.asAdmin(`delete from ${table}`);
  scene = await createScene(test.database, { Root: {}, Child: { parent: 'Root' }, Other: {} });
  smtp = await startMailServer();
  closing.push(smtp.close);
  await test.database.inTenant(scene.tenantId, (trx) =>
    recordSignIn(
      trx,
      scene.tenantId,
      { userId: 'id of Mia', username: 'mia@shop.example', displayName: 'Mia' },
      new Date(scene.clock.now()),
    ),
  );
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

describe('an alert', () => {
  it('opens after its windows in a row, is one while it holds, and closes once with its messages', async () => {
    const { id } = await create();
    await count(2, 20);
    await watch();
    expect(await notices()).toEqual([]);
    await count(2, 20, 'Reject', 'Child');
    await watch();
    expect(await notices()).toEqual(['ALERT-OPENED Error']);
    expect(await rows()).toMatchObject([{ value: 20, incident: { closedAt: null, value: 20, messages: 1 } }]);
    for (let time = 0; time < 3; time += 1) {
      await count(2, 30);
      await watch();
    }
    expect(await notices()).toEqual(['ALERT-OPENED Error']);
    await watch();
    expect(await notices()).toEqual(['ALERT-OPENED Error', 'ALERT-CLOSED Success']);
    const { incidents } = await getAlertHistory(context(), id);
    expect(incidents).toMatchObject([{ messages: 1 }]);
    expect(incidents[0]?.closedAt).not.toBe(null);
  });

  it('is told again after its silence, and not when it goes up and down within it', async () => {
    await create({ row: 1 });
    for (const events of [20, 1, 20, 1, 20]) {
      await count(2, events);
      await watch();
    }
    expect(await notices()).toEqual(['ALERT-OPENED Error', 'ALERT-CLOSED Success']);
    expect((await getAlertHistory(context(), (await rows())[0]?.id ?? '')).incidents).toHaveLength(3);
    // It stays open until the silence is over.
    for (let minutes = 0; minutes < 120; minutes += 5) {
      await count(2, 20);
      await watch();
    }
    expect((await notices()).filter((each) => each.startsWith('ALERT-OPENED'))).toHaveLength(2);
    for (let minutes = 0; minutes < 125; minutes += 5) {
      await count(2, 20);
      await watch();
    }
    expect(await notices()).toContain('ALERT-STILL-OPEN Error');
  }, 60_000);

  it('sends nothing while it is muted, and keeps its history', async () => {
    const { id } = await create();
    const until = new Date(scene.clock.now() + HOUR_MS).toISOString();
    expect(await muteAlert(context(), id, { until })).toMatchObject({ mutedUntil: until });
    await rise();
    expect(await notices()).toEqual([]);
    expect(await rows()).toMatchObject([{ incident: { closedAt: null, messages: 0 } }]);
    await muteAlert(context(), id, { until: null });
    await count(2, 20);
    await watch();
    expect(await notices()).toEqual(['ALERT-OPENED Error']);
    await expect(
      muteAlert(context(), id, { until: new Date(scene.clock.now() + 400 * DAY_MS).toISOString() }),
    ).rejects.toMatchObject({ code: 'ALERT-MUTE' });
  });

  it('is measured once by two nodes, and goes on after a restart', async () => {
    await create();
    await count(2, 20);
    await watch();
    await count(2, 20);
    scene.clock.advance(5 * MINUTE_MS);
    const nodes = ['one', 'two'].map((node) => startJobs({ ...place(), runners: [runner()], node, heartbeatMs: 50 }));
    await Promise.all([runner().schedule?.run(), runner().schedule?.run()]);
    await vi.waitFor(async () => expect(await notices()).toEqual(['ALERT-OPENED Error']), PATIENCE);
    await Promise.all(nodes.map((node) => node.close()));
    await count(2, 20);
    await watch();
    expect(await notices()).toEqual(['ALERT-OPENED Error']);
    expect(await test.asAdmin('select 1 from alert_incident where tenant_id = $1', [scene.tenantId])).toHaveLength(1);
  });

  it('waits for what is not counted yet', async () => {
    await create({ condition: 'below', threshold: 5, row: 1 });
    await test.asAdmin('delete from alert_incident');
    await watch(1);
    const [alert] = await rows();
    expect(alert?.checkedAt).toBe(
      new Date(Math.floor((scene.clock.now() - 30_000) / (5 * MINUTE_MS)) * 5 * MINUTE_MS).toISOString(),
    );
  });

  it('closes without a word where it watches something else from then on', async () => {
    const { id } = await create();
    await rise();
    const [open] = await rows();
    await changeAlert(context(), means, id, { ...text({ threshold: 500 }), version: open?.version ?? '' });
    await watch();
    expect((await rows())[0]?.incident?.closedAt).not.toBe(null);
    expect(await notices()).toEqual(['ALERT-OPENED Error']);
  });
});

describe('what is unusual', () => {
  const watchUsual = () =>
    create({ figure: 'events', decision: null, condition: 'unusual', threshold: null, windowMinutes: 15, row: 1 });

  it('is judged by the same time of earlier weeks, as monitors judge it', async () => {
    for (let week = 1; week <= USUAL_WEEKS; week += 1)
      for (const minutes of [5, 20, 35]) await count(week * 7 * 24 * 60 + minutes, 100, 'Approve');
    await watchUsual();
    await count(20, 100, 'Approve');
    await count(5, 400, 'Approve');
    await watch(1);
    const [alert] = await rows();
    expect(alert?.points.at(-1)).toMatchObject({ value: 400, low: 70, high: 130 });
    expect(alert?.incident).toMatchObject({ value: 400, low: 70, high: 130, closedAt: null });
  });

  it('is not said before three weeks are known', async () => {
    await watchUsual();
    await count(5, 400);
    await watch(1);
    expect(await rows()).toMatchObject([{ incident: null }]);
  });
});

describe('mails of alerts', () => {
  it('go to those who follow, at opening and end, through a real mail server', async () => {
    const { id } = await create({ notified: 'followers' });
    expect(await followAlert(context(), mia(), FACTS, id, { mailed: true })).toMatchObject({ mailed: true });
    await rise();
    await watch();
    const delivery = createMailDelivery({
      ...place(),
      server: createMailServer({ url: `smtp://localhost:${smtp.port}`, from: FACTS.from, tls: false, domains: [] }),
    });
    await workOff(place(), delivery);
    expect(await subjects()).toEqual(['Rejections opened in Root', 'Rejections is over in Root']);
    const body = partsOf(smtp.mails[0]?.source ?? '').get('text/plain') ?? '';
    expect(body).toContain('Events with one decision (Reject): Purchase');
    expect(body).toContain('Newest value: 20.');
    expect(body).toContain('Expected: at most 10.');
    expect(body).toContain(`${ORIGIN}/alerts?alert=${id}&env=${scene.idOf('Root')}`);
    expect(await notices()).toEqual(['ALERT-OPENED Error', 'ALERT-CLOSED Success']);
  });

  it('are not sent to those who lost the right, and need a mail server', async () => {
    const { id } = await create({ notified: 'none' });
    await followAlert(context(), { ...mia(), roles: [] }, FACTS, id, { mailed: true });
    await rise();
    expect(await subjects()).toEqual([]);
    expect(await notices()).toEqual([]);
    await expect(followAlert(context(), mia(), undefined, id, { mailed: true })).rejects.toMatchObject({
      code: 'MAIL-NOT-CONFIGURED',
    });
    await deleteAlert(context(), id, (await rows())[0]?.version ?? '');
    expect(await test.asAdmin('select 1 from alert_subscription where tenant_id = $1', [scene.tenantId])).toEqual([]);
  });
});

describe('webhooks of alerts', () => {
  const webhooks = createWebhookReceivers(place, KEY);
  const { receiver, deliver } = webhooks;
  afterEach(webhooks.close);

  it('are signed, and tell opening and end', async () => {
    const server = await receiver(accept);
    const { id } = await create({ webhookUrl: `${server.origin}/hook` });
    const { secret } = await renewWebhookSecret(context(), means, id);
    await rise();
    await watch();
    await deliver();
    expect(server.seen.map(({ body }) => (JSON.parse(body) as { type: string }).type).toSorted()).toEqual([
      'alert.closed',
      'alert.opened',
    ]);
    const [first] = server.seen;
    const { 'webhook-id': sentId, 'webhook-timestamp': at, 'webhook-signature': signature } = first?.headers ?? {};
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    const expected = createHmac('sha256', key)
      .update(`${String(sentId)}.${String(at)}.${first?.body}`)
      .digest('base64');
    expect(signature).toBe(`v1,${expected}`);
    const opened = server.seen.map(({ body }) => JSON.parse(body) as { type: string; data: unknown });
    expect(opened.find(({ type }) => type === 'alert.opened')?.data).toMatchObject({
      alert: { id, name: 'Rejections', severity: 'Error' },
      value: 20,
      threshold: 10,
    });
    expect((await getAlertHistory(context(), id)).webhooks.map(({ state }) => state)).toEqual(['sent', 'sent']);
  });
});

describe('the preview', () => {
  it('says how often an alert would have opened in the last seven days', async () => {
    await count(60, 20);
    await count(24 * 60, 20);
    await count(8 * 24 * 60, 20);
    const { name: _name, severity: _s, notified: _n, webhookUrl: _w, silenceHours: _h, ...asked } = text({ row: 1 });
    const { firings, points, days } = await previewAlert(context(), asked);
    expect([firings.length, days, points.length]).toEqual([2, 7, 336]);
    expect(firings.every(({ closedAt }) => closedAt !== null)).toBe(true);
  });
});

describe('alerts of others', () => {
  it('are not seen, and series that a role does not see are not offered', async () => {
    await create();
    const engineer = { ...scene.contextIn('Root', 'Finn', 'FraudEngineer') };
    await createAlert(
      context(),
      means,
      text({ name: 'Backlog', figure: 'backlog', target: null, decision: null, windowMinutes: 15 }),
    );
    const seen = await getAlerts(engineer, { ...mia(), userId: 'id of Finn' }, FACTS);
    expect(seen.alerts.map(({ name }) => name)).toEqual(['Rejections']);
    expect((await getAlertTargets(engineer)).figures).not.toContain('backlog');
    await expect(
      createAlert(
        engineer,
        means,
        text({ name: 'Mine', figure: 'backlog', target: null, decision: null, windowMinutes: 15 }),
      ),
    ).rejects.toMatchObject({ code: 'AUTH-FORBIDDEN' });
    const [own] = await rows();
    await expect(getAlertHistory(scene.contextIn('Other'), own?.id ?? '')).rejects.toMatchObject({
      code: 'ALERT-UNKNOWN',
    });
  });

  it('have names of their own, and targets that are there', async () => {
    const { id, version } = await create();
    await expect(create()).rejects.toMatchObject({ code: 'ALERT-NAME-TAKEN' });
    await expect(create({ name: 'Other', target: 'nothing' })).rejects.toMatchObject({ code: 'ALERT-TARGET' });
    await expect(create({ name: 'Other', figure: 'ruleHits', decision: null })).rejects.toMatchObject({
      code: 'ALERT-TARGET',
    });
    await changeAlert(context(), means, id, { ...text({ name: 'Renamed' }), version });
    await expect(changeAlert(context(), means, id, { ...text(), version })).rejects.toMatchObject({
      code: 'ALERT-STALE',
    });
    await expect(renewWebhookSecret(context(), means, id)).rejects.toMatchObject({ code: 'ALERT-NO-WEBHOOK' });
  });
});
