import type { RelatedKind } from '@redoubt/domain';
import { newId, type Id } from '@redoubt/kernel';
import { aPurchase, aRelatedEvent, useDatabase, useLog } from '@redoubt/testing/database';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDashboard, ruleHits24h } from '../dashboard/dashboard.read-model.ts';
import { readRuleMixes } from '../rules/rule-mix.read-model.ts';
import { readEvent } from '../events/event-detail.read-model.ts';
import type { LogEvent } from '../log/log-event.ts';
import { resetProjection } from './projector.ts';
import { reportsProjector } from './reports/reports.projector.ts';
import { PROJECTORS } from './every-projector.ts';

const test = useDatabase();
const running = useLog(test, { maxBatch: 7, timeoutMs: 20_000 });

const place = (): { tenantId: Id; environmentId: Id } => ({ tenantId: newId(), environmentId: newId() });

const { store } = running;

const related = (
  shop: ReturnType<typeof place>,
  kind: RelatedKind,
  minute: number,
  body: Record<string, string | boolean>,
) =>
  aRelatedEvent(
    shop,
    kind,
    {
      purchaseId: 'p-1',
      merchantTimeStamp: `2026-03-04T12:${String(minute).padStart(2, '0')}:00Z`,
      trackingId: 't',
      body,
    },
    kind === 'chargeback' ? { eventId: 'c-1' } : {},
  );

describe('events about a purchase', () => {
  it('are joined to it whatever comes first, and end in the same state in every order', async () => {
    const events = (shop: ReturnType<typeof place>): LogEvent[] => [
      aPurchase(shop, { eventId: 'p-1' }),
      related(shop, 'purchaseStatus', 1, { statusType: 'Pending', reason: 'RuleEngine' }),
      related(shop, 'purchaseStatus', 3, { statusType: 'Approved' }),
      related(shop, 'chargeback', 4, { status: 'Inquiry', reason: 'fraud' }),
      related(shop, 'chargeback', 5, { status: 'Accepted' }),
      related(shop, 'label', 6, { isFraud: true, eventTimeStamp: '2026-03-05T00:00:00Z' }),
      related(shop, 'label', 7, { isFraud: false, labelState: 'Reversed', eventTimeStamp: '2026-03-06T00:00:00Z' }),
    ];
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6], { minLength: 7 }), async (order) => {
        const shop = place();
        const all = events(shop);
        await store(order.map((index) => all[index] as LogEvent));
        const event = await readEvent(test.database, { ...shop, kind: 'purchase', eventId: 'p-1' });
        expect(event).toMatchObject({ status: 'Approved', fraudLabel: 'NonFraud' });
        expect(Object.fromEntries(event?.related.map(({ kind, body }) => [kind, body]) ?? [])).toEqual({
          purchaseStatus: { statusType: 'Approved', reason: 'RuleEngine' },
          chargeback: { status: 'Accepted', reason: 'fraud' },
          label: { isFraud: false, labelState: 'Reversed', eventTimeStamp: '2026-03-06T00:00:00Z' },
        });
      }),
      { numRuns: 12 },
    );
  });

  it('stay with the purchase of their own environment and tenant', async () => {
    const shop = place();
    const other = { ...shop, environmentId: newId() };
    await store([
      aPurchase(shop, { eventId: 'p-1' }),
      aPurchase(other, { eventId: 'p-1' }),
      related(other, 'label', 1, { isFraud: true }),
    ]);
    const label = async (where: typeof shop) =>
      (await readEvent(test.database, { ...where, kind: 'purchase', eventId: 'p-1' }))?.fraudLabel;
    expect(await label(shop)).toBe('None');
    expect(await label(other)).toBe('Fraud');
  });
});

describe('an event read back', () => {
  it('holds what was handed to the log', async () => {
    const shop = place();
    const event = aPurchase(
      shop,
      { eventId: 'whole', historical: true, result: { trace: [1, 2] } },
      { amount: 1234.5678 },
    );
    await store([event]);
    expect(await readEvent(test.database, { ...shop, kind: 'purchase', eventId: 'whole' })).toMatchObject({
      eventId: 'whole',
      historical: true,
      correlationId: event.correlationId,
      facts: event.facts,
      request: JSON.parse(event.requestText) as unknown,
      inputs: JSON.parse(event.inputsText) as unknown,
      result: { trace: [1, 2] },
    });
  });

  it('is not found from another tenant or environment', async () => {
    const shop = place();
    await store([aPurchase(shop, { eventId: 'private' })]);
    const elsewhere = { ...place(), kind: 'purchase', eventId: 'private' } as const;
    expect(await readEvent(test.database, elsewhere)).toBe(undefined);
    expect(await readEvent(test.database, { ...elsewhere, environmentId: shop.environmentId })).toBe(undefined);
  });
});

describe('a projection', () => {
  it('comes to the same rows when it is emptied and built again', async () => {
    const shop = place();
    await store([
      ...Array.from({ length: 40 }, (_, i) =>
        aPurchase(
          shop,
          { eventId: `again-${i}` },
          { decision: i % 3 === 0 ? 'Reject' : 'Approve', userId: `u-${i % 5}` },
        ),
      ),
      aRelatedEvent(shop, 'label', { purchaseId: 'again-3', body: { isFraud: true } }),
    ]);
    const snapshot = async () => {
      const rows: Record<string, unknown[]> = {};
      // Reports number texts as they meet them; `reports.db.test.ts` compares their rows by the texts.
      const compared = PROJECTORS.filter((projector) => projector !== reportsProjector);
      for (const table of compared.flatMap((projector) => projector.tables)) {
        rows[table] = await test.asAdmin(`select * from ${table} order by ${table}`);
      }
      return rows;
    };
    const before = await snapshot();
    for (const projector of PROJECTORS) await resetProjection(test.database, projector);
    await running.projectors.caughtUp();
    const rows = async () => (await snapshot()).event_search?.length;
    await expect.poll(rows, { timeout: 20_000 }).toBe(before.event_search?.length);
    await running.projectors.caughtUp();
    expect(await snapshot()).toEqual(before);
  });
});

describe('a value that a table cannot hold', () => {
  it('keeps its event out of that table and nothing else', async () => {
    const shop = place();
    await store([
      aPurchase(shop, { eventId: 'before' }),
      aPurchase(shop, { eventId: 'riskiest' }, { riskScore: 2 ** 40 }),
      aPurchase(shop, { eventId: 'richest' }, { amount: 1e300, currency: 'x'.repeat(5000) }),
      aPurchase(shop, { eventId: 'after' }),
    ]);
    const found = async (eventId: string) =>
      (await readEvent(test.database, { ...shop, kind: 'purchase', eventId })) !== undefined;
    expect(await Promise.all(['before', 'riskiest', 'richest', 'after'].map(found))).toEqual([true, false, true, true]);
  });
});

describe('the dashboard', () => {
  it('counts live traffic of its environments and leaves historical events out', async () => {
    const shop = place();
    const child = { ...shop, environmentId: newId() };
    const since = new Date('2026-03-04T00:00:00Z');
    const now = new Date('2026-03-04T13:00:00Z');
    const at = (iso: string) => ({ receivedAtMs: Date.parse(iso) });
    const ruleId = newId();
    const rejected = {
      decision: 'Reject',
      ruleId,
      rule: 'Limits',
      clause: 'High amount',
      hits: [{ ruleId, clause: 'High amount', decision: 'Reject' }],
      amount: 300.25,
      latencyUs: 5000,
    } as const;
    await store([
      aPurchase(shop, at('2026-03-04T10:00:30Z'), { amount: 20.1 }),
      aPurchase(shop, at('2026-03-04T10:14:59Z'), rejected),
      aPurchase(child, at('2026-03-04T12:59:00Z'), rejected),
      aPurchase(shop, { ...at('2026-03-04T10:00:00Z'), historical: true }, rejected),
      aPurchase(shop, at('2026-03-03T09:00:00Z'), { amount: 1 }),
      aPurchase(shop, at('2026-03-03T23:00:00Z'), { amount: 1 }),
      aRelatedEvent(shop, 'label', { purchaseId: 'x', body: { isFraud: true } }, at('2026-03-04T11:00:00Z')),
      aRelatedEvent(shop, 'label', { purchaseId: 'y', body: { isFraud: false } }, at('2026-03-04T11:00:00Z')),
    ]);
    const both = { tenantId: shop.tenantId, environmentIds: [shop.environmentId, child.environmentId] };
    const dashboard = await readDashboard(test.database, both, { since, now, changesIn: [], rates: null });
    expect(dashboard.totals).toMatchObject({
      events: 3,
      decisions: { Approve: 1, Reject: 2 },
      amount: 620.6,
      currency: 'EUR',
      rejectedAmount: 600.5,
      unconverted: 0,
      fraudLabels: 1,
    });
    expect(dashboard.totals.latencyP99Ms).toBeGreaterThan(3);
    expect(dashboard.previous).toEqual({ events: 1, decisions: { Approve: 1 } });
    expect(dashboard.series).toHaveLength(53);
    expect(dashboard.series[40]).toEqual({
      from: new Date('2026-03-04T10:00:00Z'),
      decisions: { Approve: 1, Reject: 1 },
    });
    expect(dashboard.series[51]?.decisions).toEqual({ Reject: 1 });
    expect(dashboard.topClauses).toEqual([{ rule: 'Limits', clause: 'High amount', decision: 'Reject', events: 2 }]);
    expect(await ruleHits24h(test.database, both, now)).toEqual(
      new Map([[ruleId, { hits: 2, decisions: { Reject: 2 } }]]),
    );

    const watched = { ruleId, publishedAt: new Date('2026-03-04T11:30:30Z'), spanMs: 2 * 3_600_000 };
    expect(await readRuleMixes(test.database, both, now, [watched])).toEqual(
      new Map([
        [
          ruleId,
          {
            after: { hits: 1, decisions: { Reject: 1 } },
            earlier: { hits: 1, decisions: { Reject: 1 } },
          },
        ],
      ]),
    );

    const alone = { tenantId: shop.tenantId, environmentIds: [child.environmentId] };
    expect((await readDashboard(test.database, alone, { since, now, changesIn: [], rates: null })).totals.events).toBe(
      1,
    );
  });
});
