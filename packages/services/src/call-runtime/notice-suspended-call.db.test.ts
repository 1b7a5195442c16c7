import { HOUR_MS, newId } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { expect, it, vi } from 'vitest';
import { noticesOf } from '../testing/raised-notices.ts';
import { createScene } from '../testing/scene.ts';
import { noticeSuspendedCall } from './notice-suspended-call.ts';

const test = useDatabase();

it('a call that is suspended raises a notice once an hour, for those who look after calls', async () => {
  const scene = await createScene(test.database, { Root: {} });
  const id = newId();
  const call = { tenantId: scene.tenantId, environmentId: scene.idOf('Root'), id, name: 'Address check' };
  const suspend = noticeSuspendedCall(test.database, scene.clock);
  const expectNotices = (count: number) =>
    vi.waitFor(async () => expect(await noticesOf(scene)).toHaveLength(count), { timeout: 10_000 });
  suspend(call);
  await expectNotices(1);
  suspend(call);
  // Another one comes behind the repeated one, which so was not lost on its way.
  suspend({ ...call, id: newId(), name: 'Other' });
  await expectNotices(2);
  scene.clock.advance(HOUR_MS);
  suspend(call);
  await expectNotices(3);
  expect((await noticesOf(scene))[0]).toEqual({
    code: 'CALL-SUSPENDED',
    severity: 'Error',
    params: { name: 'Address check' },
    link: `/data/externalcalls?call=${id}`,
  });
  expect(await noticesOf(scene, 'Ana', ['ManualReviewAnalyst'])).toEqual([]);
});
