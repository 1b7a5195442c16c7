import { PURCHASE_SAMPLE } from '@redoubt/domain';
import { newId } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createList } from '../lists/lists.commands.ts';
import { createRule } from '../rules/create-rule.command.ts';
import { publishRule } from '../rules/publish-rule.command.ts';
import { createRuleEvaluator } from '../evaluation/rule-evaluator.ts';
import { createMerchant } from '../testing/merchant.ts';
import { publishInputOf } from '../testing/rule-scene.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { replayEvent } from './replay-event.query.ts';
import { explainEvent } from './explain-event.query.ts';

const test = useDatabase();
const evaluator = createRuleEvaluator();
afterAll(() => evaluator.close());
let scene: Scene;

const CONDITION = 'WHEN @"totalAmount" > 100';
const FIRST = 'RETURN Reject("LISTED")\nWHEN ContainsKey("Watched", "Email", @"user.email") && @"totalAmount" > 900';
const SECOND =
  'LET $half = @"totalAmount" / 2\nRETURN Review("HALF")\nWHEN $half > 100 && !ContainsKey("Watched", "Email", @"user.email")';

const publish = async (name: string, condition: string, codes: readonly string[]) => {
  const context = scene.contextIn('Root');
  const clauses = codes.map((code, index) => ({ id: newId(), name: `Part ${index + 1}`, code }));
  const rule = await createRule(context, 'purchase', {
    name,
    description: '',
    text: { condition, clauses, samplePayload: {} },
  });
  await publishRule(context, 'purchase', rule.id, publishInputOf(rule));
};

describe('the explanation of an event', () => {
  beforeAll(async () => {
    scene = await createScene(test.database, { Root: {} });
    await createList(scene.contextIn('Root'), {
      name: 'Watched',
      description: '',
      stream: Readable.from([Buffer.from('Email\nsomebody@mailbox.example\n')]),
    });
    await publish('Amounts', CONDITION, [FIRST, SECOND]);
    await publish('Later', '', ['RETURN Approve() WHEN true']);
    const merchant = await createMerchant(test.database, scene);
    await merchant.send('Root', 'purchase', {
      ...PURCHASE_SAMPLE,
      purchaseId: 'p-1',
      totalAmount: 250,
      user: { userId: 'u', email: 'nora@mailbox.example' },
    });
    await merchant.close();
  });

  const explained = async () => {
    const environmentId = scene.idOf('Root');
    const { rules } = await explainEvent(scene.contextIn('Root'), evaluator, {
      environmentId,
      eventType: 'purchase',
      eventEnvironmentId: environmentId,
      eventId: 'p-1',
    });
    return rules;
  };

  it('gives the value of each expression that was worked out, and of none that was not needed', async () => {
    const [rule] = await explained();
    const valueIn = (part: number, code: string, text: string): unknown => {
      const from = code.indexOf(text);
      return rule?.parts[part]?.values.find((each) => each.from === from && each.to === from + text.length)?.value;
    };
    expect(valueIn(0, CONDITION, '@"totalAmount" > 100')).toBe(true);
    expect(valueIn(1, FIRST, 'ContainsKey("Watched", "Email", @"user.email")')).toBe(false);
    expect(valueIn(1, FIRST, '@"totalAmount" > 900')).toBeUndefined();
    expect(valueIn(2, SECOND, '$half > 100')).toBe(true);
    expect(valueIn(2, SECOND, '!ContainsKey("Watched", "Email", @"user.email")')).toBe(true);
  });

  it('comes from the thread that decides the event again, with the rows of its lists', async () => {
    const environmentId = scene.idOf('Root');
    const place = { environmentId, eventType: 'purchase' as const, eventEnvironmentId: environmentId, eventId: 'p-1' };
    expect(await replayEvent(scene.contextIn('Root'), evaluator, place)).toMatchObject({ difference: null });
  });

  it('is of the rules that ran', async () => {
    expect((await explained()).map(({ parts }) => parts.map(({ name }) => name))).toEqual([
      ['condition', 'Part 1', 'Part 2'],
    ]);
  });
});
