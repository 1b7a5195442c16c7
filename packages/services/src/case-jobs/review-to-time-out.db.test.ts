import { DEFAULT_CASE_SETTINGS, GENERAL_QUEUE_ID, PURCHASE_SAMPLE } from '@redoubt/domain';
import { DAY_MS, HOUR_MS, MINUTE_MS, newId, type JsonObject } from '@redoubt/kernel';
import { advancePlanHead, readEvent, saveCaseSettings, type EventRecord } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readRecordedEvent } from '../decisions/recorded/recorded-event.ts';
import { explainJob, withRulesThatRan } from '../decisions/recorded/recorded-job.ts';
import { replay } from '../decisions/recorded/replay.ts';
import { getEvent } from '../events/get-event.query.ts';
import { createRuleEvaluator } from '../evaluation/rule-evaluator.ts';
import { evaluateRule } from '../rules/evaluate-rule.query.ts';
import { workOff } from '../testing/jobs.ts';
import { createMerchant, type Merchant } from '../testing/merchant.ts';
import { routingIn } from '../testing/routing-scene.ts';
import { publishNewRule } from '../testing/rule-scene.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { tryOnHistory } from '../testing/whole-history.ts';
import { createCaseTimeOuts } from './time-outs.job.ts';

const test = useDatabase();
let scene: Scene;
let merchant: Merchant;

const { addQueue, route } = routingIn(test, () => scene);

const buy = (environment: string, purchaseId: string, totalAmount: number): Promise<string> =>
  merchant.send(environment, 'purchase', { ...PURCHASE_SAMPLE, purchaseId, totalAmount });

const cases = () =>
  test.database.inTenant(scene.tenantId, (trx) =>
    trx
      .selectFrom('review_case')
      .select(['event_id as id', 'queue_id as queue', 'routed_rule as rule', 'routed_clause as clause', 'outcome'])
      .orderBy('event_id')
      .execute(),
  );

const stored = async (environment: string, eventId: string): Promise<EventRecord> => {
  const key = { tenantId: scene.tenantId, environmentId: scene.idOf(environment), kind: 'purchase', eventId } as const;
  const event = await readEvent(test.database, key);
  if (event === undefined) throw new Error('the event is not there');
  return event;
};

beforeEach(async () => {
  scene = await createScene(test.database, { Root: {}, Child: { parent: 'Root' } });
  merchant = await createMerchant(test.database, scene);
  await publishNewRule(scene.contextIn('Root'), 'Reviews', ['RETURN Review("BIG") WHEN @"totalAmount" > 100']);
});
afterEach(() => merchant.close());

describe('a review', () => {
  it('becomes a case in the queue that routing rules of its environment choose, else in General', async () => {
    const large = await addQueue('Child', 'Large');
    await route('Child', 'ROUTETO Queue("large") WHEN @"totalAmount" > 1000');
    await buy('Child', 'a-small', 50);
    await buy('Child', 'b-medium', 500);
    await buy('Child', 'c-large', 5000);
    await buy('Root', 'd-above', 5000);
    expect(await cases()).toEqual([
      { id: 'b-medium', queue: GENERAL_QUEUE_ID, rule: null, clause: null, outcome: null },
      { id: 'c-large', queue: large, rule: 'By amount', clause: 'Large', outcome: null },
      { id: 'd-above', queue: GENERAL_QUEUE_ID, rule: null, clause: null, outcome: null },
    ]);
    const [row] = await test.asAdmin(
      `select order_text, expected_loss from review_case where event_id = 'c-large' and tenant_id = '${scene.tenantId}'`,
    );
    expect(row).toEqual({ order_text: (PURCHASE_SAMPLE.user as JsonObject).country, expected_loss: 5000 });
  });

  it('of a test against history, and of a sample of a rule, becomes none', async () => {
    await buy('Root', 'one', 500);
    const text = { condition: '', clauses: [{ id: newId(), name: 'All', code: 'RETURN Review("ALL")' }] };
    const tried = await tryOnHistory(test.database, scene, { text });
    expect(tried.events).toBe(1);
    const evaluator = createRuleEvaluator();
    const sample = { ...text, samplePayload: { totalAmount: 500 } };
    const evaluation = await evaluateRule(scene.contextIn('Root'), evaluator, 'purchase', sample);
    await evaluator.close();
    expect(evaluation.result?.decision).toBe('Review');
    await buy('Root', 'two', 500);
    expect((await cases()).map(({ id }) => id)).toEqual(['one', 'two']);
  });

  it('settles for as long as its environment says, from the next event on', async () => {
    await buy('Root', 'a-default', 500);
    const set = async (holdMs: number) =>
      test.database.inTenant(scene.tenantId, async (trx) => {
        const at = new Date(scene.clock.now());
        await advancePlanHead(trx, scene.tenantId, at);
        const settings = { ...DEFAULT_CASE_SETTINGS, holdMs };
        await saveCaseSettings(trx, scene.tenantId, scene.idOf('Root'), settings, { by: 'test', at });
      });
    await set(0);
    await buy('Root', 'b-none', 500);
    await set(HOUR_MS);
    await buy('Root', 'c-hour', 500);
    await buy('Child', 'd-default', 500);
    const rows = await test.asAdmin<{ settles: number }>(
      `select extract(epoch from settles_at - received_at)::integer as settles from review_case
        where tenant_id = '${scene.tenantId}' order by event_id`,
    );
    expect(rows.map(({ settles }) => settles)).toEqual([300, 0, 3600, 300]);
  });

  it('is routed again to the same queue by a replay, which names what was changed', async () => {
    await addQueue('Child', 'Large');
    await route('Child', 'ROUTETO Queue("Large") WHEN @"totalAmount" > 1000');
    await buy('Child', 'large', 5000);
    const event = await stored('Child', 'large');
    expect((await replay(test.database, scene.tenantId, event)).difference).toBeNull();
    const { routing } = event.result as { readonly routing: JsonObject };
    const changed = {
      ...event,
      result: { ...(event.result as JsonObject), routing: { ...routing, queue: 'General' } },
    };
    expect((await replay(test.database, scene.tenantId, changed)).difference).toEqual({
      path: 'routing.queue',
      recorded: '"General"',
      recomputed: '"Large"',
    });
  });

  it('says on its event which routing rule and clause chose the queue, and why General got it', async () => {
    const queue = await addQueue('Child', 'Large');
    await route('Child', 'ROUTETO Queue("Large") WHEN @"totalAmount" > 1000');
    await buy('Child', 'small', 50);
    await buy('Child', 'medium', 500);
    await buy('Child', 'large', 5000);
    await test.asAdmin(`delete from case_queue where queue_id = '${queue}'`);
    await test.database.inTenant(scene.tenantId, (trx) =>
      advancePlanHead(trx, scene.tenantId, new Date(scene.clock.now())),
    );
    await buy('Child', 'without-queue', 5000);
    await buy('Root', 'without-rules', 500);
    const routingOf = async (environment: string, eventId: string) => {
      const context = scene.contextIn(environment);
      const key = { eventType: 'purchase', eventEnvironmentId: scene.idOf(environment), eventId } as const;
      return (await getEvent(context, { environmentId: scene.idOf(environment), ...key })).routing;
    };
    const rule = { id: expect.any(String), name: 'By amount', version: 1 };
    const decided = {
      environmentName: 'Child',
      ruleName: 'By amount',
      outcome: 'decided',
      steps: [{ name: 'Large', outcome: 'fired', reads: [{ path: 'totalAmount', value: 5000 }] }],
    };
    expect(await routingOf('Child', 'small')).toBeNull();
    expect(await routingOf('Child', 'large')).toMatchObject({
      queue: 'Large',
      rule,
      clause: 'Large',
      missing: null,
      trace: [decided],
    });
    expect(await routingOf('Child', 'medium')).toMatchObject({
      queue: 'General',
      rule: null,
      clause: null,
      missing: null,
      trace: [{ outcome: 'noClauseHit', steps: [{ outcome: 'false', reads: [{ value: 500 }] }] }],
    });
    expect(await routingOf('Child', 'without-queue')).toMatchObject({ queue: 'General', rule, missing: 'Large' });
    expect(await routingOf('Root', 'without-rules')).toEqual({
      queue: 'General',
      rule: null,
      clause: null,
      missing: null,
      trace: [],
    });
  });

  it('is explained with what routing rules came to', async () => {
    await addQueue('Child', 'Large');
    await route('Child', 'ROUTETO Queue("Large") WHEN @"totalAmount" > 1000');
    await buy('Child', 'large', 5000);
    const event = await readRecordedEvent(test.database, scene.tenantId, await stored('Child', 'large'));
    if ('difference' in event) throw new Error('the record is whole');
    const lists = { contents: new Map(), need: () => Promise.resolve() };
    const { rules } = await explainJob({ kind: 'explanation', event: withRulesThatRan(event) }, lists);
    expect(rules.map(({ environmentId }) => environmentId)).toEqual([scene.idOf('Root'), scene.idOf('Child')]);
    expect(rules[1]?.parts.flatMap(({ values }) => values).length).toBeGreaterThan(0);
  });
});

describe('time-outs', () => {
  const work = () => workOff({ database: test.database, clock: scene.clock }, timeOuts());
  const timeOuts = () => createCaseTimeOuts({ database: test.database, clock: scene.clock });
  const written = async () => ({
    entries: await test.asAdmin(
      `select event_id as id, number::integer, source, action, actor from case_entry
        where tenant_id = '${scene.tenantId}' order by event_id, number`,
    ),
    sent: await test.asAdmin(
      `select event_id as id, step, body from case_consequence
        where tenant_id = '${scene.tenantId}' order by event_id, step desc`,
    ),
  });

  it('take the default decision of the queue once, however many nodes look', async () => {
    await addQueue('Child', 'Large');
    await route('Child', 'ROUTETO Queue("Large") WHEN @"totalAmount" > 1000');
    await buy('Child', 'large', 5000);
    await buy('Child', 'medium', 500);
    scene.clock.advance(2 * HOUR_MS + 5 * MINUTE_MS - 1);
    await work();
    expect((await written()).entries).toEqual([]);
    scene.clock.advance(1);
    await Promise.all([work(), work(), work()]);
    const reason = 'Time-out';
    expect(await written()).toEqual({
      entries: [{ id: 'large', number: 1, source: 'TimeOut', action: 'timeOut', actor: 'Redoubt' }],
      sent: [
        { id: 'large', step: 'status', body: { caseAction: 'Reject', reason } },
        { id: 'large', step: 'label', body: { labelAction: 'Fraud', reason } },
      ],
    });
    scene.clock.advance(DAY_MS);
    await work();
    await work();
    expect((await cases()).map(({ id, outcome }) => [id, outcome])).toEqual([
      ['large', 'TimedOut'],
      ['medium', 'TimedOut'],
    ]);
    expect((await written()).entries.length).toBe(2);
  });

  it('wait for the lease of an agent to end', async () => {
    await buy('Root', 'taken', 500);
    scene.clock.advance(2 * DAY_MS);
    const until = new Date(scene.clock.now() + MINUTE_MS).toISOString();
    await test.asAdmin(
      `update review_case set lease_agent_id = 'mara', lease_agent = 'Mara', lease_since = now(), lease_until = '${until}'
        where tenant_id = '${scene.tenantId}'`,
    );
    await work();
    expect((await cases())[0]?.outcome).toBeNull();
    scene.clock.advance(MINUTE_MS);
    await work();
    expect((await cases())[0]?.outcome).toBe('TimedOut');
  });
});
