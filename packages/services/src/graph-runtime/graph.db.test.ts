import { newId, type JsonObject } from '@redoubt/kernel';
import { readEvent } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { describe, expect, it } from 'vitest';
import { replay } from '../decisions/recorded/replay.ts';
import { createSearchAttribute } from '../search/search-attributes.commands.ts';
import { getEvent } from '../events/get-event.query.ts';
import { createRule } from '../rules/create-rule.command.ts';
import { publishRule } from '../rules/publish-rule.command.ts';
import { INSTALLATION_KEY, type Merchant } from '../testing/merchant.ts';
import { labelNow, purchaseNow } from '../testing/purchase-now.ts';
import type { Scene } from '../testing/scene.ts';
import { useMerchant } from '../testing/use-merchant.ts';
import { openGraph, type NodeGraph } from './start-graph.ts';

const test = useDatabase();
let scene: Scene;
let merchant: Merchant;
useMerchant(test, (made) => ({ scene, merchant } = made));

const SHOWN = {
  users: 'Graph.Neighbours("device", @"deviceContext.deviceContextId", "user", 30, -1)',
  products: 'Graph.Neighbours("user", @"user.userId", "product", 30, -1)',
  hops: 'Graph.HopsToFraud("user", @"user.userId", 30, -1)',
  size: 'Graph.ComponentSize("user", @"user.userId", 30, -1)',
  share: 'Graph.FraudShare("user", @"user.userId", 30, -1)',
};

const publishRuleOf = async (context: ReturnType<Scene['contextIn']>, code: string): Promise<void> => {
  const clauses = [{ id: newId(), name: 'Shown', code }];
  const name = `Rule ${newId()}`;
  const text = { condition: '', clauses, samplePayload: {} };
  const rule = await createRule(context, 'purchase', { name, description: '', text });
  const input = { version: rule.version, name, description: '', active: true, note: '', overwrite: false };
  await publishRule(context, 'purchase', rule.id, input);
};

const publishShowing = (environment = 'Root'): Promise<void> => {
  const pairs = Object.entries(SHOWN).map(([name, value]) => `${name} = ${value}`);
  return publishRuleOf(scene.contextIn(environment, 'Mara Lindqvist'), `OBSERVE Output(${pairs.join(', ')})`);
};

/** A purchase of a person on a device, with nothing else that links. */
const purchase = (purchaseId: string, userId: string, device: string): JsonObject => {
  const body = purchaseNow(scene.clock, { purchaseId, user: { userId }, deviceContext: { deviceContextId: device } });
  const { paymentInstrumentList: _cards, shippingAddress: _address, productList: _products, ...rest } = body;
  return { ...rest, productList: [{ productId: `product of ${userId}` }] };
};

type Answer = { readonly resultDetails: { readonly MerchantRuleOutput?: { readonly Shown?: JsonObject } } };

/** Sends a purchase and gives what the rule put out. */
const shown = async (body: JsonObject, environment = 'Root'): Promise<JsonObject | undefined> => {
  const { resultDetails } = JSON.parse(await merchant.send(environment, 'purchase', body)) as Answer;
  return resultDetails.MerchantRuleOutput?.Shown;
};

const label = (
  labelObjectId: string,
  labelState: 'Fraud' | 'Reversed',
  labelObjectType: 'Purchase' | 'Account' | 'PI' = 'Purchase',
): Promise<string> => merchant.send('Root', 'label', labelNow(scene.clock, labelObjectType, labelObjectId, labelState));

/** Three purchases, the first one before the graph was built. */
const begin = async (): Promise<void> => {
  await publishShowing();
  const unknown = { users: '-1', products: '-1', hops: '-1', size: '-1', share: '-1' };
  expect(await shown(purchase('p1', 'ann', 'd1'))).toEqual(unknown);
  await merchant.graph.caughtUp();
  expect(await shown(purchase('p2', 'bea', 'd1'))).toEqual({
    users: '1',
    products: '0',
    hops: '4',
    size: '0',
    share: '0',
  });
  expect(await shown(purchase('p3', 'bea', 'd2'))).toMatchObject({ users: '0', products: '1', hops: '4', size: '3' });
};

const asker = () => ({
  tenantId: scene.tenantId,
  environmentId: scene.idOf('Root'),
  eventTimeMs: scene.clock.now() + 1000,
});

describe('the graph in decisions', () => {
  it('answers what the rule says of the unknown until it is built, then what stood before the event', async () => {
    await begin();
    expect(merchant.graph.statistics()).toMatchObject({ isBuilt: true, events: 3 });
  });

  it('knows of fraud once a label says so, and takes it back', async () => {
    await begin();
    await label('p1', 'Fraud');
    expect(await shown(purchase('p4', 'bea', 'd2'))).toMatchObject({ users: '1', hops: '1', size: '4' });
    expect(await shown(purchase('p5', 'ann', 'd9'))).toMatchObject({ hops: '0', share: '0.5' });
    await label('p1', 'Reversed');
    expect(await shown(purchase('p6', 'ann', 'd9'))).toMatchObject({ hops: '4', share: '0' });
  });

  it('knows of accounts that labels call fraud, also before their first event', async () => {
    await begin();
    await label('ann', 'Fraud', 'Account');
    expect(await shown(purchase('p4', 'bea', 'd2'))).toMatchObject({ hops: '2', share: '0.25' });
    await label('dan', 'Fraud', 'Account');
    expect(await shown(purchase('p5', 'dan', 'd8'))).toMatchObject({ hops: '0', size: '1', share: '1' });
    await label('ann', 'Reversed', 'Account');
    expect(await shown(purchase('p6', 'bea', 'd2'))).toMatchObject({ hops: '4', share: '0' });
  });

  it('counts and asks about texts that the environment made searchable, and goes through none of them', async () => {
    await begin();
    const context = scene.contextIn('Root', 'Mara Lindqvist');
    const attribute = { eventType: 'purchase', path: 'customData.voucher', type: 'string', fill: false } as const;
    await createSearchAttribute(context, attribute);
    await merchant.refresh();
    const withVoucher = (id: string, user: string, voucher: string) => ({
      ...purchase(id, user, `device of ${user}`),
      customData: { voucher },
    });
    await shown(withVoucher('v1', 'uma', 'GIFT'));
    await shown(withVoucher('v2', 'val', ' gift '));
    await label('v1', 'Fraud');
    await merchant.graph.caughtUp();
    const source = merchant.graph.sourceFor(asker());
    const voucher = { kind: 'own:customdata.voucher', value: 'Gift', days: 30 } as const;
    expect(source({ about: 'Neighbours', neighbourKind: 'user', ...voucher })).toBe(2);
    expect(source({ about: 'HopsToFraud', ...voucher })).toBe(0);
    const val = { kind: 'user', value: 'val', days: 30 } as const;
    expect(source({ about: 'Neighbours', neighbourKind: 'own:customdata.voucher', ...val })).toBe(1);
    expect(source({ about: 'Neighbours', neighbourKind: 'own:customdata.other', ...val })).toBe(0);
    expect(source({ about: 'HopsToFraud', ...val })).toBe(4);
    const checked = (kind: string) => `Graph.Neighbours("${kind}", @"customData.voucher", "user", 30, 0) > 1`;
    const publish = (kind: string) => publishRuleOf(context, `RETURN Review("shared") WHEN ${checked(kind)}`);
    await publish('own:customData.voucher');
    await expect(publish('own:customData.coupon')).rejects.toThrow();
  });

  it('keeps environments apart', async () => {
    await begin();
    expect(await shown(purchase('p1', 'ann', 'd1'), 'Child')).toMatchObject({ size: '0', hops: '4' });
  });

  it('is recorded with the decision: a replay comes to the same, and the page of the event shows it', async () => {
    await begin();
    const where = { tenantId: scene.tenantId, environmentId: scene.idOf('Root'), kind: 'purchase' as const };
    for (const eventId of ['p1', 'p2', 'p3']) {
      const event = await readEvent(test.database, { ...where, eventId });
      expect(event && (await replay(test.database, scene.tenantId, event))).toMatchObject({ difference: null });
    }
    const context = scene.contextIn('Root', 'Mara Lindqvist');
    const detail = await getEvent(context, {
      environmentId: context.environmentId,
      eventType: 'purchase',
      eventEnvironmentId: context.environmentId,
      eventId: 'p3',
    });
    const asked = detail.lookedUp.filter(({ kind }) => kind === 'graph');
    expect(asked).toContainEqual({ kind: 'graph', asked: 'ComponentSize("user", "bea", 30)', found: 3, version: null });
  });

  it('is the same where another node builds it from the log', async () => {
    await begin();
    // Labels that come late, that come before what they name, and that are taken back.
    await label('p2', 'Fraud');
    await label('p4', 'Fraud');
    await label('cid', 'Fraud', 'Account');
    await shown(purchase('p4', 'cid', 'd2'));
    await label('p1', 'Fraud');
    await label('p4', 'Reversed');
    await label('cid', 'Reversed', 'Account');
    await label('eve', 'Fraud', 'Account');
    await merchant.graph.caughtUp();
    const other: NodeGraph = openGraph(test.database, undefined, { installationKey: INSTALLATION_KEY });
    await other.caughtUp();
    const [here, there] = [merchant.graph.sourceFor(asker()), other.sourceFor(asker())];
    for (const value of ['ann', 'bea', 'cid', 'eve', 'd1', 'd2']) {
      for (const kind of ['user', 'device'] as const) {
        for (const about of ['Neighbours', 'HopsToFraud', 'ComponentSize', 'FraudShare'] as const) {
          const question = { about, kind, value, days: 30, neighbourKind: 'user' as const };
          expect(there(question)).toBe(here(question));
        }
      }
    }
    expect(here({ about: 'HopsToFraud', kind: 'user', value: 'cid', days: 30 })).toBe(2);
    expect(here({ about: 'ComponentSize', kind: 'user', value: 'cid', days: 30 })).toBe(5);
    const { events, edges, nodes, position } = other.statistics();
    expect(merchant.graph.statistics()).toMatchObject({ events, edges, nodes, position });
    await other.close();
  });

  it('is not read where no rule asks it', async () => {
    await merchant.send('Root', 'purchase', purchase('p1', 'ann', 'd1'));
    expect(merchant.graph.statistics()).toMatchObject({ isBuilt: false, events: 0, nodes: 0, position: 0 });
  });
});
