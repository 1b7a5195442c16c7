import { findNamingViews, sweepSavedViews } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { beforeEach, expect, it } from 'vitest';
import { createSavedView, deleteSavedView, getSavedViews } from '../saved-views/saved-views.ts';
import { createScene, type Scene } from '../testing/scene.ts';

const test = useDatabase();
const PERSON = 'Person 77/001';
let scene: Scene;

const save = async (environment: string, name: string, where: string) => {
  const parameters = new URLSearchParams({ where }).toString();
  const { views } = await createSavedView(scene.contextIn(environment), 'search', {
    name,
    isShared: false,
    parameters,
  });
  return views.find((view) => view.name === name);
};

beforeEach(async () => {
  scene = await createScene(test.database, { Root: {}, Other: {} });
  await save('Root', 'By condition', `country~is~DE;userId~is~u-1~${encodeURIComponent(PERSON)}`);
  await save('Root', `Orders of ${PERSON.toLowerCase()}`, 'decision~is~Reject');
  await save('Root', 'Of others', 'userId~is~u-1');
  await save('Other', 'Elsewhere', `userId~is~${encodeURIComponent(PERSON)}`);
});

const namesIn = async (environment: string) =>
  (await getSavedViews(scene.contextIn(environment), 'search')).views.map(({ name }) => name);

it('an export finds views of its environments that say the value', async () => {
  const found = await test.database.inTenant(scene.tenantId, (trx) =>
    findNamingViews(trx, [scene.idOf('Root')], PERSON),
  );
  expect(found.map(({ name }) => name).toSorted()).toEqual(['By condition', `Orders of ${PERSON.toLowerCase()}`]);
});

it('an erasure removes views that say the value, deleted ones and those of other people too', async () => {
  const gone = await save('Root', 'Deleted', `userId~is~${encodeURIComponent(PERSON)}`);
  await deleteSavedView(scene.contextIn('Root'), 'search', gone?.id ?? '', gone?.version ?? '');
  expect(await test.database.inTenant(scene.tenantId, (trx) => sweepSavedViews(trx, PERSON))).toBe(4);
  expect(await namesIn('Root')).toEqual(['Of others']);
  expect(await namesIn('Other')).toEqual([]);
  expect(await test.asAdmin('select 1 from saved_view where tenant_id = $1', [scene.tenantId])).toHaveLength(1);
});
