import { PURCHASE_SAMPLE } from '@redoubt/domain';
import { newId } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { afterAll, describe, expect, it } from 'vitest';
import { createRuleEvaluator } from '../evaluation/rule-evaluator.ts';
import type { Merchant } from '../testing/merchant.ts';
import type { Scene } from '../testing/scene.ts';
import { useMerchant } from '../testing/use-merchant.ts';
import { metadataNow } from '../testing/purchase-now.ts';
import { estimateVelocityStorage, getVelocityStorage } from './get-velocity-storage.query.ts';

const test = useDatabase();
const evaluator = createRuleEvaluator();
let scene: Scene;
let merchant: Merchant;

useMerchant(test, (made) => ({ scene, merchant } = made));
afterAll(() => evaluator.close());

const textOf = (...codes: readonly string[]) => ({
  condition: '',
  velocities: codes.map((code) => ({ id: newId(), code })),
  sampleEvent: 'purchase' as const,
  samplePayload: {},
});

const send = (environment: string, purchaseId: string, userId: string) =>
  merchant.send(environment, 'purchase', {
    ...PURCHASE_SAMPLE,
    purchaseId,
    user: { userId, email: `${userId}@mailbox.example` },
    _metadata: metadataNow(scene.clock),
  });

describe('the memory that velocity sets will take', () => {
  it('is worked out from the newest events, those of environments below and what they are about included', async () => {
    for (let index = 0; index < 8; index += 1) await send(index % 2 ? 'Child' : 'Root', `p${index}`, `u${index % 2}`);
    await merchant.send('Root', 'chargeback', {
      chargebackId: 'cb-1',
      purchaseId: 'p0',
      userId: 'u0',
      _metadata: metadataNow(scene.clock),
    });
    const mara = scene.contextIn('Root', 'Mara Lindqvist');
    const { basis, velocities } = await estimateVelocityStorage(mara, evaluator, {
      text: textOf(
        'SELECT Count() AS perPurchase FROM Purchase GROUPBY @"purchaseId"',
        'SELECT Sum(@"totalAmount") AS perUser FROM Purchase GROUPBY @"user.userId"',
        'SELECT Count() AS rejected FROM Purchase WHEN @"ruleEvaluation.decision" == "Reject" GROUPBY @"purchaseId"',
        'SELECT Count() AS chargebacks FROM Purchase:Chargeback GROUPBY @"purchase.user.userId"',
      ),
    });
    expect(basis).toEqual({ events: 9, perDay: 9, days: 98 });
    const days = 98;
    expect(velocities).toMatchObject([
      { name: 'perPurchase', keys: 8 * days, entries: 8 * days },
      { name: 'perUser', keys: 2, entries: 8 * days },
      { name: 'rejected', keys: 0, entries: 0, bytes: 0 },
      { name: 'chargebacks', keys: days, entries: days },
    ]);
    expect(velocities?.[0]?.bytes).toBeGreaterThan(8 * days * 16);
  });

  it('is unknown for a text with errors, and nothing where no event has come', async () => {
    const mara = scene.contextIn('Root', 'Mara Lindqvist');
    const broken = await estimateVelocityStorage(mara, evaluator, {
      text: textOf('SELECT Count() AS n FROM Nothing'),
    });
    expect(broken).toEqual({ basis: { events: 0, perDay: 0, days: 98 }, velocities: null });
    const statistics = {
      keys: 3,
      entries: 5,
      bytes: 700,
      droppedKeys: 0,
      maxBytes: 9000,
      position: 0,
      snapshotPosition: 0,
    };
    const { sets, store } = await getVelocityStorage(mara, evaluator, () => statistics);
    expect(store).toEqual({ keys: 3, bytes: 700, maxBytes: 9000, droppedKeys: 0 });
    expect(sets).toHaveLength(4);
    expect(sets[0]?.velocities?.map(({ bytes }) => bytes)).toEqual([0, 0, 0]);
  });
});
