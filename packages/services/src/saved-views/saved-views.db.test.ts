import type { SavedViews } from '@redoubt/contracts';
import { MAX_PRIVATE_VIEWS, MAX_SHARED_VIEWS, VIEW_RESTORE_MS, type Role, type SavedViewPage } from '@redoubt/domain';
import { newId } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { beforeEach, describe, expect, it } from 'vitest';
import type { EnvironmentContext } from '../context.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import {
  changeSavedView,
  createSavedView,
  deleteSavedView,
  getSavedViews,
  restoreSavedView,
  setDefaultView,
} from './saved-views.ts';

const test = useDatabase();
let scene: Scene;
let mara: EnvironmentContext;
let noor: EnvironmentContext;

beforeEach(async () => {
  scene = await createScene(test.database, { Root: {}, Other: {} });
  mara = scene.contextIn('Root');
  noor = scene.contextIn('Root', 'Noor Haddad', 'AllAreasEditor');
});

const PAGE: SavedViewPage = 'case-report';
const save = (context: EnvironmentContext, name: string, isShared = false, parameters = 'period=28d') =>
  createSavedView(context, PAGE, { name, isShared, parameters });
const viewOf = ({ views }: SavedViews, name: string): SavedViews['views'][number] => {
  const found = views.find((view) => view.name === name);
  if (found === undefined) throw new Error(`no view ${name} among ${views.map((view) => view.name).join(', ')}`);
  return found;
};
const names = ({ views }: SavedViews): readonly string[] => views.map(({ name }) => name);
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );

describe('views of a page', () => {
  it('are the caller’s own and the shared ones, of this page and environment alone', async () => {
    await save(mara, ' Mine ');
    await save(noor, 'Hers');
    await save(noor, 'Everyone', true, 'period=91d&queue=q-1');
    await createSavedView(mara, 'search', { name: 'Of search', isShared: true, parameters: 'range=7d' });
    await save(scene.contextIn('Other'), 'Elsewhere', true);
    const seen = await getSavedViews(mara, PAGE);
    expect(names(seen)).toEqual(['Everyone', 'Mine']);
    expect(viewOf(seen, 'Everyone')).toMatchObject({
      isShared: true,
      isOwn: false,
      isDefault: false,
      canChange: true,
      owner: 'Noor Haddad',
      parameters: 'period=91d&queue=q-1',
    });
    expect(viewOf(seen, 'Mine')).toMatchObject({ isShared: false, isOwn: true, canChange: true });
    expect(names(await getSavedViews(noor, PAGE))).toEqual(['Everyone', 'Hers']);
    expect(names(await getSavedViews(mara, 'search'))).toEqual(['Of search']);
  });

  it('that are private are out of reach of others: read, changed, deleted, restored or made a default', async () => {
    const { id, version, name, parameters } = viewOf(await save(noor, 'Hers'), 'Hers');
    const body = { name, isShared: false, parameters, version };
    const all = [
      changeSavedView(mara, PAGE, id, body),
      deleteSavedView(mara, PAGE, id, version),
      setDefaultView(mara, PAGE, { viewId: id }),
      changeSavedView(scene.contextIn('Other', 'Noor Haddad'), PAGE, id, body),
      changeSavedView(noor, 'search', id, { ...body, parameters: '' }),
    ];
    expect(await Promise.all(all.map(codeOf))).toEqual(all.map(() => 'SAVED-VIEW-UNKNOWN'));
    await deleteSavedView(noor, PAGE, id, version);
    expect(await codeOf(restoreSavedView(mara, PAGE, id))).toBe('SAVED-VIEW-UNKNOWN');
    expect(names(await restoreSavedView(noor, PAGE, id))).toEqual(['Hers']);
  });

  it.each<readonly [Role, SavedViewPage, readonly string[]]>([
    ['ManualReviewAnalyst', 'case-report', ['AUTH-FORBIDDEN', 'AUTH-FORBIDDEN', 'AUTH-FORBIDDEN']],
    ['ManualReviewAnalyst', 'search', ['done', 'done', 'AUTH-FORBIDDEN']],
    ['AllAreasViewer', 'case-report', ['done', 'done', 'AUTH-FORBIDDEN']],
    ['ManualReviewSeniorAnalyst', 'search', ['done', 'done', 'done']],
    ['ManualReviewFraudManager', 'case-report', ['done', 'done', 'done']],
  ])('of %s on %s ask for the page’s permission, and shared ones for the right to share', async (role, page, codes) => {
    const context = scene.contextIn('Root', 'Ida', role);
    const make = (name: string, isShared: boolean) =>
      codeOf(createSavedView(context, page, { name, isShared, parameters: '' }));
    expect([await codeOf(getSavedViews(context, page)), await make('Own', false), await make('All', true)]).toEqual(
      codes,
    );
  });

  it('that are shared are changed by those who may share, and read by others', async () => {
    const viewer = scene.contextIn('Root', 'Vera', 'AllAreasViewer');
    const { id, version } = viewOf(await save(mara, 'All', true), 'All');
    const seen = await getSavedViews(viewer, PAGE);
    expect([seen.canShare, viewOf(seen, 'All').canChange]).toEqual([false, false]);
    const body = { name: 'Taken', isShared: true, parameters: '', version };
    expect(await codeOf(changeSavedView(viewer, PAGE, id, body))).toBe('AUTH-FORBIDDEN');
    expect(await codeOf(deleteSavedView(viewer, PAGE, id, version))).toBe('AUTH-FORBIDDEN');
    expect(await codeOf(changeSavedView(noor, PAGE, id, { ...body, isShared: false }))).toBe('SAVED-VIEW-NOT-YOURS');
    expect(names(await changeSavedView(noor, PAGE, id, body))).toEqual(['Taken']);
    expect(await codeOf(changeSavedView(mara, PAGE, id, body))).toBe('SAVED-VIEW-STALE');
    const own = viewOf(await getSavedViews(mara, PAGE), 'Taken');
    await changeSavedView(mara, PAGE, id, { ...body, isShared: false, version: own.version });
    expect(names(await getSavedViews(noor, PAGE))).toEqual([]);
  });

  it('keep names apart among the shared ones and among each person’s own', async () => {
    await save(mara, 'Team');
    expect(await codeOf(save(mara, 'TEAM '))).toBe('SAVED-VIEW-NAME-TAKEN');
    expect(names(await save(noor, 'team'))).toEqual(['team']);
    const both = await save(noor, 'Team', true);
    expect(names(both)).toHaveLength(2);
    const own = viewOf(both, 'team');
    const body = { name: 'team', isShared: true, parameters: '', version: own.version };
    expect(await codeOf(changeSavedView(noor, PAGE, own.id, body))).toBe('SAVED-VIEW-NAME-TAKEN');
    expect(await codeOf(save(mara, 'a\nb'))).toBe('SAVED-VIEW-NAME-INVALID');
    expect(await codeOf(save(mara, 'Other', false, 'figure=decided'))).toBe('SAVED-VIEW-PARAMETERS');
  });

  it('are at most so many of each kind, also where many are saved at once', async () => {
    const many = Array.from({ length: MAX_PRIVATE_VIEWS + 2 }, (_, index) => codeOf(save(mara, `View ${index}`)));
    const codes = await Promise.all(many);
    expect(codes.filter((code) => code === 'done')).toHaveLength(MAX_PRIVATE_VIEWS);
    expect(codes.filter((code) => code === 'SAVED-VIEW-LIMIT')).toHaveLength(2);
    for (let at = 0; at < MAX_SHARED_VIEWS; at += 1) await save(noor, `Shared ${at}`, true);
    const own = viewOf(await getSavedViews(mara, PAGE), 'View 0');
    const body = { name: own.name, isShared: true, parameters: '', version: own.version };
    expect(await codeOf(changeSavedView(mara, PAGE, own.id, body))).toBe('SAVED-VIEW-LIMIT');
    expect(names(await changeSavedView(mara, PAGE, own.id, { ...body, isShared: false }))).toContain('View 0');
  });
});

describe('a deleted view', () => {
  it('comes back as it was within the hour, for those who open the page with it too', async () => {
    const { id, version } = viewOf(await save(mara, 'All', true), 'All');
    await setDefaultView(noor, PAGE, { viewId: id });
    expect(names(await deleteSavedView(mara, PAGE, id, version))).toEqual([]);
    expect((await getSavedViews(noor, PAGE)).views).toEqual([]);
    scene.clock.advance(VIEW_RESTORE_MS - 1);
    expect(viewOf(await restoreSavedView(mara, PAGE, id), 'All')).toMatchObject({
      isShared: true,
      owner: mara.actor.name,
    });
    expect(viewOf(await getSavedViews(noor, PAGE), 'All').isDefault).toBe(true);
  });

  it('is gone after that, and with it who opens the page with it', async () => {
    const { id, version } = viewOf(await save(mara, 'All', true), 'All');
    await setDefaultView(noor, PAGE, { viewId: id });
    await deleteSavedView(mara, PAGE, id, version);
    scene.clock.advance(VIEW_RESTORE_MS + 1);
    await save(mara, 'Another');
    expect(await codeOf(restoreSavedView(mara, PAGE, id))).toBe('SAVED-VIEW-UNKNOWN');
    const left = await test.asAdmin('select 1 from saved_view_default where tenant_id = $1', [scene.tenantId]);
    expect(left).toEqual([]);
  });

  it('gives its name away, and does not come back over another', async () => {
    const { id, version } = viewOf(await save(mara, 'Team'), 'Team');
    await deleteSavedView(mara, PAGE, id, version);
    await save(mara, 'Team');
    expect(await codeOf(restoreSavedView(mara, PAGE, id))).toBe('SAVED-VIEW-NAME-TAKEN');
  });
});

describe('the default', () => {
  it('is each person’s own, one for a page, and can be taken back', async () => {
    const first = viewOf(await save(mara, 'First', true), 'First');
    const second = viewOf(await save(mara, 'Second', true), 'Second');
    await setDefaultView(mara, PAGE, { viewId: first.id });
    await setDefaultView(noor, PAGE, { viewId: second.id });
    const seen = await setDefaultView(mara, PAGE, { viewId: second.id });
    expect(seen.views.map(({ isDefault }) => isDefault)).toEqual([false, true]);
    expect((await setDefaultView(mara, PAGE, { viewId: null })).views.some(({ isDefault }) => isDefault)).toBe(false);
    expect(viewOf(await getSavedViews(noor, PAGE), 'Second').isDefault).toBe(true);
    expect(await codeOf(setDefaultView(mara, PAGE, { viewId: newId() }))).toBe('SAVED-VIEW-UNKNOWN');
  });
});

describe('the activity log', () => {
  it('tells of shared views what was done, not what they ask for, and of private ones nothing', async () => {
    const where = new URLSearchParams({ where: 'email~is~nora%40mailbox.example' }).toString();
    const page = 'search';
    const own = viewOf(
      await createSavedView(mara, page, { name: 'Secret plan', isShared: false, parameters: where }),
      'Secret plan',
    );
    await deleteSavedView(mara, page, own.id, own.version);
    await restoreSavedView(mara, page, own.id);
    scene.clock.advance(1);
    const made = viewOf(await createSavedView(mara, page, { name: 'Team', isShared: true, parameters: where }), 'Team');
    scene.clock.advance(1);
    const renamed = { name: 'All', isShared: true, parameters: where, version: made.version };
    const { version } = viewOf(await changeSavedView(mara, page, made.id, renamed), 'All');
    scene.clock.advance(1);
    const replaced = { ...renamed, parameters: 'range=7d', version };
    const next = viewOf(await changeSavedView(mara, page, made.id, replaced), 'All');
    scene.clock.advance(1);
    await deleteSavedView(mara, page, made.id, next.version);
    expect(await scene.activities()).toEqual([
      'Create SavedView Team',
      'Rename SavedView All',
      'Update SavedView All',
      'Delete SavedView All',
    ]);
    const log = await test.asAdmin('select original, modified from audit_entry where tenant_id = $1', [scene.tenantId]);
    expect(JSON.stringify(log)).not.toContain('nora');
    expect(JSON.stringify(log)).not.toContain('Secret');
  });

  it('tells that a private view was shared or taken back by its name while it was shared', async () => {
    const own = viewOf(await save(mara, 'Draft of mine'), 'Draft of mine');
    const body = { name: 'Team', isShared: true, parameters: '', version: own.version };
    const { version } = viewOf(await changeSavedView(mara, PAGE, own.id, body), 'Team');
    scene.clock.advance(1);
    await changeSavedView(mara, PAGE, own.id, { ...body, name: 'Mine again', isShared: false, version });
    expect(await scene.activities()).toEqual(['Update SavedView Team', 'Update SavedView Team']);
  });
});

describe('where the caller sees masks', () => {
  const email = 'nora@mailbox.example';
  const shared = (context: EnvironmentContext, name: string, where: string) =>
    createSavedView(context, 'search', {
      name,
      isShared: true,
      parameters: new URLSearchParams({ where }).toString(),
    });

  it('shared views of others that ask for a person’s values are left out, and names are masked', async () => {
    await shared(mara, 'By e-mail', `email~is~${encodeURIComponent(email)}`);
    await shared(mara, 'By user', 'userId~is~u-1');
    const or = 'decision~is~Reject|userId~is~u-1';
    await createSavedView(mara, 'search', {
      name: 'In a group',
      isShared: true,
      parameters: new URLSearchParams({ or }).toString(),
    });
    await shared(mara, 'In a reason', `reason~is~${encodeURIComponent(email)}`);
    await shared(mara, 'Without e-mail', 'email~isEmpty');
    await shared(mara, `Orders of ${email}`, 'decision~is~Reject');
    const masked = {
      ...scene.contextIn('Root', 'Ana', 'ManualReviewSeniorAnalyst'),
      maskedEnvironments: new Set([mara.environmentId]),
    };
    expect(names(await getSavedViews(masked, 'search'))).toEqual(['Orders of n•••@mailbox.example', 'Without e-mail']);
    const [first] = (await getSavedViews(mara, 'search')).views;
    expect(await codeOf(deleteSavedView(masked, 'search', first?.id ?? '', first?.version ?? ''))).toBe(
      'SAVED-VIEW-UNKNOWN',
    );
    const told = viewOf(await getSavedViews(mara, 'search'), `Orders of ${email}`);
    await expect(deleteSavedView(masked, 'search', told.id, 'stale')).rejects.toMatchObject({
      code: 'SAVED-VIEW-STALE',
      params: { name: 'Orders of n•••@mailbox.example' },
    });
    expect(names(await shared(masked, 'Typed by Ana', 'userId~is~u-2'))).toContain('Typed by Ana');
    expect(names(await getSavedViews(mara, 'search'))).toHaveLength(7);
  });
});
