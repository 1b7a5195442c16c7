import { capabilitiesOf, GENERAL_QUEUE_ID, PURCHASE_SAMPLE } from '@redoubt/domain';
import { MINUTE_MS, type Id } from '@redoubt/kernel';
import { PROJECTORS, resetProjection } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getEventTimeline } from '../case-evidence/event-evidence.queries.ts';
import { getCaseReport } from '../case-report/get-case-report.query.ts';
import type { EnvironmentContext } from '../context.ts';
import { createRuleEvaluator } from '../evaluation/rule-evaluator.ts';
import { getEvent } from '../events/get-event.query.ts';
import { createMerchant, type Merchant } from '../testing/merchant.ts';
import { routingIn } from '../testing/routing-scene.ts';
import { publishNewRule } from '../testing/rule-scene.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { getCase, getCaseHistory } from './cases.queries.ts';
import { decideCase } from './decide-case.commands.ts';
import { sendToReview } from './send-to-review.command.ts';
import { startReview } from './start-review.command.ts';

const test = useDatabase();
const evaluator = createRuleEvaluator();
afterAll(() => evaluator.close());
let scene: Scene;
let merchant: Merchant;
const { addQueue, route } = routingIn(test, () => scene);

beforeEach(async () => {
  scene = await createScene(test.database, { Shop: {} });
  merchant = await createMerchant(test.database, scene);
});
afterEach(() => merchant.close());

const shop = (): EnvironmentContext => scene.contextIn('Shop');
const buy = (purchaseId: string, totalAmount = 50) =>
  merchant.send('Shop', 'purchase', { ...PURCHASE_SAMPLE, purchaseId, totalAmount });
const send = (ids: readonly string[], queueId: Id | null = null, context = shop()) =>
  sendToReview(context, null, evaluator, {
    events: ids.map((eventId) => ({ eventType: 'purchase', eventId })),
    queueId,
    reason: 'The customer called',
  });
const address = (eventId: string) => ({
  environmentId: scene.idOf('Shop'),
  eventType: 'purchase',
  eventEnvironmentId: scene.idOf('Shop'),
  eventId,
});
const rows = () => test.asAdmin(`select * from review_case where tenant_id = '${scene.tenantId}' order by event_id`);

/** Ends the transactions that have written a case and wait to write its entry, and waits until they are gone. */
const SEVER = `select pg_terminate_backend(pid, 30000) from pg_stat_activity
  where datname = current_database() and wait_event = 'PgSleep' and pid <> pg_backend_pid()`;

describe('an event that a person sends to review', () => {
  it('is a case of the named queue at once, whose history says who sent it and why', async () => {
    const queueId = await addQueue('Shop', 'Calls', { assessment: 'purchase' });
    await buy('p-1');
    expect((await getEvent(shop(), address('p-1'))).case).toBe('possible');
    scene.clock.advance(MINUTE_MS);
    const { results } = await send(['p-1'], queueId);
    expect(results).toMatchObject([{ outcome: 'done', problem: null, case: { queueId, queue: 'Calls' } }]);
    const { case: made } = await getCase(shop(), null, 'purchase', 'p-1');
    expect(made).toMatchObject({ id: results[0]?.case?.id, state: 'Pending', queue: 'Calls', amount: 50, version: 1 });
    expect(made.receivedAt).toBe(new Date(scene.clock.now()).toISOString());
    const { entries } = await getCaseHistory(shop(), null, made.id, { limit: 10 });
    expect(entries).toMatchObject([
      { action: 'send', by: shop().actor.name, queue: 'Calls', reason: 'The customer called' },
    ]);
    const timeline = await getEventTimeline(shop(), null, address('p-1'));
    expect(timeline.entries).toContainEqual(
      expect.objectContaining({ kind: 'case', what: 'send', subject: 'Calls', detail: 'The customer called' }),
    );
    expect((await getEvent(shop(), address('p-1'))).case).toBe('there');
  });

  it('is reviewed and decided as any other, and counts as a case that came', async () => {
    await buy('p-1');
    await send(['p-1']);
    const { case: taken } = await startReview(shop(), null, GENERAL_QUEUE_ID, { caseId: null, giveBack: false });
    const decision = { decision: 'Reject', reason: 'Stolen card', note: '', takeNext: false };
    expect((await decideCase(shop(), null, taken?.id ?? '', decision)).case).toMatchObject({ state: 'Decided' });
    const { totals, queues } = await getCaseReport(shop(), { period: '24h' });
    expect(totals).toMatchObject({ received: 1, decided: 1, cancelled: 0 });
    expect(queues).toMatchObject([{ name: 'General', received: 1 }]);
  });

  it('goes where the routing rules of its time send it, when no queue is named', async () => {
    const queueId = await addQueue('Shop', 'Large', { assessment: 'purchase' });
    await buy('before', 5000);
    await route('Shop', 'ROUTETO Queue("Large") WHEN @"totalAmount" > 1000');
    await buy('small', 50);
    await buy('large', 5000);
    const { results } = await send(['before', 'small', 'large']);
    expect(results.map((each) => each.case?.queue)).toEqual(['General', 'General', 'Large']);
    const { case: made } = await getCase(shop(), null, 'purchase', 'large');
    expect(made).toMatchObject({ queueId, routedRule: 'By amount' });
  });

  it('is refused alone where it has a case, is not there, or its assessment makes no cases', async () => {
    await publishNewRule(shop(), 'Reviews', ['RETURN Review("BIG") WHEN @"totalAmount" > 1000']);
    await buy('reviewed', 5000);
    await buy('p-1');
    await send(['p-1']);
    await buy('p-2');
    const { results } = await sendToReview(shop(), null, evaluator, {
      events: [
        ...['reviewed', 'p-1', 'p-2', 'gone'].map((eventId) => ({ eventType: 'purchase', eventId })),
        { eventType: 'accountLogin', eventId: 'p-2' },
        { eventType: 'Purchase', eventId: 'p-2' },
      ],
      queueId: null,
      reason: 'Look again',
    });
    expect(results.map(({ eventId, problem }) => [eventId, problem])).toEqual([
      ['reviewed', 'CASE-EXISTS'],
      ['p-1', 'CASE-EXISTS'],
      ['p-2', null],
      ['gone', 'EVENT-UNKNOWN'],
      ['p-2', 'QUEUE-ASSESSMENT'],
    ]);
  });

  it('is refused for a queue that the caller does not see', async () => {
    const queueId = await addQueue('Shop', 'Calls', { assessment: 'purchase' });
    await buy('p-1');
    const analyst = { ...shop(), capabilities: capabilitiesOf(['ManualReviewAnalyst'], 'Standard') };
    await expect(send(['p-1'], queueId, analyst)).rejects.toMatchObject({ code: 'QUEUE-UNKNOWN' });
    expect((await send(['p-1'], null, analyst)).results).toMatchObject([{ outcome: 'done' }]);
  });

  it('has a case with its entry or neither where the connection dies meanwhile, and is sent again', async () => {
    const ids = Array.from({ length: 6 }, (_, index) => `cut-${index}`);
    for (const id of ids) await buy(id);
    await merchant.projected();
    // Between the row of the case and its entry, the time in which the connection is cut.
    await test.asAdmin(`create function slow_entry() returns trigger language plpgsql
      as $$ begin perform pg_sleep(0.5); return new; end $$`);
    await test.asAdmin(
      'create trigger slow_entry before insert on case_entry for each row execute function slow_entry()',
    );
    for (const id of ids) {
      const sending = send([id]).then(
        () => 'sent',
        () => 'cut',
      );
      let severed = 0;
      while (severed === 0) severed = (await test.asAdmin(SEVER)).length;
      expect(await sending).toBe('cut');
    }
    await test.asAdmin('drop function slow_entry cascade');
    expect(await rows()).toEqual([]);
    expect(await test.asAdmin(`select 1 from case_entry where tenant_id = '${scene.tenantId}'`)).toEqual([]);
    const { results } = await send(ids);
    expect(results.map(({ outcome }) => outcome)).toEqual(ids.map(() => 'done'));
    expect(await rows()).toHaveLength(ids.length);
    expect(await test.asAdmin(`select action from case_entry where tenant_id = '${scene.tenantId}'`)).toHaveLength(
      ids.length,
    );
  });

  it('becomes one case, however many people send it at once', async () => {
    await Promise.all(['p-1', 'p-2', 'p-3'].map((id) => buy(id)));
    const answers = await Promise.all([
      send(['p-1', 'p-2', 'p-3']),
      send(['p-3', 'p-2', 'p-1']),
      send(['p-2', 'p-1', 'p-3']),
    ]);
    const done = answers.flatMap(({ results }) => results.filter(({ outcome }) => outcome === 'done'));
    expect(done.map(({ eventId }) => eventId).toSorted()).toEqual(['p-1', 'p-2', 'p-3']);
    const entries = await test.asAdmin(`select 1 from case_entry where tenant_id = '${scene.tenantId}'`);
    expect(entries).toHaveLength(3);
  });

  it('is the same case after a rebuild, with what was done to it', async () => {
    const queueId = await addQueue('Shop', 'Calls', { assessment: 'purchase', orderBy: 'totalAmount' });
    for (const id of ['p-1', 'p-2', 'p-3']) await buy(id);
    await send(['p-1'], queueId);
    await send(['p-3']);
    await startReview(shop(), null, queueId, { caseId: null, giveBack: false });
    const ordered = ({
      order_path: _path,
      order_number: _number,
      order_rank: _rank,
      ...row
    }: Record<string, unknown>) => row;
    const before = (await rows()) as Record<string, unknown>[];
    expect(before.map((row) => [row['event_id'], row['order_number']])).toEqual([
      ['p-1', 50],
      ['p-3', null],
    ]);
    for (const projector of PROJECTORS) await resetProjection(test.database, projector);
    await buy('after');
    expect(((await rows()) as Record<string, unknown>[]).map(ordered)).toEqual(before.map(ordered));
    expect((await send(['p-1'])).results).toMatchObject([{ problem: 'CASE-EXISTS' }]);
  });

  it('has one case while the cases are built again', async () => {
    await buy('p-1');
    await send(['p-1']);
    const before = await rows();
    await test.asAdmin(`delete from review_case where tenant_id = '${scene.tenantId}'`);
    expect((await send(['p-1'])).results).toMatchObject([{ problem: 'CASE-EXISTS' }]);
    for (const projector of PROJECTORS) await resetProjection(test.database, projector);
    await buy('after');
    expect(await rows()).toEqual(before);
  });
});
