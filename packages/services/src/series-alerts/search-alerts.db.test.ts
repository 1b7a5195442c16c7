import { PURCHASE_SAMPLE } from '@redoubt/domain';
import { DAY_MS, MINUTE_MS } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { alertKind } from '../configuration/kinds/alert.kind.ts';
import type { EnvironmentContext } from '../context.ts';
import { getNotices } from '../notices/notices.queries.ts';
import { changeSavedView, createSavedView, deleteSavedView, getSavedViews } from '../saved-views/saved-views.ts';
import { createSecretBox } from '../secrets/secret-box.ts';
import { workOff } from '../testing/jobs.ts';
import { createMerchant, type Merchant } from '../testing/merchant.ts';
import { metadataNow } from '../testing/purchase-now.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { getAlertTargets } from './alert-targets.ts';
import { createAlert, deleteAlert } from './alerts.commands.ts';
import { createAlertWatch } from './alerts.job.ts';
import { getAlertHistory, getAlerts, previewAlert } from './alerts.queries.ts';

const test = useDatabase();
const means = { secrets: createSecretBox('a key of the installation for tests'), allowsPlain: () => true };
let scene: Scene;
let merchant: Merchant;
let mia: EnvironmentContext;
let noor: EnvironmentContext;

beforeEach(async () => {
  for (const table of ['alert', 'job']) await test.asAdmin(`delete from ${table}`);
  scene = await createScene(test.database, { Root: {}, Child: { parent: 'Root' } });
  merchant = await createMerchant(test.database, scene);
  mia = scene.contextIn('Root', 'Mia');
  noor = scene.contextIn('Root', 'Noor');
});
afterEach(() => merchant.close());

const EMAIL = 'nora@mailbox.example';
const where = (filter: string): string => new URLSearchParams({ where: filter }).toString();
const BY_EMAIL = where(`email~is~${encodeURIComponent(EMAIL)}`);
const LARGE = where('amount~atLeast~500');

const save = async (context: EnvironmentContext, name: string, parameters: string, isShared = true) => {
  const { views } = await createSavedView(context, 'search', { name, isShared, parameters });
  const view = views.find((each) => each.name === name);
  if (view === undefined) throw new Error(`no view ${name}`);
  return view;
};

const text = (target: string, change: object = {}) => ({
  name: 'Orders of Nora',
  figure: 'searchHits' as const,
  target,
  decision: null,
  includeChildren: true,
  windowMinutes: 5,
  condition: 'above' as const,
  threshold: 1,
  row: 1,
  severity: 'Warning' as const,
  notified: 'roles' as const,
  webhookUrl: null,
  silenceHours: 2,
  ...change,
});

const buy = (purchaseId: string, environment = 'Root', totalAmount = 10) =>
  merchant.send(environment, 'purchase', {
    ...PURCHASE_SAMPLE,
    purchaseId,
    totalAmount,
    user: { userId: 'nora', email: EMAIL },
    _metadata: metadataNow(scene.clock),
  });

const place = () => ({ database: test.database, clock: scene.clock });
const watch = async (minutes = 6): Promise<void> => {
  scene.clock.advance(minutes * MINUTE_MS);
  await workOff(place(), createAlertWatch({ ...place(), origin: 'https://redoubt.shop.example', sendsMail: true }));
};
const personOf = (name: string) => ({ userId: `id of ${name}`, roles: ['ProductAdmin'], wids: [] });
const noticesOf = async (name: string): Promise<readonly string[]> =>
  (await getNotices(scene.contextIn('Root', name), personOf(name))).notices.map(({ code }) => code).toReversed();
const rowsOf = async (context: EnvironmentContext) =>
  (await getAlerts(context, { ...personOf('Mia'), username: 'mia@shop.example' }, undefined)).alerts;

describe('an alert on a saved search', () => {
  it('opens once more new events match than it allows, is silent while it holds, and closes', async () => {
    const view = await save(mia, 'Nora', BY_EMAIL);
    const { id } = await createAlert(mia, means, text(view.id));
    await buy('p-1');
    await watch();
    expect(await noticesOf('Mia')).toEqual([]);
    await buy('p-2');
    await buy('p-3', 'Child');
    await watch();
    expect(await noticesOf('Mia')).toEqual(['ALERT-OPENED']);
    expect(await rowsOf(mia)).toMatchObject([{ targetName: 'Nora', value: 2, incident: { messages: 1 } }]);
    await buy('p-4');
    await buy('p-5');
    await watch();
    expect(await noticesOf('Mia')).toEqual(['ALERT-OPENED']);
    await watch();
    expect(await noticesOf('Noor')).toEqual(['ALERT-OPENED', 'ALERT-CLOSED']);
    expect((await getAlertHistory(noor, id)).incidents).toHaveLength(1);
    const { firings, days } = await previewAlert(noor, { ...text(view.id), includeChildren: true });
    expect([firings.length, days]).toEqual([1, 2]);
  });

  it('of a private search is its owner’s: others neither see it nor hear of it', async () => {
    const view = await save(noor, 'Mine', BY_EMAIL, false);
    const { id, version } = await createAlert(noor, means, text(view.id));
    await buy('p-1');
    await buy('p-2');
    await watch();
    expect([await noticesOf('Noor'), await noticesOf('Mia')]).toEqual([['ALERT-OPENED'], []]);
    expect(await rowsOf(mia)).toEqual([]);
    expect((await getAlertTargets(mia)).searches).toEqual([]);
    expect((await getAlertTargets(noor)).searches).toEqual([{ id: view.id, name: 'Mine' }]);
    await expect(getAlertHistory(mia, id)).rejects.toMatchObject({ code: 'ALERT-UNKNOWN' });
    await expect(deleteAlert(mia, id, version)).rejects.toMatchObject({ code: 'ALERT-UNKNOWN' });
    await expect(createAlert(mia, means, text(view.id, { name: 'Other' }))).rejects.toMatchObject({
      code: 'ALERT-TARGET',
    });
    const kept = await test.database.inTenant(scene.tenantId, (trx) => alertKind.load(trx, noor));
    expect(kept).toEqual([]);
  });

  it('is refused with the remedy where the search cannot be counted every minute', async () => {
    const byCondition = new URLSearchParams({ fql: '@"totalAmount" > 500' }).toString();
    const condition = await save(mia, 'By condition', byCondition);
    const large = await save(mia, 'Large', LARGE);
    const broken = await save(mia, 'Broken', where('nothing~is~1'));
    const codeOf = (target: string, change: object = {}) =>
      createAlert(mia, means, text(target, change)).then(
        () => 'done',
        ({ code }: { code: string }) => code,
      );
    expect([
      await codeOf(condition.id),
      await codeOf(broken.id),
      await codeOf(large.id, { windowMinutes: 1440 }),
      await codeOf(large.id, { windowMinutes: 60 }),
    ]).toEqual(['ALERT-SEARCH-CONDITION', 'ALERT-SEARCH-CONDITION', 'ALERT-SEARCH-WINDOW', 'done']);
  });

  it('measures nothing once its search cannot be counted any more, or is gone', async () => {
    const view = await save(mia, 'Nora', BY_EMAIL);
    await createAlert(mia, means, text(view.id));
    const { id, name, version } = view;
    const changed = { name, isShared: true, version, parameters: new URLSearchParams({ fql: '1 == 1' }).toString() };
    await changeSavedView(mia, 'search', id, changed);
    await buy('p-1');
    await buy('p-2');
    await watch();
    expect(await rowsOf(mia)).toMatchObject([{ value: null, targetName: 'Nora' }]);
    const [current] = (await getSavedViews(mia, 'search')).views;
    await deleteSavedView(mia, 'search', id, current?.version ?? '');
    await watch();
    expect(await rowsOf(mia)).toMatchObject([{ targetName: null, points: [] }]);
    expect(await noticesOf('Mia')).toEqual([]);
  });

  it('is no way around masks: who sees them neither counts by a person’s values nor reads them in messages', async () => {
    const masked = {
      ...scene.contextIn('Root', 'Ana', 'AllAreasEditor'),
      maskedEnvironments: new Set([mia.environmentId]),
    };
    const view = await save(mia, `Orders of ${EMAIL}`, BY_EMAIL);
    await createAlert(mia, means, text(view.id));
    const narrow = await save(masked, 'Names', where('userName~startsWith~N'), false);
    await expect(createAlert(masked, means, text(narrow.id, { name: 'Mine' }))).rejects.toMatchObject({
      code: 'ALERT-TARGET',
    });
    expect(await rowsOf(masked)).toEqual([]);
    expect(JSON.stringify(await getAlertTargets(masked))).not.toContain('nora');
  });

  it('goes by the name of its search in the files of a configuration', async () => {
    const view = await save(mia, 'Large', LARGE);
    await createAlert(mia, means, text(view.id, { name: 'Large orders' }));
    const [content] = await test.database.inTenant(scene.tenantId, (trx) => alertKind.load(trx, mia));
    expect(content).toMatchObject({ name: 'Large orders', figure: 'searchHits', target: 'Large' });
    scene.clock.advance(DAY_MS);
  });
});
