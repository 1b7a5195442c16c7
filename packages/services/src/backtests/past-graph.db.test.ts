import { PURCHASE_SAMPLE, type Decision } from '@redoubt/domain';
import { newId } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { describe, expect, it, vi } from 'vitest';
import { createRule } from '../rules/create-rule.command.ts';
import { publishRule } from '../rules/publish-rule.command.ts';
import type { Merchant } from '../testing/merchant.ts';
import { metadataNow } from '../testing/purchase-now.ts';
import type { Scene } from '../testing/scene.ts';
import { useMerchant } from '../testing/use-merchant.ts';
import { tryOnHistory } from '../testing/whole-history.ts';

// A backtest starts threads, which takes seconds on a machine that does much else.
vi.setConfig({ testTimeout: 180_000 });

const test = useDatabase();
let scene: Scene;
let merchant: Merchant;
useMerchant(test, (made) => ({ scene, merchant } = made));

const DEVICE = '@"deviceContext.deviceContextId"';
const CLAUSES = [
  `RETURN Reject("ring") WHEN Graph.Neighbours("device", ${DEVICE}, "user", 30, 0) > 2`,
  `RETURN Review("near") WHEN Graph.HopsToFraud("user", @"user.userId", 30, 4) < 4`,
].map((code, index) => ({ id: newId(), name: `Clause ${index + 1}`, code }));

const publish = async (): Promise<void> => {
  const context = scene.contextIn('Root');
  const name = `Rule ${newId()}`;
  const text = { condition: '', clauses: CLAUSES, samplePayload: {} };
  const rule = await createRule(context, 'purchase', { name, description: '', text });
  const input = { version: rule.version, name, description: '', active: true, note: '', overwrite: false };
  await publishRule(context, 'purchase', rule.id, input);
};

const buy = async (at: number): Promise<Decision> => {
  const user = `u${at % 7}`;
  const body = {
    ...PURCHASE_SAMPLE,
    _metadata: metadataNow(scene.clock),
    purchaseId: `p${at}`,
    user: { userId: user },
    deviceContext: { deviceContextId: at % 3 === 0 ? 'shared' : `of ${user}`, ipAddress: `192.0.2.${at % 7}` },
    shippingAddress: null,
    paymentInstrumentList: [],
  };
  const answer = JSON.parse(await merchant.send('Root', 'purchase', body)) as {
    resultDetails: { MerchantRuleDecision: Decision };
  };
  return answer.resultDetails.MerchantRuleDecision;
};

/** Purchases of seven people, some of them on one device, one of them a fraud; gives what was decided of each. */
const buyMany = async (from: number): Promise<readonly Decision[]> => {
  const decisions: Decision[] = [];
  for (let at = from; at < from + 12; at += 1) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- each sees those before it
    decisions.push(await buy(at));
    scene.clock.advance(60_000);
    if (at !== from + 2) continue;
    const label = { labelObjectType: 'Purchase', labelObjectId: `p${at}`, labelSource: 'CustomerEscalation' };
    // oxlint-disable-next-line eslint/no-await-in-loop -- likewise
    await merchant.send('Root', 'label', { ...label, labelState: 'Fraud', _metadata: metadataNow(scene.clock) });
  }
  return decisions;
};

describe('a backtest of a rule that asks the graph', () => {
  it('decides what the rule would have decided, from the graph as it stood at the time of each event', async () => {
    const before = await buyMany(0);
    expect(new Set(before)).toEqual(new Set(['Approve']));
    const tried = await tryOnHistory(test.database, scene, { text: { condition: '', clauses: CLAUSES } });
    expect(tried).toMatchObject({ events: 12, unknown: [], errors: { events: 0 } });

    await publish();
    await merchant.graph.caughtUp();
    const live = await buyMany(21);
    const again = await tryOnHistory(test.database, scene, {
      text: { condition: '', clauses: CLAUSES },
      baseline: 'recorded',
    });
    for (const decision of ['Approve', 'Reject', 'Review'] as const) {
      const ofLive = live.filter((each) => each === decision).length;
      expect(ofLive).toBeGreaterThan(0);
      expect(again.after[decision].events).toBe(tried.after[decision].events + ofLive);
    }
  });
});
