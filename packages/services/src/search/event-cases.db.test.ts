import { PURCHASE_SAMPLE } from '@redoubt/domain';
import { newId } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createRuleEvaluator } from '../evaluation/rule-evaluator.ts';
import { sendToReview } from '../cases/send-to-review.command.ts';
import { createMerchant, type Merchant } from '../testing/merchant.ts';
import { metadataNow } from '../testing/purchase-now.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { getEventCases } from './event-cases.query.ts';

const test = useDatabase();
let scene: Scene;
let merchant: Merchant;

beforeEach(async () => {
  scene = await createScene(test.database, { Root: {}, Shop: { parent: 'Root' }, Other: { parent: 'Root' } });
  merchant = await createMerchant(test.database, scene);
});
afterEach(() => merchant.close());

const buy = (environment: string, purchaseId: string) =>
  merchant.send(environment, 'purchase', { ...PURCHASE_SAMPLE, purchaseId, _metadata: metadataNow(scene.clock) });

it('says which of some events have a case, and leaves out what lies elsewhere', async () => {
  for (const id of ['p1', 'p2']) await buy('Shop', id);
  await buy('Other', 'p3');
  const [shop, other] = [scene.contextIn('Shop'), scene.contextIn('Other')];
  const evaluator = createRuleEvaluator();
  await sendToReview(shop, null, evaluator, {
    queueId: null,
    reason: 'looks odd',
    events: [{ eventType: 'purchase', eventId: 'p1' }],
  });
  await evaluator.close();
  const asked = {
    eventType: 'purchase' as const,
    events: [
      { eventEnvironmentId: shop.environmentId, eventId: 'p1' },
      { eventEnvironmentId: shop.environmentId, eventId: 'p1' },
      { eventEnvironmentId: shop.environmentId, eventId: 'p2' },
      { eventEnvironmentId: shop.environmentId, eventId: 'p3' },
      { eventEnvironmentId: other.environmentId, eventId: 'p3' },
      { eventEnvironmentId: newId(), eventId: 'p1' },
    ],
  };
  const of = async (name: string) =>
    (await getEventCases(scene.contextIn(name), asked)).events.map((each) => [each.eventId, each.case?.isOpen]);
  expect((await of('Shop')).toSorted()).toEqual([
    ['p1', true],
    ['p2', undefined],
  ]);
  expect((await of('Root')).map(([id]) => id).toSorted()).toEqual(['p1', 'p2', 'p3']);
  await expect(
    getEventCases(shop, { ...asked, events: [{ eventEnvironmentId: shop.environmentId, eventId: 'p\0' }] }),
  ).rejects.toMatchObject({ code: 'REQ-INVALID' });
});
