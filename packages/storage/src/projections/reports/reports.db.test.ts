import type { RelatedKind } from '@redoubt/domain';
import { DAY_MS, newId, type Id, type JsonObject } from '@redoubt/kernel';
import { aPurchase, aRelatedEvent, useDatabase, useLog } from '@redoubt/testing/database';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LogEvent, PurchaseFacts } from '../../log/log-event.ts';
import { resetProjection } from '../projector.ts';
import { PROJECTORS } from '../every-projector.ts';
import { reportsProjector } from './reports.projector.ts';

const test = useDatabase();
const running = useLog(test, { maxBatch: 5, timeoutMs: 20_000 });

type Place = { readonly tenantId: Id; readonly environmentId: Id };
const place = (): Place => ({ tenantId: newId(), environmentId: newId() });
const NOON_MS = Date.UTC(2026, 2, 4, 12);

const { store } = running;

/** Tables whose codes of texts are read as texts: a rebuild may number them otherwise. */
const TEXTS = [
  'rule',
  'other_rule',
  'clause',
  'country',
  'currency',
  'status',
  'value',
  'decided_by',
  'control_rule',
  'control_hit',
];
const LISTS = ['hits', 'hit_rules', 'fields', 'field_values'];

/** Every row of reports of a tenant in one order, with texts for their numbers. */
const figuresOf = async ({ tenantId }: Place): Promise<Readonly<Record<string, readonly string[]>>> => {
  const values = await test.asAdmin<{ code: number; value: string }>(
    'select code, value from report_value where tenant_id = $1',
    [tenantId],
  );
  const texts = new Map(values.map(({ code, value }) => [code, value]));
  const figures: Record<string, string[]> = {};
  for (const table of reportsProjector.tables.filter((name) => name !== 'report_value')) {
    const rows = await test.asAdmin<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from ${table} t where tenant_id = $1`,
      [tenantId],
    );
    figures[table] = rows
      .map(({ row }) => {
        const named = Object.entries(row).map(([name, value]) => [
          name,
          TEXTS.includes(name) ? (texts.get(Number(value)) ?? '') : value,
        ]);
        const lists = LISTS.map((name) => {
          const codes = row[name];
          return [name, Array.isArray(codes) ? codes.map((code) => texts.get(Number(code))) : undefined];
        });
        return JSON.stringify([...named.filter(([name]) => !LISTS.includes(String(name))), ...lists]);
      })
      .toSorted();
  }
  return figures;
};

const rebuild = async (names: readonly string[]): Promise<void> => {
  for (const projector of PROJECTORS.filter(({ name }) => names.includes(name))) {
    await resetProjection(test.database, projector);
  }
  await running.projectors.caughtUp();
};

const told = (
  shop: Place,
  kind: RelatedKind,
  purchaseId: string,
  daysLater: number,
  body: JsonObject,
  eventId?: string,
): LogEvent => {
  const atMs = NOON_MS + daysLater * DAY_MS;
  return aRelatedEvent(
    shop,
    kind,
    { purchaseId, merchantTimeStamp: new Date(atMs).toISOString(), trackingId: 't', body },
    { receivedAtMs: atMs, eventTimeMs: atMs, ...(eventId === undefined ? {} : { eventId }) },
  );
};

const LIMITS = '0b0f3f1e-5b7d-4c8e-9a51-0d2f6b3c1e99';
const WATCH = '0b0f3f1e-5b7d-4c8e-9a51-0d2f6b3c1e98';
const HITS: PurchaseFacts['hits'] = [
  { ruleId: WATCH, clause: 'Night', decision: null },
  { ruleId: LIMITS, clause: 'Wide', decision: null },
  { ruleId: LIMITS, clause: 'High', decision: 'Reject' },
  { ruleId: '0b0f3f1e-5b7d-4c8e-9a51-0d2f6b3c1e97', clause: 'Mail', decision: null, action: true },
];

/** Two purchases and everything that may be said of them, some of it twice, and one that the control share let pass. */
const history = (shop: Place): readonly LogEvent[] => [
  aPurchase(
    shop,
    { eventId: 'p-1' },
    {
      decision: 'Reject',
      rule: 'Limits',
      clause: 'High',
      amount: 300.25,
      riskScore: 874,
      hits: HITS,
      control: { probability: 0.2, stopped: null },
      reportFields: { cardType: 'Visa', ipCountry: 'NG' },
    },
  ),
  aPurchase(
    shop,
    { eventId: 'p-2', eventTimeMs: NOON_MS + DAY_MS },
    { country: null, currency: 'SEK', reportFields: { cardType: 'Amex', ipCountry: 'NG' } },
  ),
  aPurchase(
    shop,
    { eventId: 'p-3' },
    {
      reason: 'CONTROL_SHARE',
      hits: [{ ruleId: LIMITS, clause: 'High', decision: null }],
      control: { probability: 0.1, stopped: { decision: 'Reject', ruleId: LIMITS, rule: 'Limits', clause: 'High' } },
    },
  ),
  told(shop, 'purchaseStatus', 'p-1', 0, { statusType: 'Pending' }),
  told(shop, 'purchaseStatus', 'p-1', 1, { statusType: 'Rejected' }),
  told(shop, 'bankEvent', 'p-2', 1, { type: 'Auth', status: 'Declined' }, 'b-1'),
  told(shop, 'bankEvent', 'p-2', 2, { type: 'Charge', status: 'Approved' }, 'b-2'),
  told(shop, 'label', 'p-1', 5, { isFraud: true, eventTimeStamp: '2026-03-09T12:00:00Z' }),
  told(shop, 'label', 'p-1', 9, { labelState: 'Reversed', eventTimeStamp: '2026-03-13T12:00:00Z' }),
  told(shop, 'label', 'p-2', 3, { isFraud: true, eventTimeStamp: '2026-03-07T12:00:00Z' }),
  told(shop, 'chargeback', 'p-2', 4, { status: 'Inquiry' }, 'c-1'),
  told(shop, 'refund', 'p-2', 6, { status: 'Approved' }, 'r-1'),
];

describe('the figures of reports', () => {
  it('put each event where its labels and later events say, on the day of the event', async () => {
    const shop = place();
    await store(history(shop));
    const rows = await test.asAdmin(
      `select e.event_id, e.hour, e.decision, e.score, e.label, e.bank, e.chargeback, e.refunded, e.label_after,
              e.chargeback_after, e.amount_units::int, s.value as status, c.value as currency
         from report_event e
         left join report_value s on s.tenant_id = e.tenant_id and s.code = e.status
         left join report_value c on c.tenant_id = e.tenant_id and c.code = e.currency
        where e.tenant_id = $1 and e.event_id <> 'p-3' order by 1`,
      [shop.tenantId],
    );
    expect(rows).toEqual([
      {
        event_id: 'p-1',
        hour: new Date('2026-03-04T12:00:00Z'),
        decision: 1,
        score: 87,
        label: 2,
        bank: 0,
        chargeback: false,
        refunded: false,
        label_after: 5,
        chargeback_after: null,
        amount_units: 3_002_500,
        status: 'Rejected',
        currency: 'EUR',
      },
      {
        event_id: 'p-2',
        hour: new Date('2026-03-05T12:00:00Z'),
        decision: 0,
        score: -1,
        label: 1,
        bank: 1,
        chargeback: true,
        refunded: true,
        label_after: 2,
        chargeback_after: 3,
        amount_units: 200_000,
        status: null,
        currency: 'SEK',
      },
    ]);
    const figures = await figuresOf(shop);
    expect(Object.fromEntries(Object.entries(figures).map(([table, all]) => [table, all.length]))).toEqual({
      report_event: 3,
      report_total_hour: 3,
      report_hour: 3,
      report_day: 3,
      // Two countries, one of them none, four clauses that were hit, one of an action, and two rules; of the one that passed its
      // country, clause and rule. Two report fields of two purchases.
      // And the total of each purchase.
      report_dimension_day: 18,
      report_figure: 28,
      // Clauses and rules that were hit.
      report_hit_day: 8,
      // The two rules together, and one alone.
      report_overlap_day: 2,
      report_label_day: 2,
      report_chargeback_day: 1,
      // Of each id one: a status, two answers of the bank, two labels, a chargeback, a refund.
      report_observation: 7,
      // All of them, and ten values of their fields.
      report_observation_day: 31,
    });
  });

  it('say which clause and rule decided, and which were hit together', async () => {
    const shop = place();
    await store(history(shop));
    const cells = await test.asAdmin(
      `select d.dimension, v.value, d.decided, d.events, d.label from report_dimension_day d
         join report_value v on v.tenant_id = d.tenant_id and v.code = d.value
        where d.tenant_id = $1 and d.dimension in (2, 3) and d.decision = 1 order by 1, 2`,
      [shop.tenantId],
    );
    // The label of p-1 was taken back.
    const cell = { events: 1, label: 2 };
    expect(cells).toEqual([
      { dimension: 2, value: '0b0f3f1e-5b7d-4c8e-9a51-0d2f6b3c1e97 Mail', decided: false, ...cell },
      { dimension: 2, value: `${WATCH} Night`, decided: false, ...cell },
      { dimension: 2, value: `${LIMITS} High`, decided: true, ...cell },
      { dimension: 2, value: `${LIMITS} Wide`, decided: false, ...cell },
      { dimension: 3, value: WATCH, decided: false, ...cell },
      { dimension: 3, value: LIMITS, decided: true, ...cell },
    ]);
  });

  it('keep what the control share said: the probability, and of what passed who would have stopped it', async () => {
    const shop = place();
    await store(history(shop));
    const rows = await test.asAdmin(
      `select e.event_id as id, e.control_probability as probability, e.control_decision as decision, r.value as rule,
              h.value as hit
         from report_event e
         left join report_value r on r.tenant_id = e.tenant_id and r.code = e.control_rule
         left join report_value h on h.tenant_id = e.tenant_id and h.code = e.control_hit
        where e.tenant_id = $1 order by 1`,
      [shop.tenantId],
    );
    expect(rows).toEqual([
      { id: 'p-1', probability: 0.2, decision: null, rule: null, hit: null },
      { id: 'p-2', probability: null, decision: null, rule: null, hit: null },
      { id: 'p-3', probability: 0.1, decision: 1, rule: LIMITS, hit: `${LIMITS} High` },
    ]);
    const cells = await test.asAdmin(
      `select controlled, decided, decision, sum(events)::int as events from report_dimension_day
        where tenant_id = $1 and dimension = 3 group by 1, 2, 3 order by 1, 2, 3`,
      [shop.tenantId],
    );
    expect(cells).toEqual([
      { controlled: true, decided: false, decision: 0, events: 1 },
      { controlled: true, decided: false, decision: 1, events: 1 },
      { controlled: true, decided: true, decision: 1, events: 1 },
    ]);
  });

  it('are the same in every order of arrival, with events told twice, and when they are built again', async () => {
    const length = history(place()).length;
    const expected = place();
    await store(history(expected));
    const wanted = JSON.stringify(await figuresOf(expected))
      .replaceAll(expected.tenantId, 'T')
      .replaceAll(expected.environmentId, 'E');
    const order = fc.shuffledSubarray(
      Array.from({ length }, (_, at) => at),
      { minLength: length },
    );
    const twice = fc.uniqueArray(fc.integer({ min: 3, max: length - 1 }), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(order, twice, async (places, again) => {
        const shop = place();
        const all = history(shop);
        await store([...places, ...again].map((at) => all[at] as LogEvent));
        const live = JSON.stringify(await figuresOf(shop))
          .replaceAll(shop.tenantId, 'T')
          .replaceAll(shop.environmentId, 'E');
        expect(live).toBe(wanted);
      }),
      { numRuns: 12 },
    );
    const before = await test.asAdmin<{ tenant_id: Id }>('select distinct tenant_id from report_event');
    const all = () => Promise.all(before.map(({ tenant_id: tenantId }) => figuresOf({ tenantId, environmentId: '' })));
    const live = JSON.stringify(await all());
    await rebuild(['reports']);
    expect(JSON.stringify(await all())).toBe(live);
    await rebuild(['search', 'reports']);
    expect(JSON.stringify(await all())).toBe(live);
    await rebuild(['search']);
    expect(JSON.stringify(await all())).toBe(live);
  });
});
