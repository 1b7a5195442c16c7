import type { LinkCounts } from '@redoubt/contracts';
import { PURCHASE_SAMPLE } from '@redoubt/domain';
import { type JsonObject } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSearchAttribute } from '../search/search-attributes.commands.ts';
import { createCaseScene, type CaseScene } from '../testing/case-scene.ts';
import { createMerchant, type Merchant } from '../testing/merchant.ts';
import { metadataNow } from '../testing/purchase-now.ts';
import { getLinkedEvents, getLinkSummary } from './event-evidence.queries.ts';

const test = useDatabase();
const VOUCHER = 'own:customData.voucher';
let scene: CaseScene;
let merchant: Merchant;

const buy = (purchaseId: string, email: string, more: JsonObject = {}) =>
  merchant.send('Shop', 'purchase', {
    ...PURCHASE_SAMPLE,
    purchaseId,
    totalAmount: 50,
    currency: 'EUR',
    user: { userId: `user of ${purchaseId}`, email, firstName: 'Nora', lastName: 'Quill' },
    deviceContext: { deviceContextId: `device of ${purchaseId}` },
    paymentInstrumentList: [],
    _metadata: metadataNow(scene.clock),
    ...more,
  });

beforeEach(async () => {
  scene = await createCaseScene(test);
  merchant = await createMerchant(test.database, scene);
  const path = VOUCHER.slice('own:'.length);
  await createSearchAttribute(scene.contextIn('Shop'), { eventType: 'purchase', path, type: 'string', fill: false });
  await merchant.refresh();
  const customData = { voucher: 'SPRING' };
  await buy('p-1', 'nora@mail.example', { customData });
  await buy('p-2', 'nora@mail.example', { customData });
  await buy('p-3', 'NORA@mail.example', { currency: 'DKK', totalAmount: 80 });
  await buy('p-4', 'ines@mail.example', { customData: { voucher: 'AUTUMN' } });
});
afterEach(() => merchant.close());

const address = () => ({ eventType: 'purchase', eventEnvironmentId: scene.idOf('Shop'), eventId: 'p-1' });

const summaryFor = async (name: string, role?: 'ManualReviewFraudManager') => {
  const { context, person } = scene.callerAs(name, role);
  const { all, attributes } = await getLinkSummary(context, person, address(), { days: 30 });
  return { all, by: new Map<string, LinkCounts>(attributes.map((each) => [each.attribute, each])) };
};

describe('links of an event', () => {
  it('lead through attributes that the customer made searchable too', async () => {
    const { context, person } = scene.callerAs('Ana');
    const query = { attributes: [VOUCHER], match: 'any', days: 30, list: 'all', limit: 100 } as const;
    const found = await getLinkedEvents(context, person, address(), { ...query, attributes: [...query.attributes] });
    expect(found.events.map(({ eventId, by }) => [eventId, by])).toEqual([['p-2', [VOUCHER]]]);
    expect(found.values).toContainEqual({ attribute: VOUCHER, values: ['SPRING'] });
    const both = await getLinkedEvents(context, person, address(), {
      ...query,
      attributes: ['email', ...query.attributes],
      match: 'all',
    });
    expect(both.events.map(({ eventId }) => eventId)).toEqual(['p-2']);
  });

  it('are counted by attribute, each event once in all, with what became of them', async () => {
    const { all, by } = await summaryFor('Ana');
    expect(all).toEqual({
      events: 2,
      waiting: 0,
      good: 2,
      bad: 0,
      amounts: [
        { currency: 'DKK', amount: 80 },
        { currency: 'EUR', amount: 50 },
      ],
    });
    expect(by.get(VOUCHER)).toMatchObject({ events: 1, good: 1, amounts: [{ currency: 'EUR', amount: 50 }] });
    expect(by.get('email')).toMatchObject({ events: 2, good: 2 });
    expect(by.get('userName')).toMatchObject({ events: 3 });
    expect(by.get('userId')).toMatchObject({ events: 0, amounts: [] });
  });

  it('wait where their case is open and the caller sees its queue; one that was rejected is bad', async () => {
    const queueId = await scene.addQueue('Cards', { assignees: ['id of Ana'] });
    await scene.addCase('p-2', { queueId });
    const ended = await scene.addCase('p-3', { queueId });
    await test.asAdmin(
      `update review_case set outcome = 'Decided', ended_at = now(), decision = 'Stop', case_action = 'Reject' where case_id = $1`,
      [ended],
    );
    const expected = { events: 2, good: 0, bad: 1 };
    expect((await summaryFor('Ana')).all).toMatchObject({ ...expected, waiting: 1 });
    expect((await summaryFor('Ben')).all).toMatchObject({ ...expected, waiting: 0 });
    expect((await summaryFor('Mia', 'ManualReviewFraudManager')).all).toMatchObject({ ...expected, waiting: 1 });
  });
});
