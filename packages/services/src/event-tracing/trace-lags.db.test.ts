import { PURCHASE_SAMPLE } from '@redoubt/domain';
import { useDatabase } from '@redoubt/testing/database';
import { expect, it, vi } from 'vitest';
import { startHostileServer } from '../call-runtime/testing-server.ts';
import { createMerchant } from '../testing/merchant.ts';
import { createScene } from '../testing/scene.ts';
import { startSendingIn, TRACE_MEANS } from '../testing/trace-sending.ts';
import { createTraceSubscription } from './trace-subscriptions.commands.ts';
import { getTraceLags } from './trace-subscriptions.queries.ts';

const test = useDatabase();

it('counts how long events took to their destination, batch by batch', async () => {
  const scene = await createScene(test.database, { Root: {}, Other: {} });
  scene.clock.advance(Date.now() - scene.clock.now());
  const merchant = await createMerchant(test.database, scene);
  const receiver = await startHostileServer({ '*': (_request, answer) => answer.writeHead(204).end() });
  const context = scene.contextIn('Root');
  const { id } = await createTraceSubscription(context, TRACE_MEANS, {
    name: 'To the warehouse',
    description: '',
    events: ['assessments'],
    kind: 'webhook',
    settings: { url: `${receiver.origin}/in` },
    secrets: {},
    filter: '',
    projection: '',
    masked: true,
  });
  const nothing = { p50: null, p90: null, p99: null };
  expect(await getTraceLags(context, id)).toMatchObject(nothing);
  await expect(getTraceLags(scene.contextIn('Other'), id)).rejects.toMatchObject({ code: 'TRACE-UNKNOWN' });

  const buy = (purchaseId: string) => merchant.send('Root', 'purchase', { ...PURCHASE_SAMPLE, purchaseId });
  const counted = async (): Promise<readonly number[]> =>
    (await getTraceLags(context, id)).spans.map(({ events }) => events);
  const untilCounted = (expected: readonly number[]) =>
    vi.waitFor(async () => expect(await counted()).toEqual(expected), { timeout: 20_000, interval: 50 });
  await Promise.all([buy('first'), buy('second')]);
  // The clock of the scene stands still between its steps, so what each event took is known.
  scene.clock.advance(700);
  const sending = startSendingIn(test.database, scene);
  try {
    await untilCounted([0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0]);
    await buy('third');
    await untilCounted([1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0]);
    expect(await getTraceLags(context, id)).toMatchObject({ p50: 3, p90: 3, p99: 3 });
    scene.clock.advance(25 * 3_600_000);
    expect(await getTraceLags(context, id)).toMatchObject(nothing);
  } finally {
    await sending.close();
    await merchant.close();
    await receiver.close();
  }
}, 120_000);
