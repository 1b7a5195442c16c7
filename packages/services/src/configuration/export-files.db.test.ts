import { useDatabase } from '@redoubt/testing/database';
import { expect, it } from 'vitest';
import { createScene } from '../testing/scene.ts';
import { exportFiles } from './export-files.query.ts';

const test = useDatabase();

it('files go to people who see no masks there, of the kinds they may read, and the activity log says so', async () => {
  const scene = await createScene(test.database, { Root: {}, Other: {} });
  const context = scene.contextIn('Root');
  const { files } = await exportFiles(context, { without: [] });
  expect(files.map(({ path }) => path)).toContain('environment.yaml');
  expect(await scene.activities()).toEqual(['Export Configuration ']);
  const masked = { ...context, maskedEnvironments: new Set([scene.idOf('Root')]) };
  await expect(exportFiles(masked, { without: [] })).rejects.toMatchObject({
    code: 'AUTH-FORBIDDEN',
    params: { permission: 'personalData:read' },
  });
  expect((await exportFiles({ ...context, capabilities: {} }, { without: [] })).files).toEqual([]);
});
