import { AMOUNT_ATTRIBUTES, entryBody, GENERAL_QUEUE_ID, type CaseEntry } from '@redoubt/domain';
import { HOUR_MS, MINUTE_MS, newId, type Id } from '@redoubt/kernel';
import { aPurchase, aRelatedEvent, savePlace, useDatabase, useLog } from '@redoubt/testing/database';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LogEvent, ReviewFacts } from '../../log/log-event.ts';
import { casesProjector } from './cases.projector.ts';
import { resetProjection } from '../projector.ts';

const test = useDatabase();
const HOLD_MS = 5 * MINUTE_MS;
const RECEIVED_MS = Date.parse('2026-03-04T12:00:00Z');
const REVIEW: ReviewFacts = {
  queueId: GENERAL_QUEUE_ID,
  rule: null,
  clause: null,
  holdMs: HOLD_MS,
  timeoutMs: 24 * HOUR_MS,
};

const running = useLog(test, { maxBatch: 5, timeoutMs: 20_000 });

type Shop = { readonly tenantId: Id; readonly environmentId: Id };
const shopOf = (): Shop => ({ tenantId: newId(), environmentId: newId() });

const reviewed = (shop: Shop, eventId: string, review: Partial<ReviewFacts> = {}, head: Partial<LogEvent> = {}) =>
  aPurchase(
    shop,
    { eventId, receivedAtMs: RECEIVED_MS, ...head },
    { decision: 'Review', amount: 250.5, currency: 'EUR', riskScore: 400, review: { ...REVIEW, ...review } },
  );

const status = (shop: Shop, eventId: string, afterMs: number) =>
  aRelatedEvent(
    shop,
    'purchaseStatus',
    { purchaseId: eventId, body: { statusType: 'Approved' } },
    { eventId: newId(), receivedAtMs: RECEIVED_MS + afterMs },
  );

const { store } = running;

const rowsOf = ({ environmentId }: Shop, columns: string) =>
  test.asAdmin(`select ${columns} from review_case where environment_id = '${environmentId}' order by event_id`);
const outcomes = (shop: Shop) => rowsOf(shop, 'event_id as id, outcome');

const everything = async () => ({
  cases: await test.asAdmin('select * from review_case order by case_id'),
  statuses: await test.asAdmin('select * from case_early_status order by environment_id, event_id'),
});

const rebuilt = async () => {
  await resetProjection(test.database, casesProjector);
  await running.projectors.caughtUp();
  return everything();
};

describe('cases', () => {
  it('are made of reviews that say so, once each', async () => {
    const shop = shopOf();
    await store([
      reviewed(shop, 'one', { queueId: newId(), rule: 'By amount', clause: 'Large', order: 'gold' }),
      aPurchase(shop, { eventId: 'approved' }),
      aPurchase(shop, { eventId: 'no-cases' }, { decision: 'Review' }),
      reviewed(shop, 'past', {}, { historical: true }),
    ]);
    const columns = `event_id as id, routed_rule as rule, routed_clause as clause, amount_units::integer as amount, currency,
      risk_score as score, expected_loss as loss, order_text as "orderText", order_number as "orderNumber", outcome,
      version::integer, extract(epoch from settles_at - received_at)::integer as settles,
      extract(epoch from due_at - settles_at)::integer as due`;
    expect(await rowsOf(shop, columns)).toEqual([
      {
        id: 'one',
        rule: 'By amount',
        clause: 'Large',
        amount: 2_505_000,
        currency: 'EUR',
        score: 400,
        loss: 100.2,
        orderText: 'gold',
        orderNumber: null,
        outcome: null,
        version: 0,
        settles: HOLD_MS / 1000,
        due: 86_400,
      },
    ]);
  });

  /** A shop whose amounts are converted to euros. */
  const shopInEuros = async () => {
    const shop = shopOf();
    await savePlace(test.database, shop);
    await test.asAdmin(`insert into currency_settings values ($1, $2, 'EUR', 7, 'Mara Lindqvist', now())`, [
      shop.tenantId,
      shop.environmentId,
    ]);
    return shop;
  };

  it('keep what their currency is worth on the day of the event, and the same when built again', async () => {
    const shop = await shopInEuros();
    const { tenantId, environmentId } = shop;
    await test.asAdmin(
      `insert into exchange_rate values ($1, $2, '2026-03-02', 'EUR', 'SEK', 8, $3), ($1, $2, '2026-03-05', 'EUR', 'SEK', 9, $3)`,
      [tenantId, environmentId, newId()],
    );
    const inCurrency = (eventId: string, currency: string, amount: number) =>
      aPurchase(
        shop,
        { eventId, receivedAtMs: RECEIVED_MS, eventTimeMs: RECEIVED_MS },
        { decision: 'Review', amount, currency, review: REVIEW },
      );
    await store([inCurrency('dollars', 'USD', 3), inCurrency('euros', 'EUR', 10), inCurrency('kronor', 'SEK', 16)]);
    const columns = 'event_id as id, rate, converted_amount::integer as amount, converted_loss as loss';
    const expected = [
      { id: 'dollars', rate: 1, amount: 30_000, loss: 3 },
      { id: 'euros', rate: 1, amount: 100_000, loss: 10 },
      { id: 'kronor', rate: 1 / 8, amount: 20_000, loss: 2 },
    ];
    expect(await rowsOf(shop, columns)).toEqual(expected);
    const before = await everything();
    expect(await rebuilt()).toEqual(before);
  });

  it('stand by amounts among their attributes at that worth, and by other numbers as they were sent', async () => {
    const shop = await shopInEuros();
    const { tenantId, environmentId } = shop;
    await test.asAdmin(`insert into exchange_rate values ($1, $2, '2026-03-02', 'EUR', 'SEK', 8, $3)`, [
      tenantId,
      environmentId,
      newId(),
    ]);
    const ordered = (eventId: string, orderPath: string, order: number | string) =>
      aPurchase(
        shop,
        { eventId, receivedAtMs: RECEIVED_MS, eventTimeMs: RECEIVED_MS },
        { decision: 'Review', amount: 1, currency: 'SEK', review: { ...REVIEW, orderPath, order } },
      );
    await store([
      ...AMOUNT_ATTRIBUTES.map((path) => ordered(path, path, 16)),
      ordered('points', 'customData.points', 16),
      ordered('text', 'user.city', 'Lund'),
    ]);
    expect(await rowsOf(shop, 'event_id as id, order_number as number, order_rank as rank')).toEqual([
      { id: 'points', number: 16, rank: 16 },
      { id: 'salesTax', number: 16, rank: 2 },
      { id: 'text', number: null, rank: null },
      { id: 'totalAmount', number: 16, rank: 2 },
    ]);
  });

  it('are cancelled by a status that comes while they settle, before them as well', async () => {
    const shop = shopOf();
    await store([
      status(shop, 'before', -MINUTE_MS),
      reviewed(shop, 'before'),
      reviewed(shop, 'during'),
      status(shop, 'during', HOLD_MS - 1),
      reviewed(shop, 'after'),
      status(shop, 'after', HOLD_MS),
      reviewed(shop, 'at-once', { holdMs: 0 }),
      status(shop, 'at-once', 0),
    ]);
    expect(await outcomes(shop)).toEqual([
      { id: 'after', outcome: null },
      { id: 'at-once', outcome: null },
      { id: 'before', outcome: 'Cancelled' },
      { id: 'during', outcome: 'Cancelled' },
    ]);
  });

  it('of one environment are not cancelled by the status of another', async () => {
    const shop = shopOf();
    const other = { ...shop, environmentId: newId() };
    await store([reviewed(shop, 'p'), status(other, 'p', 1)]);
    expect(await outcomes(shop)).toEqual([{ id: 'p', outcome: null }]);
  });

  it('are the same whatever order events come in, and when they are built again', async () => {
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }), async (order) => {
        const shop = shopOf();
        const events = [
          reviewed(shop, 'a'),
          status(shop, 'a', HOLD_MS + 1),
          status(shop, 'a', 2 * MINUTE_MS),
          status(shop, 'a', MINUTE_MS),
          reviewed(shop, 'b'),
        ];
        await store(order.map((index) => events[index] as LogEvent));
        expect(await rowsOf(shop, 'event_id as id, outcome, ended_at as at')).toEqual([
          { id: 'a', outcome: 'Cancelled', at: new Date(RECEIVED_MS + MINUTE_MS) },
          { id: 'b', outcome: null, at: null },
        ]);
      }),
      { numRuns: 8 },
    );
    const before = await everything();
    expect(before.cases.length).toBeGreaterThan(16);
    expect(await rebuilt()).toEqual(before);
  });

  it('keep what people did when they are built again', async () => {
    const shop = shopOf();
    await store([reviewed(shop, 'taken'), reviewed(shop, 'decided')]);
    const agent = { actorId: 'mara', actor: 'Mara', source: 'Agent' } as const;
    const at = RECEIVED_MS + 2 * HOLD_MS;
    const lease: CaseEntry = { ...agent, atMs: at, action: { kind: 'lease', agentId: 'mara' }, verdict: null };
    const decide: CaseEntry = {
      ...agent,
      atMs: at + MINUTE_MS,
      action: { kind: 'decide', agentId: 'mara', inBulk: false },
      verdict: { decision: 'Reject', caseAction: 'Reject', labelAction: 'Fraud', reason: 'Stolen card' },
    };
    await savePlace(test.database, shop);
    const write = async (eventId: string, entries: readonly CaseEntry[]) => {
      for (const [index, entry] of entries.entries())
        await test.asAdmin(
          `insert into case_entry values ('${shop.tenantId}', '${shop.environmentId}', 1, '${eventId}', ${index + 1},
             to_timestamp(${entry.atMs / 1000}), '${entry.actorId}', '${entry.actor}', '${entry.source}',
             '${entry.action.kind}', '${JSON.stringify(entryBody(entry))}')`,
        );
    };
    await write('taken', [lease]);
    await write('decided', [lease, decide]);
    await rebuilt();
    const columns = `event_id as id, lease_agent as agent, outcome, decision, label_action as label,
      decision_reason as reason, decided_by as by, decision_source as source, last_agent as "lastAgent", version::integer`;
    expect(await rowsOf(shop, columns)).toEqual([
      {
        id: 'decided',
        agent: null,
        outcome: 'Decided',
        decision: 'Reject',
        label: 'Fraud',
        reason: 'Stolen card',
        by: 'Mara',
        source: 'Agent',
        lastAgent: 'Mara',
        version: 2,
      },
      {
        id: 'taken',
        agent: 'Mara',
        outcome: null,
        decision: null,
        label: null,
        reason: null,
        by: null,
        source: null,
        lastAgent: 'Mara',
        version: 1,
      },
    ]);
  });
});
