import type { BodyOf, searchGraph as endpoint } from '@redoubt/contracts';
import { GRAPH_HUB_EVENTS, GRAPH_KINDS, PURCHASE_SAMPLE } from '@redoubt/domain';
import { DAY_MS, type JsonObject } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sendToReview } from '../cases/send-to-review.command.ts';
import { createRuleEvaluator } from '../evaluation/rule-evaluator.ts';
import { createMerchant, type Merchant } from '../testing/merchant.ts';
import { labelNow, metadataNow } from '../testing/purchase-now.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { searchGraph } from './search-graph.query.ts';
import { createSearchAttribute } from './search-attributes.commands.ts';

vi.setConfig({ testTimeout: 60_000 });

const test = useDatabase();
const VOUCHER = 'own:customData.voucher';
let scene: Scene;
let merchant: Merchant;

beforeEach(async () => {
  scene = await createScene(test.database, { Root: {}, Shop: { parent: 'Root' }, Outlet: { parent: 'Shop' } });
  merchant = await createMerchant(test.database, scene);
});
afterEach(() => merchant.close());

const buy = (purchaseId: string, user: string, device: string, more: JsonObject = {}, environment = 'Shop') =>
  merchant.send(environment, 'purchase', {
    ...PURCHASE_SAMPLE,
    purchaseId,
    user: { userId: user, email: `${user}@shop.example`, firstName: 'Nora', lastName: user },
    deviceContext: { deviceContextId: device, ipAddress: '203.0.113.7' },
    paymentInstrumentList: [],
    _metadata: metadataNow(scene.clock),
    ...more,
  });

type Body = BodyOf<typeof endpoint>;
type Seed = Body['seed'];
const device = (value: string): Seed => ({ of: 'value', kind: 'deviceId', value });

const ask = (seed: Seed, more: Partial<Body> = {}, context = scene.contextIn('Shop')) =>
  searchGraph(context, {
    seed,
    kinds: GRAPH_KINDS.filter((kind) => kind !== 'ipAddress'),
    from: new Date(scene.clock.now() - 7 * DAY_MS).toISOString(),
    to: new Date(scene.clock.now() + DAY_MS).toISOString(),
    includeChildren: true,
    steps: 1,
    limit: 500,
    ...more,
  });

const valuesOf = ({ nodes }: Awaited<ReturnType<typeof ask>>): readonly string[] =>
  nodes.map(({ value, steps }) => `${steps} ${value}`).toSorted();

describe('the graph around a value', () => {
  it('leads from a device over its events to people, and with each step to what they share', async () => {
    await buy('p-1', 'ana', 'd-1');
    await buy('p-2', 'ben', 'd-1', {}, 'Outlet');
    await buy('p-3', 'ben', 'd-2');
    await buy('p-4', 'eve', 'd-3');
    const one = await ask(device(' d-1 '));
    expect(one.events.map((event) => event.case)).toEqual([null, null]);
    expect(valuesOf(one)).toEqual(['0 d-1', '1 ana', '1 ana@shop.example', '1 ben', '1 ben@shop.example']);
    expect(one.events.map(({ eventId }) => eventId).toSorted()).toEqual(['p-1', 'p-2']);
    expect(one.nodes.find(({ value }) => value === 'ben')?.name).toBe('Nora ben');
    expect(one.seeds.map((at) => one.nodes[at]?.value)).toEqual(['d-1']);
    const two = await ask(device('d-1'), { steps: 2 });
    expect(valuesOf(two)).toContain('2 d-2');
    expect(valuesOf(two).join()).not.toContain('eve');
    const here = await ask(device('d-1'), { includeChildren: false });
    expect(here.events.map(({ eventId }) => eventId)).toEqual(['p-1']);
  });

  it('starts at an event, and is empty where no event has the value', async () => {
    await buy('p-1', 'ana', 'd-1');
    const around = await ask({ of: 'event', eventType: 'purchase', eventId: 'p-1' });
    expect(around.seeds.map((at) => around.nodes[at]?.value)).toEqual(['ana', 'ana@shop.example', 'd-1']);
    expect(await ask(device('no such device'))).toMatchObject({ nodes: [], events: [], seeds: [], isCut: false });
    await expect(ask(device(' \0 '))).rejects.toMatchObject({ code: 'SRCH-QUERY-INVALID' });
  });

  it('shows every card, phone, address and product of an event, and follows its cards alone', async () => {
    const card = (id: string) => ({ merchantPaymentInstrumentId: id, type: 'CREDITCARD' });
    const shippingAddress = { street1: 'Hafen 1', city: 'Kiel', country: 'DE' };
    const productList = [{ productId: 'gift' }];
    await buy('p-1', 'ana', 'd-1', { paymentInstrumentList: [card('c-1'), card('c-2')], shippingAddress, productList });
    await buy('p-2', 'ben', 'd-2', { paymentInstrumentList: [card('c-2')], productList });
    await buy('p-3', 'eve', 'd-3', { shippingAddress: { ...shippingAddress, street1: 'HAFEN 1,' }, productList });
    const kinds = ['userId', 'paymentInstrumentId', 'address', 'product'] as const;
    const found = await ask(device('d-1'), { kinds: [...kinds], steps: 3 });
    const values = ['0 d-1', '1 Hafen 1, Kiel, DE', '1 ana', '1 c-1', '1 c-2', '1 gift', '2 ben', '2 d-2'];
    expect(valuesOf(found)).toEqual(expect.arrayContaining(values));
    expect(valuesOf(found).join()).not.toContain('eve');
    expect(found.nodes.find(({ kind }) => kind === 'address')).toMatchObject({ isFollowed: false });
    const maskedEnvironments = new Set([scene.idOf('Shop')]);
    const masked = await ask(
      device('d-1'),
      { kinds: ['address', 'phone'] },
      { ...scene.contextIn('Shop'), maskedEnvironments },
    );
    expect(JSON.stringify(masked.nodes)).not.toContain('Hafen');
  });

  it('says which values are labelled fraud themselves, as the newest label of each stands', async () => {
    const card = { merchantPaymentInstrumentId: 'c-1', type: 'CREDITCARD' };
    await buy('p-1', 'ana', 'd-1', { paymentInstrumentList: [card] });
    await buy('p-2', 'ben', 'd-1', {}, 'Outlet');
    const label = (labelObjectType: string, labelObjectId: string, labelState: string, environment = 'Shop') =>
      merchant.send(environment, 'label', labelNow(scene.clock, labelObjectType, labelObjectId, labelState));
    await label('PI', 'c-1', 'Fraud');
    await label('Account', 'ben', 'Fraud', 'Outlet');
    await label('Email', 'ANA@shop.example', 'Fraud');
    const labelled = async (more: Partial<Body> = {}) =>
      (await ask(device('d-1'), more)).nodes.flatMap(({ value, fraudLabel }) => (fraudLabel === 'Fraud' ? value : []));
    expect((await labelled()).toSorted()).toEqual(['ana@shop.example', 'ben', 'c-1']);
    expect((await labelled({ includeChildren: false })).toSorted()).toEqual(['ana@shop.example', 'c-1']);
    scene.clock.advance(1000);
    await label('PI', 'c-1', 'Reversed');
    expect(await labelled({ includeChildren: false })).toEqual(['ana@shop.example']);
  });

  it('says which events have a case, and whether that waits', async () => {
    await buy('p-1', 'ana', 'd-1');
    const evaluator = createRuleEvaluator();
    const events = [{ eventType: 'purchase', eventId: 'p-1' }];
    const body = { events, queueId: null, reason: 'Shares a device' };
    const { results } = await sendToReview(scene.contextIn('Shop'), null, evaluator, body);
    await evaluator.close();
    const found = await ask(device('d-1'));
    const { id, queueId } = results[0]?.case ?? {};
    expect(found.events.map((event) => event.case)).toEqual([{ id, queueId, isOpen: true }]);
  });

  it('does not follow a value of very many events, but starts at one', async () => {
    const many = Array.from({ length: GRAPH_HUB_EVENTS + 1 }, (_, i) => i);
    await Promise.all(many.map((i) => buy(`p-${i}`, `u-${i}`, 'kiosk')));
    await buy('p-own', 'u-1', 'own');
    const through = await ask(device('own'), { steps: 3 });
    expect(through.nodes.find(({ value }) => value === 'kiosk')).toMatchObject({ isFollowed: false, steps: 2 });
    expect(through.nodes.some(({ value }) => value === 'u-2')).toBe(false);
    const from = await ask(device('kiosk'));
    expect([from.events.length, from.nodes[0]?.isFollowed]).toEqual([GRAPH_HUB_EVENTS, false]);
    const cut = await ask(device('kiosk'), { limit: 10 });
    expect([cut.nodes.length, cut.isCut]).toEqual([10, true]);
  });

  it('follows texts that environments made searchable, and refuses others', async () => {
    const path = VOUCHER.slice('own:'.length);
    await createSearchAttribute(scene.contextIn('Shop'), { eventType: 'purchase', path, type: 'string', fill: false });
    await merchant.refresh();
    await buy('p-1', 'ana', 'd-1', { customData: { voucher: 'SPRING' } });
    await buy('p-2', 'ben', 'd-2', { customData: { voucher: 'SPRING' } });
    const found = await ask(device('d-1'), { kinds: ['userId', VOUCHER], steps: 2 });
    expect(valuesOf(found)).toEqual(['0 d-1', '1 SPRING', '1 ana', '2 ben', '2 d-2']);
    const from = await ask({ of: 'value', kind: VOUCHER, value: ' SPRING ' }, { kinds: ['userId'] });
    expect(valuesOf(from)).toEqual(['0 SPRING', '1 ana', '1 ben']);
    await expect(ask(device('d-1'), { kinds: ['own:customData.other'] })).rejects.toMatchObject({
      code: 'SRCH-FIELD-UNKNOWN',
    });
  });

  it('masks what the caller may not see', async () => {
    await buy('p-1', 'ana', 'd-1');
    const maskedEnvironments = new Set([scene.idOf('Shop')]);
    const { nodes } = await ask(device('d-1'), {}, { ...scene.contextIn('Shop'), maskedEnvironments });
    expect(nodes.find(({ kind }) => kind === 'email')).toMatchObject({ isMasked: true });
    expect(JSON.stringify(nodes)).not.toContain('ana@shop.example');
    expect(JSON.stringify(nodes)).not.toContain('Nora');
  });

  it('refuses a range that is too long or turned around', async () => {
    const from = new Date(scene.clock.now() - 500 * DAY_MS).toISOString();
    await expect(ask(device('d'), { from })).rejects.toMatchObject({ code: 'SRCH-RANGE-TOO-LONG' });
    await expect(ask(device('d'), { to: from })).rejects.toMatchObject({ code: 'SRCH-QUERY-INVALID' });
  });
});
