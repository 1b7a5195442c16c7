import { MINUTE_MS, newId } from '@redoubt/kernel';
import { aPurchase, useDatabase } from '@redoubt/testing/database';
import { beforeAll, describe, expect, it } from 'vitest';
import type { LogEvent } from '../log/log-event.ts';
import { createLog } from '../log/log.ts';
import { startProjectors } from '../projections/runner/projectors.ts';
import { searchEvents, type SearchPageQuery } from './search-events.read-model.ts';
import type { SearchFilter } from './search-filter.ts';
import { NEWEST_FIRST, type SearchSort } from './search-sort.ts';

const test = useDatabase();
const shop = { tenantId: newId(), environmentId: newId() };
const child = { ...shop, environmentId: newId() };
const scope = { tenantId: shop.tenantId, environmentIds: [shop.environmentId, child.environmentId] };
const START_MS = Date.UTC(2026, 2, 1);
const COUNT = 60;
const POINTS = { path: 'customData.points', type: 'double' } as const;

type Fact = {
  readonly amount: number | null;
  readonly email: string | null;
  readonly decision: 'Approve' | 'Reject' | 'Review';
  readonly points: number | null;
  readonly at: number;
};

/** Few different values and times in threes, so that ties are everywhere; every seventh has none. */
const facts: readonly Fact[] = Array.from({ length: COUNT }, (_, index) => ({
  amount: index % 7 === 0 ? null : (index % 4) * 10.5,
  email: index % 7 === 0 ? null : `${'x'.repeat(300)}${index % 5}@shop.example`.slice(index % 2 === 0 ? 299 : 0),
  decision: index % 9 === 0 ? 'Reject' : index % 5 === 0 ? 'Review' : 'Approve',
  points: index % 7 === 0 ? null : (index % 6) - 2.5,
  at: START_MS + Math.floor(index / 3) * MINUTE_MS,
}));

const events: readonly LogEvent[] = facts.map(({ amount, email, decision, at }, index) =>
  aPurchase(
    index % 2 === 0 ? shop : child,
    { eventId: `e-${index}`, eventTimeMs: at },
    {
      amount,
      email,
      decision,
      currency: 'EUR',
      userName: `N${index % 3}`,
    },
  ),
);

beforeAll(async () => {
  const log = createLog(test.database, { timeoutMs: 20_000 });
  for (const event of events) await log.append(event);
  const projectors = startProjectors(test.database, log);
  await projectors.caughtUp();
  await projectors.close();
  await log.close();
  // As the projector keeps them once the attribute is searchable.
  await Promise.all(
    facts.flatMap(({ points }, index) =>
      points === null
        ? []
        : test.asAdmin('update event_search set own = $2 where event_id = $1', [
            `e-${index}`,
            JSON.stringify({ [POINTS.path]: [points] }),
          ]),
    ),
  );
});

const page = (sort: SearchSort, cursor: string | null, limit: number, filters: readonly SearchFilter[] = []) => {
  const range = { from: new Date(START_MS), to: new Date(START_MS + COUNT * MINUTE_MS) };
  const query: SearchPageQuery = { kind: 'purchase', ...range, filters, sort, cursor, limit };
  return searchEvents(test.database, scope, query);
};

/** Indexes of all events, page by page. */
const walk = async (sort: SearchSort, filters: readonly SearchFilter[] = []): Promise<readonly number[]> => {
  const found: number[] = [];
  let cursor: string | null = null;
  do {
    const next: Awaited<ReturnType<typeof page>> = await page(sort, cursor, 7, filters);
    found.push(...next.rows.map(({ eventId }) => Number(eventId.slice(2))));
    cursor = next.nextCursor;
  } while (cursor !== null);
  return found;
};

const inOrder = (keyOf: (fact: Fact) => string | number | null, isDescending: boolean): readonly number[] =>
  facts
    .map((fact, index) => ({ key: keyOf(fact), at: fact.at, index }))
    .toSorted((one, other) => {
      const newer = other.at - one.at || other.index - one.index;
      if (one.key === null || other.key === null) return one.key === other.key ? newer : one.key === null ? 1 : -1;
      if (one.key === other.key) return newer;
      return (one.key < other.key ? -1 : 1) * (isDescending ? -1 : 1);
    })
    .map(({ index }) => index);

const SEVERITY = { Approve: 0, Review: 1, Reject: 2 } as const;

describe('sorted search results', () => {
  it.each<[SearchSort['field'], (fact: Fact) => string | number | null]>([
    ['amount', ({ amount }) => amount],
    // Of texts that begin alike for longer than they are compared, the newest comes first.
    ['email', ({ email }) => email?.slice(0, 200) ?? null],
    ['decision', ({ decision }) => SEVERITY[decision]],
    [POINTS, ({ points }) => points],
  ])('by %o come whole and in order in both directions, page by page', async (field, keyOf) => {
    for (const isDescending of [true, false])
      expect(await walk({ field, isDescending })).toEqual(inOrder(keyOf, isDescending));
  });

  it('by time come in both directions', async () => {
    const newestFirst = inOrder(() => null, true);
    expect(await walk(NEWEST_FIRST)).toEqual(newestFirst);
    expect(await walk({ field: 'eventTime', isDescending: false })).toEqual(newestFirst.toReversed());
  });

  it('keep the filters, also where links lead to the events', async () => {
    const name: SearchFilter = { field: 'userName', operator: 'startsWith', values: ['n1'] };
    const sort = { field: 'amount', isDescending: true } as const;
    const expected = inOrder(({ amount }) => amount, true).filter((index) => index % 3 === 1);
    expect(await walk(sort, [name])).toEqual(expected);
    const time = { field: 'eventTime', isDescending: false } as const;
    expect(await walk(time, [name])).toEqual(
      inOrder(() => null, true)
        .filter((index) => index % 3 === 1)
        .toReversed(),
    );
  });

  it('refuse a cursor of another order', async () => {
    const { nextCursor } = await page({ field: 'email', isDescending: true }, null, 5);
    for (const field of ['amount', 'eventTime'] as const)
      await expect(page({ field, isDescending: true }, nextCursor, 5)).rejects.toMatchObject({
        code: 'SRCH-QUERY-INVALID',
      });
    const byTime = await page(NEWEST_FIRST, null, 5);
    await expect(page({ field: 'email', isDescending: true }, byTime.nextCursor, 5)).rejects.toMatchObject({
      code: 'SRCH-QUERY-INVALID',
    });
  });
});
