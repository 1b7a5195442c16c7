import { newId } from '@redoubt/kernel';
import { queueJob } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { expect, it } from 'vitest';
import { createScene, type Scene } from '../testing/scene.ts';
import { getJobs } from './get-jobs.query.ts';

const test = useDatabase();

const queue = (scene: Scene, count: number): Promise<void> =>
  test.database.inTenant(scene.tenantId, async (trx) => {
    const { environmentId, tenantId } = scene.contextIn('Root');
    const askedAt = new Date(scene.clock.now());
    const job = { tenantId, kind: 'velocityBackfill', environmentId, name: 'Cards', askedBy: 'Mara', askedAt } as const;
    for (let each = 0; each < count; each += 1) await queueJob(trx, { ...job, subjectId: newId() });
  });

it('gives at most 200 jobs, and says where there are more', async () => {
  const scene = await createScene(test.database, { Root: {} });
  const listed = () => getJobs(scene.contextIn('Root'), { show: 'all' });
  await queue(scene, 200);
  const full = await listed();
  expect([full.jobs.length, full.isCut]).toEqual([200, false]);
  await queue(scene, 1);
  const cut = await listed();
  expect([cut.jobs.length, cut.isCut]).toEqual([200, true]);
});
