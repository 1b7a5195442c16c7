import { DAY_MS } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { beforeEach, expect, it } from 'vitest';
import { noticesOf } from '../testing/raised-notices.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { deleteManagedEnvironment, restoreManagedEnvironment } from './managed-environments.commands.ts';

const test = useDatabase();
const OPTIONS = { geographies: [], undoWindowMs: 14 * DAY_MS };
let scene: Scene;

const mara = { userId: 'id of Mara Lindqvist', roles: ['ProductAdmin'], wids: [] };

beforeEach(async () => {
  scene = await createScene(test.database, { Root: {}, Child: { parent: 'Root' } });
});

it('of a deletion and its undoing the others who look after environments are notified', async () => {
  const context = scene.contextIn('Root');
  await deleteManagedEnvironment(context, mara, OPTIONS, scene.idOf('Child'), { name: 'Child' });
  expect(await noticesOf(scene)).toMatchObject([
    {
      code: 'ENVIRONMENT-DELETED',
      params: { name: 'Child', by: 'Mara Lindqvist' },
      link: `/environments?open=${scene.idOf('Child')}`,
    },
  ]);
  scene.clock.advance(1000);
  await restoreManagedEnvironment(context, mara, OPTIONS, scene.idOf('Child'));
  expect((await noticesOf(scene)).map(({ code }) => code)).toEqual(['ENVIRONMENT-RESTORED', 'ENVIRONMENT-DELETED']);
  expect(await noticesOf(scene, 'Mara Lindqvist')).toEqual([]);
  expect(await noticesOf(scene, 'Fay', ['FraudEngineer'])).toEqual([]);
});
