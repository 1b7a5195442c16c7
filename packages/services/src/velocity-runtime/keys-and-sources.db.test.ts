import { PURCHASE_SAMPLE } from '@redoubt/domain';
import { newId, type JsonObject } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRule } from '../rules/create-rule.command.ts';
import { publishRule } from '../rules/publish-rule.command.ts';
import { createMerchant, type Merchant } from '../testing/merchant.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { metadataNow } from '../testing/purchase-now.ts';
import { createVelocitySet } from '../velocities/create-velocity-set.command.ts';
import { publishVelocitySet } from '../velocities/publish-velocity-set.command.ts';

const test = useDatabase();
let scene: Scene;
let merchant: Merchant;

beforeEach(async () => {
  scene = await createScene(test.database, { Root: {} });
  merchant = await createMerchant(test.database, scene);
});
afterEach(() => merchant.close());

const mara = () => scene.contextIn('Root', 'Mara Lindqvist');
const words = { description: '', active: true, note: '', overwrite: false } as const;

const publishSet = async (...codes: readonly string[]) => {
  const name = `Set ${newId()}`;
  const velocities = codes.map((code) => ({ id: newId(), code }));
  const text = { condition: '', velocities, sampleEvent: 'purchase', samplePayload: {} } as const;
  const { id, version } = await createVelocitySet(mara(), { name, description: '', text });
  await publishVelocitySet(mara(), id, { ...words, name, version, start: 'fromNow' });
};

const publishOutputs = async (values: Readonly<Record<string, string>>) => {
  const name = `Rule ${newId()}`;
  const pairs = Object.entries(values).map(([key, value]) => `${key} = ${value}`);
  const clauses = [{ id: newId(), name: 'Shown', code: `OBSERVE Output(${pairs.join(', ')})` }];
  const rule = await createRule(mara(), 'purchase', {
    name,
    description: '',
    text: { condition: '', clauses, samplePayload: {} },
  });
  await publishRule(mara(), 'purchase', rule.id, { ...words, name, version: rule.version });
};

const metadata = () => metadataNow(scene.clock);

const buy = async (changes: JsonObject): Promise<unknown> => {
  const body = { ...PURCHASE_SAMPLE, purchaseId: newId(), _metadata: metadata(), ...changes };
  const answer = JSON.parse(await merchant.send('Root', 'purchase', body)) as {
    resultDetails: { MerchantRuleOutput?: Record<string, unknown> };
  };
  return answer.resultDetails.MerchantRuleOutput?.Shown;
};

describe('the key of a velocity', () => {
  it('is text however it is written, where it is counted and where it is read', async () => {
    await publishSet(
      'SELECT Count() AS byAmount FROM Purchase GROUPBY @"totalAmount"',
      'SELECT Count() AS byFlag FROM Purchase GROUPBY @"totalAmount".ToDouble() > 100',
      'SELECT Count() AS byUser FROM Purchase GROUPBY @"user.userId"',
    );
    await publishOutputs({
      asNumber: 'Velocity.byAmount(12.5, 1h)',
      asText: 'Velocity.byAmount("12.5", 1h)',
      asAttribute: 'Velocity.byAmount(@"totalAmount", 1h)',
      asSum: 'Velocity.byAmount(@"totalAmount".ToDouble() + 0, 1h)',
      asFlag: 'Velocity.byFlag(1 > 2, 1h)',
      asWord: 'Velocity.byFlag("False", 1h)',
      other: 'Velocity.byUser("Nora", 1h)',
      missing: 'Velocity.byUser(@"nothing.of.it", 1h)',
      list: 'Velocity.byUser(@"productList", 1h)',
    });
    const one = { totalAmount: 12.5, user: { userId: 'nora' } };
    await buy(one);
    const same = { asNumber: '1', asText: '1', asAttribute: '1', asSum: '1', asFlag: '1', asWord: '1' };
    expect(await buy(one)).toEqual({ ...same, other: '0', missing: '0', list: '0' });
  });
});

describe('a velocity over several kinds of events', () => {
  it('counts purchases and later events about them under one key', async () => {
    await publishSet(
      'SELECT Count() AS told FROM Purchase:PurchaseStatus, Purchase:Label, Purchase:Chargeback GROUPBY @"purchase.user.userId"',
      'SELECT Sum(@"amount") AS lost FROM Chargeback GROUPBY @"purchase.user.userId"',
      'SELECT Count() AS all FROM Purchase, PurchaseStatus, Label, Chargeback GROUPBY @"user.userId" + @"purchase.user.userId"',
      'SELECT Count() AS fraud FROM Label WHEN @"isFraud" == true GROUPBY @"purchase.user.userId"',
    );
    const read = (name: string) => `Velocity.${name}("nora", 1h)`;
    await publishOutputs({ told: read('told'), lost: read('lost'), all: read('all'), fraud: read('fraud') });
    const purchaseId = newId();
    const user = { userId: 'nora' };
    expect(await buy({ purchaseId, user })).toEqual({ told: '0', lost: '0', all: '0', fraud: '0' });
    await merchant.send('Root', 'purchaseStatus', {
      purchaseId,
      statusType: 'Approved',
      statusDate: new Date(scene.clock.now()).toISOString(),
      _metadata: metadata(),
    });
    await merchant.send('Root', 'chargeback', {
      chargebackId: newId(),
      purchaseId,
      userId: 'nora',
      amount: 99.9,
      currency: 'EUR',
      _metadata: metadata(),
    });
    await merchant.send('Root', 'label', {
      labelObjectType: 'Purchase',
      labelObjectId: purchaseId,
      labelSource: 'ManualReview',
      isFraud: true,
      labelState: 'Fraud',
      eventTimeStamp: new Date(scene.clock.now()).toISOString(),
      _metadata: metadata(),
    });
    expect(await buy({ user: { userId: 'somebody else' } })).toEqual({ told: '3', lost: '99.9', all: '4', fraud: '1' });
  });
});
