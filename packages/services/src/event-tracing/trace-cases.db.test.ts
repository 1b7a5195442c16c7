import type { JsonObject } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { afterEach, expect, it, vi } from 'vitest';
import { startHostileServer } from '../call-runtime/testing-server.ts';
import { createCaseScene, rejectCase, take } from '../testing/case-scene.ts';
import { startSendingIn, TRACE_MEANS } from '../testing/trace-sending.ts';
import { createTraceSubscription } from './trace-subscriptions.commands.ts';

const test = useDatabase();

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
  await test.asAdmin('delete from trace_subscription');
});

it.each([false, true])('sends what happens to cases, in the order of the commits (masked: %s)', async (masked) => {
  const scene = await createCaseScene(test);
  scene.clock.advance(Date.now() - scene.clock.now());
  const receiver = await startHostileServer({ '*': (_request, answer) => answer.writeHead(204).end() });
  const context = scene.contextIn('Shop');
  await createTraceSubscription(context, TRACE_MEANS, {
    name: 'Cases',
    description: '',
    events: ['cases'],
    kind: 'webhook',
    settings: { url: receiver.origin },
    secrets: {},
    filter: '',
    projection: '',
    masked,
  });
  const caseId = await scene.addCase('order-1');
  await take(scene.ana, caseId);
  await rejectCase(scene.ana, caseId);
  const sending = startSendingIn(test.database, scene);
  closing.push(receiver.close, sending.close);
  await vi.waitFor(() => expect(receiver.seen.length).toBeGreaterThanOrEqual(2), { timeout: 20_000, interval: 25 });
  const bodies = receiver.seen.map(({ body }) => JSON.parse(body) as JsonObject);
  expect(bodies).toMatchObject([
    {
      name: 'FraudProtection.CaseManagement.Events',
      eventId: 'order-1',
      action: 'lease',
      assessmentApiName: 'Purchase',
    },
    { name: 'FraudProtection.CaseManagement.Events', eventId: 'order-1', action: 'decide', source: 'Agent' },
  ]);
  expect(receiver.seen.some(({ body }) => body.includes('Stolen card'))).toBe(!masked);
});
