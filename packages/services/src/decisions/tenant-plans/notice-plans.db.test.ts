import { DAY_MS } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { expect, it } from 'vitest';
import { noticesOf } from '../../testing/raised-notices.ts';
import { createScene } from '../../testing/scene.ts';
import { noticePlans } from './notice-plans.ts';

const test = useDatabase();

it('plans that cannot be loaded are notified once a day, with a cause that is cut off', async () => {
  const scene = await createScene(test.database, { Root: {} });
  const notices = noticePlans(test.database, scene.clock);
  const stale = async (error: unknown, count: number) => {
    notices.stale(scene.tenantId, error);
    await expect.poll(() => noticesOf(scene)).toHaveLength(count);
  };
  await stale(new Error(`the database is away ${'x'.repeat(400)}`), 1);
  await stale(new Error('another cause'), 1);
  const [first] = await noticesOf(scene);
  expect(first).toMatchObject({ code: 'PLANS-STALE', severity: 'Critical', link: null });
  expect(first?.params['reason']).toMatch(/^the database is away x+$/);
  expect(first?.params['reason']).toHaveLength(300);
  scene.clock.advance(DAY_MS);
  await stale('no error object', 2);
  expect((await noticesOf(scene))[0]?.params).toEqual({ reason: 'no error object' });
  expect(await noticesOf(scene, 'Rosa', ['ManualReviewAnalyst'])).toEqual([]);
});
