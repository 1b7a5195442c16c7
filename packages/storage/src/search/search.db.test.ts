import { fail } from '@redoubt/domain';
import { HOUR_MS, MINUTE_MS, newId } from '@redoubt/kernel';
import { aPurchase, aRelatedEvent, useDatabase } from '@redoubt/testing/database';
import { beforeAll, describe, expect, it } from 'vitest';
import type { LogEvent } from '../log/log-event.ts';
import { createLog } from '../log/log.ts';
import { startProjectors } from '../projections/runner/projectors.ts';
import { findMatches } from './search-matches.read-model.ts';
import { searchEvents, type SearchPageQuery } from './search-events.read-model.ts';
import type { SearchFilter } from './search-filter.ts';
import { summariseSearch } from './search-summary.read-model.ts';

const test = useDatabase();
const shop = { tenantId: newId(), environmentId: newId() };
const child = { ...shop, environmentId: newId() };
const stranger = { tenantId: newId(), environmentId: newId() };
const both = { tenantId: shop.tenantId, environmentIds: [shop.environmentId, child.environmentId] };
const START_MS = Date.UTC(2026, 2, 1);
const EVENTS = 60;

/** Every second one in the child; times repeat in threes, so that the key must fall back to the position. */
const events: LogEvent[] = Array.from({ length: EVENTS }, (_, i) =>
  aPurchase(
    i % 2 === 0 ? shop : child,
    { eventId: `e-${i}`, eventTimeMs: START_MS + Math.floor(i / 3) * 10 * MINUTE_MS },
    {
      decision: i % 5 === 0 ? 'Reject' : 'Approve',
      rule: i % 5 === 0 ? (i % 20 === 0 ? 'Gift cards' : 'Limits') : null,
      clause: i % 5 === 0 ? 'High amount' : null,
      reason: i % 10 === 0 ? 'amount' : null,
      amount: i === 59 ? null : i * 10.01,
      currency: 'EUR',
      // As it is compared, and otherwise: the row of an event leads to the one, a link to the other.
      email: i % 8 < 4 ? `Person${i % 4}@Shop.example` : `person${i % 4}@shop.example`,
      country: i % 7 === 0 ? null : 'DE',
      ...(i === 7 && { userId: 'u'.repeat(300), deviceId: ' device 7 ' }),
      userName: i % 3 === 0 ? 'Dávor  Kint' : 'Lena Aurich',
      cardNumberStarts: i % 4 === 0 ? ['45320112', '45320199'] : ['512345'],
      paymentInstrumentIds: [`card-${i % 6}`, `card-${(i + 1) % 6}`],
      riskScore: i,
      ...(i % 9 === 0 && {
        degraded: i % 2 === 0 ? (['externalCall'] as const) : (['externalCall', 'model'] as const),
      }),
    },
  ),
);

beforeAll(async () => {
  const log = createLog(test.database, { timeoutMs: 20_000 });
  const projectors = startProjectors(test.database, log);
  for (const event of events) await log.append(event);
  await log.append(aRelatedEvent(shop, 'label', { purchaseId: 'e-4', body: { isFraud: true } }));
  await log.append(aRelatedEvent(shop, 'purchaseStatus', { purchaseId: 'e-6', body: { statusType: 'Approved' } }));
  await log.append(aPurchase(stranger, { eventId: 'e-0', eventTimeMs: START_MS }));
  await projectors.caughtUp();
  await projectors.close();
  await log.close();
  // Links of before migration 0038, which lead to events that their rows lead to as well.
  await test.asAdmin(
    `insert into event_link select tenant_id, environment_id, 1, email, event_time, position from event_search
      where environment_id = $1 and email = lower(email)`,
    [shop.environmentId],
  );
});

const query = (filters: readonly SearchFilter[] = [], page: Partial<SearchPageQuery> = {}): SearchPageQuery => ({
  kind: 'purchase',
  from: new Date(START_MS),
  to: new Date(START_MS + 24 * HOUR_MS),
  filters,
  cursor: null,
  limit: 500,
  ...page,
});

const find = async (filters: readonly SearchFilter[], scope = both): Promise<number[]> =>
  (await searchEvents(test.database, scope, query(filters))).rows.map((row) => Number(row.eventId.slice(2)));

const expected = (matches: (index: number) => boolean): number[] =>
  events
    .map((event, index) => ({ index, at: event.eventTimeMs }))
    .filter(({ index }) => matches(index))
    .toSorted((a, b) => b.at - a.at || b.index - a.index)
    .map(({ index }) => index);

describe('searching events', () => {
  it('finds newest first over all environments and never another tenant’s', async () => {
    expect(await find([])).toEqual(expected(() => true));
    expect(await find([], { ...both, environmentIds: [child.environmentId] })).toEqual(expected((i) => i % 2 === 1));
    const foreign = { tenantId: shop.tenantId, environmentIds: [stranger.environmentId] };
    expect(await find([], foreign)).toEqual([]);
  });

  it('pages by key without leaving out or repeating an event', async () => {
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof searchEvents>> = await searchEvents(
        test.database,
        both,
        query([], { cursor, limit: 7 }),
      );
      found.push(...page.rows.map((row) => row.eventId));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(found).toEqual(expected(() => true).map((index) => `e-${index}`));
  });

  it.each<[SearchFilter, (index: number) => boolean]>([
    [{ field: 'eventId', operator: 'is', values: ['e-7', 'e-8'] }, (i) => i === 7 || i === 8],
    [{ field: 'decision', operator: 'is', values: ['Reject'] }, (i) => i % 5 === 0],
    [{ field: 'decision', operator: 'isNot', values: ['Reject'] }, (i) => i % 5 !== 0],
    [{ field: 'clause', operator: 'is', values: ['High amount'] }, (i) => i % 5 === 0],
    [{ field: 'rule', operator: 'isEmpty', values: [] }, (i) => i % 5 !== 0],
    [{ field: 'reason', operator: 'isNotEmpty', values: [] }, (i) => i % 10 === 0],
    [{ field: 'amount', operator: 'atLeast', values: ['100.1'] }, (i) => i >= 10 && i !== 59],
    [{ field: 'amount', operator: 'atMost', values: ['100.1'] }, (i) => i <= 10],
    [{ field: 'amount', operator: 'is', values: ['100.10'] }, (i) => i === 10],
    [{ field: 'amount', operator: 'isEmpty', values: [] }, (i) => i === 59],
    [{ field: 'riskScore', operator: 'atLeast', values: ['49.5'] }, (i) => i >= 50],
    [{ field: 'email', operator: 'is', values: [' PERSON1@shop.example'] }, (i) => i % 4 === 1],
    [{ field: 'email', operator: 'isNot', values: ['person1@SHOP.example'] }, (i) => i % 4 !== 1],
    [{ field: 'country', operator: 'isNot', values: ['FR'] }, () => true],
    [{ field: 'country', operator: 'isEmpty', values: [] }, (i) => i % 7 === 0],
    [{ field: 'paymentInstrumentId', operator: 'is', values: ['card-1', 'card-2'] }, (i) => [0, 1, 2].includes(i % 6)],
    [{ field: 'userId', operator: 'is', values: ['nobody'] }, () => false],
    [{ field: 'userId', operator: 'is', values: ['u'.repeat(256)] }, (i) => i === 7],
    [{ field: 'deviceId', operator: 'is', values: ['device 7'] }, (i) => i === 7],
    [{ field: 'fraudLabel', operator: 'is', values: ['Fraud'] }, (i) => i === 4],
    [{ field: 'fraudLabel', operator: 'isNotEmpty', values: [] }, (i) => i === 4],
    [{ field: 'degraded', operator: 'is', values: ['externalCall', 'model'] }, (i) => i % 9 === 0],
    [{ field: 'degraded', operator: 'is', values: ['model'] }, (i) => i % 9 === 0 && i % 2 === 1],
    [{ field: 'observation', operator: 'is', values: ['label'] }, (i) => i === 4],
    [{ field: 'observation', operator: 'is', values: ['purchaseStatus', 'chargeback'] }, (i) => i === 6],
    [{ field: 'observation', operator: 'isNot', values: ['label'] }, (i) => i !== 4],
    [{ field: 'observation', operator: 'isNotEmpty', values: [] }, (i) => i === 4 || i === 6],
    [{ field: 'observation', operator: 'isEmpty', values: [] }, (i) => i !== 4 && i !== 6],
    [{ field: 'status', operator: 'is', values: ['Approved'] }, (i) => i === 6],
  ])('answers %o', async (filter, matches) => {
    expect(await find([filter])).toEqual(expected(matches));
  });

  it('holds every filter at once, also two that both start from links', async () => {
    const filters: SearchFilter[] = [
      { field: 'email', operator: 'is', values: ['person1@shop.example'] },
      { field: 'paymentInstrumentId', operator: 'is', values: ['card-1'] },
      { field: 'decision', operator: 'is', values: ['Approve'] },
    ];
    expect(await find(filters)).toEqual(expected((i) => i % 4 === 1 && [0, 1].includes(i % 6) && i % 5 !== 0));
  });

  it('holds one of several groups whole, wherever their rows are found, beside what holds in any case', async () => {
    const of = async (anyOf: readonly (readonly SearchFilter[])[], filters: readonly SearchFilter[] = []) =>
      (await searchEvents(test.database, both, { ...query(filters), anyOf })).rows.map((row) =>
        Number(row.eventId.slice(2)),
      );
    const email: SearchFilter = { field: 'email', operator: 'is', values: ['person1@shop.example'] };
    const card: SearchFilter = { field: 'paymentInstrumentId', operator: 'is', values: ['card-1', 'card-2'] };
    const reject: SearchFilter = { field: 'decision', operator: 'is', values: ['Reject'] };
    const small: SearchFilter = { field: 'amount', operator: 'atMost', values: ['100.1'] };
    const hasCard = (i: number): boolean => [0, 1, 2].includes(i % 6);
    expect(await of([[email], [card, reject]])).toEqual(expected((i) => i % 4 === 1 || (hasCard(i) && i % 5 === 0)));
    expect(await of([[email, reject], [small]])).toEqual(expected((i) => (i % 4 === 1 && i % 5 === 0) || i <= 10));
    expect(await of([[reject], [card]], [email])).toEqual(expected((i) => i % 4 === 1 && (i % 5 === 0 || hasCard(i))));
    expect(await of([])).toEqual(expected(() => true));
    const { total } = await summariseSearch(test.database, both, { ...query(), anyOf: [[email], [card, reject]] });
    expect(total).toBe(expected((i) => i % 4 === 1 || (hasCard(i) && i % 5 === 0)).length);
    await expect(of([[email], [{ ...small, values: ['x'] }]])).rejects.toEqual(
      fail('SRCH-QUERY-INVALID', { field: 'amount' }),
    );
  });

  it.each<SearchFilter>([
    { field: 'amount', operator: 'atLeast', values: ['much'] },
    { field: 'amount', operator: 'atLeast', values: ['1', '2'] },
    { field: 'country', operator: 'atLeast', values: ['A'] },
    { field: 'country', operator: 'is', values: [] },
    { field: 'email', operator: 'is', values: [] },
    { field: 'country', operator: 'isEmpty', values: ['DE'] },
  ])('refuses %o', async (filter) => {
    await expect(searchEvents(test.database, both, query([filter]))).rejects.toEqual(
      fail('SRCH-QUERY-INVALID', { field: filter.field as string }),
    );
  });

  it('finds a name by either end, past accents and letter case, and a card by its first digits', async () => {
    const startsWith = (field: SearchFilter['field'], value: string) =>
      find([{ field, operator: 'startsWith', values: [value] }]);
    for (const name of ['davor kint', 'DAVOR', 'Kint, Davor', 'kin'])
      expect(await startsWith('userName', name)).toEqual(expected((i) => i % 3 === 0));
    expect(await startsWith('userName', 'avor')).toEqual([]);
    for (const digits of ['4532', '45320112', '4532 0112 8842'])
      expect(await startsWith('cardNumberStart', digits)).toEqual(expected((i) => i % 4 === 0));
    await expect(startsWith('userName', ' ')).rejects.toMatchObject({ code: 'SRCH-QUERY-INVALID' });
    for (const kind of ['purchase', 'no such kind'])
      await expect(find([{ field: 'observation', operator: 'is', values: [kind] }])).rejects.toEqual(
        fail('SRCH-QUERY-INVALID', { field: 'observation' }),
      );
    await expect(startsWith('email', 'person')).rejects.toMatchObject({ code: 'SRCH-QUERY-INVALID' });
  });

  it('refuses a range beyond 13 months, a reversed one and a cursor it did not make', async () => {
    const ranged = (to: string) => searchEvents(test.database, both, query([], { to: new Date(to) }));
    await expect(ranged('2027-05-01T00:00:00Z')).rejects.toEqual(fail('SRCH-RANGE-TOO-LONG', { months: 13 }));
    await expect(ranged('2026-02-01T00:00:00Z')).rejects.toEqual(fail('SRCH-QUERY-INVALID', { field: 'to' }));
    await expect(searchEvents(test.database, both, query([], { cursor: 'x' }))).rejects.toEqual(
      fail('SRCH-QUERY-INVALID', { field: 'cursor' }),
    );
  });

  it('takes quotes, wildcards, NUL and half characters in a value as text', async () => {
    for (const value of ["' or 1=1 --", '%', '\0', '\ud800', '__proto__']) {
      expect(await find([{ field: 'userId', operator: 'is', values: [value] }])).toEqual([]);
      expect(await find([{ field: 'country', operator: 'is', values: [value] }])).toEqual([]);
    }
  });
});

describe('what a text is', () => {
  const matches = async (text: string, scope = both) =>
    (await findMatches(test.database, scope, text, new Date(START_MS))).map(({ field, events, environmentId }) => ({
      field,
      events,
      environmentId,
    }));

  it('is told by field, with how many events have it', async () => {
    expect(await matches('kint')).toEqual([{ field: 'userName', events: 20, environmentId: null }]);
    expect(await matches('PERSON1@shop.example')).toEqual([{ field: 'email', events: 15, environmentId: null }]);
    expect(await matches('card-1')).toEqual([{ field: 'paymentInstrumentId', events: 20, environmentId: null }]);
    expect(await matches('453201')).toEqual([{ field: 'cardNumberStart', events: 15, environmentId: null }]);
    expect(await matches('e-1')).toEqual([{ field: 'eventId', events: 1, environmentId: child.environmentId }]);
  });

  it('is nothing where no event has it, and in environments of another tenant', async () => {
    expect(await matches('nothing has this')).toEqual([]);
    expect(await matches('e-1\0')).toHaveLength(1);
    expect(await matches('kint', { ...both, tenantId: stranger.tenantId })).toEqual([]);
  });
});

describe('summarising a search', () => {
  it('counts what the same search finds', async () => {
    const summary = await summariseSearch(
      test.database,
      both,
      query([{ field: 'riskScore', operator: 'atMost', values: ['49'] }]),
    );
    expect(summary).toMatchObject({
      total: 50,
      amount: 12262.25,
      currency: 'EUR',
      decisions: { Approve: 40, Reject: 10 },
      labelledFraud: 1,
      bucketMs: 30 * MINUTE_MS,
    });
    expect(summary.buckets).toHaveLength(48);
    expect(summary.buckets[0]).toEqual({ from: new Date(START_MS), decisions: { Approve: 7, Reject: 2 } });
    expect(summary.facets.clause).toEqual([
      { rule: null, value: null, events: 40 },
      { rule: 'Limits', value: 'High amount', events: 7 },
      { rule: 'Gift cards', value: 'High amount', events: 3 },
    ]);
    expect(summary.facets.country[0]).toEqual({ value: 'DE', events: 42 });
  });

  it('is empty where nothing is found', async () => {
    const summary = await summariseSearch(
      test.database,
      both,
      query([{ field: 'country', operator: 'is', values: ['XX'] }]),
    );
    expect(summary).toMatchObject({ total: 0, amount: null, currency: null, decisions: {}, labelledFraud: 0 });
  });
});
