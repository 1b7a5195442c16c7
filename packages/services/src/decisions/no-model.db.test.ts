import { PURCHASE_SAMPLE } from '@redoubt/domain';
import { newId } from '@redoubt/kernel';
import { readEvent } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getEvent } from '../events/get-event.query.ts';
import { replay } from './recorded/replay.ts';
import { createRule } from '../rules/create-rule.command.ts';
import { evaluateRule } from '../rules/evaluate-rule.query.ts';
import { publishRule } from '../rules/publish-rule.command.ts';
import { createRuleEvaluator } from '../evaluation/rule-evaluator.ts';
import { createMerchant, type Merchant } from '../testing/merchant.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { tryOnHistory } from '../testing/whole-history.ts';

const CODE = 'RETURN Review("s" + Model.Bot("s1").Score), Output(risk = Model.Risk()) WHEN Model.Risk().Score < 400';
const CLAUSE = { id: newId(), name: 'Low', code: CODE };
const NO_SCORE = { score: 0, reason: '' };

const test = useDatabase();
let scene: Scene;
let merchant: Merchant;

beforeAll(async () => {
  scene = await createScene(test.database, { Root: {} });
  merchant = await createMerchant(test.database, scene);
});
afterAll(async () => {
  await merchant.close();
});

describe('a rule that asks models where nothing scores events', () => {
  it('is published, decides by a score of 0, and the event says that no model answered', async () => {
    const context = scene.contextIn('Root');
    const text = { condition: '', clauses: [CLAUSE], samplePayload: {} };
    const rule = await createRule(context, 'purchase', { name: 'Scored', description: '', text });
    const input = { version: rule.version, name: 'Scored', description: '', active: true, note: '', overwrite: false };
    await publishRule(context, 'purchase', rule.id, input);
    const eventId = newId();
    await merchant.send('Root', 'purchase', { ...PURCHASE_SAMPLE, purchaseId: eventId });

    const key = { tenantId: scene.tenantId, environmentId: scene.idOf('Root'), kind: 'purchase' as const, eventId };
    const event = await readEvent(test.database, key);
    if (event === undefined) throw new Error('the event is not there');
    expect(event.result).toMatchObject({ decision: 'Review', reason: 's0', outputs: { Low: { risk: NO_SCORE } } });
    const detail = await getEvent(context, {
      environmentId: scene.idOf('Root'),
      eventEnvironmentId: scene.idOf('Root'),
      eventType: 'purchase',
      eventId,
    });
    expect(detail.lookedUp).toEqual([
      { kind: 'risk', asked: '', found: null, version: null },
      { kind: 'bot', asked: 's1', found: null, version: null },
    ]);
    expect((await replay(test.database, scene.tenantId, event)).difference).toBeNull();

    const tried = await tryOnHistory(test.database, scene, {
      ruleId: rule.id,
      ruleName: 'Scored',
      text: { condition: '', clauses: [{ ...CLAUSE, code: CODE.replace('Review', 'Reject') }] },
    });
    expect(tried).toMatchObject({ unknown: [], after: { Reject: { events: 1 } } });
  });

  it('is evaluated over a sample alike, with a warning for each model it asks', async () => {
    const evaluator = createRuleEvaluator();
    const text = { condition: '', clauses: [CLAUSE], samplePayload: PURCHASE_SAMPLE };
    const { result, diagnostics } = await evaluateRule(scene.contextIn('Root'), evaluator, 'purchase', text);
    await evaluator.close();
    expect(result).toMatchObject({ decision: 'Review', outputs: { Low: { risk: NO_SCORE } } });
    expect(diagnostics.map(({ severity, code }) => `${severity} ${code}`)).toEqual([
      'warning FQL-NO-MODEL',
      'warning FQL-NO-MODEL',
      'warning FQL-NO-MODEL',
    ]);
  });
});
