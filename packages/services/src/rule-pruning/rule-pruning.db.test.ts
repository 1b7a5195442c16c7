import { DEFAULT_COST_MODEL, PURCHASE_SAMPLE } from '@redoubt/domain';
import { DAY_MS, newId, type Id, type JsonObject } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { putCostModel } from '../cost-model/put-cost-model.command.ts';
import { createMerchant, INSTALLATION_KEY, type Merchant } from '../testing/merchant.ts';
import { workOff } from '../testing/jobs.ts';
import { getRuleSet } from '../rules/get-rule-set.query.ts';
import { putRuleSettings } from '../rules/rule-set.commands.ts';
import { publishNewRule } from '../testing/rule-scene.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { cancelRulePruning, startRulePruning } from './rule-pruning.commands.ts';
import { createRulePrunings } from './rule-pruning.job.ts';
import { getRulePruning, getRulePrunings } from './rule-pruning.queries.ts';

const test = useDatabase();
let scene: Scene;
let merchant: Merchant;

const publish = async (name: string, code: string, environment = 'Shop'): Promise<Id> =>
  (await publishNewRule(scene.contextIn(environment), name, [code])).id;

const buy = (purchaseId: string, changes: JsonObject, environment = 'Shop') =>
  merchant.send(environment, 'purchase', { ...PURCHASE_SAMPLE, currency: 'EUR', ...changes, purchaseId });

const labelAs = (purchaseId: string, isFraud: boolean) =>
  merchant.send('Shop', 'label', {
    labelObjectType: 'Purchase',
    labelObjectId: purchaseId,
    labelSource: 'CustomerEscalation',
    labelState: isFraud ? 'Fraud' : 'Accepted',
    eventTimeStamp: new Date(scene.clock.now()).toISOString(),
    isFraud,
    _metadata: { merchantTimeStamp: new Date(scene.clock.now()).toISOString(), trackingId: newId() },
  });

const dayOf = (daysLater: number): string =>
  new Date(scene.clock.now() + daysLater * DAY_MS).toISOString().slice(0, 10);

const runner = () =>
  createRulePrunings({ database: test.database, clock: scene.clock, installationKey: INSTALLATION_KEY });
const start = (environment = 'Shop') =>
  startRulePruning(scene.contextIn(environment), 'purchase', {
    from: dayOf(-3),
    to: dayOf(1),
    includeChildren: true,
  });
const prune = async (environment = 'Shop') => {
  const { id } = await start(environment);
  await workOff({ database: test.database, clock: scene.clock }, runner());
  const { result, status, problem } = await getRulePruning(scene.contextIn(environment), 'purchase', id);
  expect([status, problem]).toEqual(['done', null]);
  if (result === null) throw new Error('a pruning that is done has a result');
  return { ...result, of: new Map(result.rules.map((rule) => [rule.name, rule])) };
};

beforeEach(async () => {
  scene = await createScene(test.database, { Root: {}, Shop: { parent: 'Root' } });
  // Stopped fraud saves 80 of 100, a rejected good customer costs 20.
  await putCostModel(scene.contextIn('Shop'), {
    version: '0',
    model: {
      ...DEFAULT_COST_MODEL,
      marginPercent: 20,
      chargebackFee: 0,
      reviewCost: 0,
      insultCost: 0,
      reviewLossPercent: 0,
      challengeLossPercent: 0,
    },
  });
  for (const environment of ['Root', 'Shop']) {
    const context = scene.contextIn(environment);
    const { version } = await getRuleSet(context, 'purchase', {});
    await putRuleSettings(context, 'purchase', { version, runMode: 'allUntilDecision' });
  }
  merchant = await createMerchant(test.database, scene);
});
afterEach(() => merchant.close());

describe('pruning a rule set', () => {
  it('asks rules that a decision kept from being asked, and judges each given the others', async () => {
    await publish('High', 'RETURN Reject("high") WHEN @"totalAmount" > 90');
    await publish('Same', 'RETURN Reject("same") WHEN @"totalAmount" > 90');
    await publish('Higher', 'RETURN Reject("higher") WHEN @"totalAmount" > 150');
    await publish('Harm', 'RETURN Reject("harm") WHEN @"totalAmount" < 20');
    await publish('Never', 'RETURN Reject("never") WHEN @"totalAmount" < 0');
    await publish('Watch', 'OBSERVE Output(a = 1) WHEN @"totalAmount" > 0');
    await buy('fraud', { totalAmount: 100 });
    await buy('dear', { totalAmount: 200 });
    await buy('good', { totalAmount: 10 });
    await buy('passes', { totalAmount: 50 });
    await labelAs('fraud', true);
    await labelAs('dear', true);
    await labelAs('good', false);
    await merchant.projected();

    const { of, ...result } = await prune();
    expect(result).toMatchObject({ events: 4, currency: 'EUR', errors: { events: 0 }, unknown: [], missing: [] });
    // 80 and 160 of the frauds, 2 lost with the good customer.
    expect(result.whole.net).toBe(238);
    expect(of.get('High')).toMatchObject({ matched: 2, decided: 2, marginal: { net: 0 }, stays: null });
    expect(of.get('Same')).toMatchObject({
      matched: 2,
      decided: 0,
      reasons: ['duplicate', 'neverDecides'],
      duplicateOf: { id: of.get('High')?.id, covered: 1, covers: 1 },
    });
    expect(of.get('Higher')).toMatchObject({ matched: 1, decided: 0, reasons: ['duplicate', 'neverDecides'] });
    expect(of.get('Harm')).toMatchObject({ matched: 1, marginal: { net: -2 }, reasons: ['costs'] });
    expect(of.get('Never')).toMatchObject({ matched: 0, reasons: ['dead'] });
    expect(of.get('Watch')).toMatchObject({ matched: 4, stays: 'observes', removedAt: null, reasons: [] });
    // Of those that may go one is left, beside the one that only observes.
    expect(result.proposed).toBe(2);
    const went = result.curve.slice(1, result.curve.length - result.proposed + 2).map(({ removed }) => removed);
    expect(result.curve.find(({ rules }) => rules === result.proposed)?.net).toBe(240);
    expect(went).toHaveLength(5);
    expect(result.overlaps).toContainEqual({
      ruleId: of.get('High')?.id,
      otherId: of.get('Same')?.id,
      events: 2,
    });
  });

  it('keeps rules that stand above, and those that set what others read', async () => {
    await publish('Above', 'RETURN Reject("above") WHEN @"totalAmount" > 90', 'Root');
    await publish('Sets', 'DO SetVariables(big = true) WHEN @"totalAmount" > 40');
    await publish('Reads', 'RETURN Reject("reads") WHEN GetVariable("big").AsBool()');
    await buy('fraud', { totalAmount: 60 });
    await buy('high', { totalAmount: 100 });
    await labelAs('fraud', true);
    await merchant.projected();
    const { of, stoppedBy, whole } = await prune();
    expect(of.get('Above')).toMatchObject({ stays: 'above', matched: 1 });
    expect(of.get('Sets')).toMatchObject({ stays: 'sets', matched: 2 });
    // What the one above stops is still said by this one.
    expect(of.get('Reads')).toMatchObject({ stays: null, matched: 2, decided: 1, marginal: { net: 48 } });
    // Nothing is known of the other one: from a good customer lost to goods saved.
    expect(stoppedBy).toMatchObject({ labels: 2 });
    expect(whole).toEqual({ net: 48, lower: 28, upper: 128 });
  });

  it('is listed, can be cancelled, and is one of its own environment and assessment', async () => {
    const { id } = await start();
    const context = scene.contextIn('Shop');
    expect(await cancelRulePruning(context, 'purchase', id)).toMatchObject({ id, status: 'cancelled', result: null });
    expect((await getRulePrunings(context, 'purchase')).prunings.map((pruning) => pruning.id)).toEqual([id]);
    const unknown = { code: 'PRUNING-UNKNOWN' };
    await expect(getRulePruning(context, 'accountLogin', id)).rejects.toMatchObject(unknown);
    await expect(getRulePruning(scene.contextIn('Root'), 'purchase', id)).rejects.toMatchObject(unknown);
  });

  it('is refused for days that are none, and for too many that wait', async () => {
    const context = scene.contextIn('Shop');
    const ask = (from: string, to: string) =>
      startRulePruning(context, 'purchase', { from, to, includeChildren: false });
    await expect(ask('2026-02-30', '2026-03-01')).rejects.toMatchObject({ code: 'REPORT-QUERY-INVALID' });
    await expect(ask('2025-01-01', '2026-01-01')).rejects.toMatchObject({ code: 'REPORT-RANGE-TOO-LONG' });
    for (let waiting = 0; waiting < 5; waiting += 1) await start();
    await expect(start()).rejects.toMatchObject({ code: 'REQ-OVERLOADED' });
  });
});
