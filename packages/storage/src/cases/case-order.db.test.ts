import { CASE_ORDERINGS, type CaseList } from '@redoubt/domain';
import { DAY_MS } from '@redoubt/kernel';
import { addCases, addQueue, createCasePlace, type CasePlace } from '@redoubt/testing/casework';
import { useDatabase } from '@redoubt/testing/database';
import { beforeAll, describe, expect, it } from 'vitest';
import { countCases, listCases, lockNextCase, type CaseCursor } from './case.read-model.ts';
import { plansOf, statementsOf } from './testing-plans.ts';

const test = useDatabase();
const ROWS = 15_000;
const now = Date.now();
const at = new Date(now + 1000);
let place: CasePlace;
/** A queue whose attribute has texts, and one whose attribute has numbers. */
let queueIds: readonly [string, string];

beforeAll(async () => {
  place = await createCasePlace(test.database);
  const queue = (name: string) =>
    addQueue(test.database, place, { name, sequence: 'Unrestricted', orderBy: 'eventTime', direction: 'asc' });
  queueIds = [await queue('texts'), await queue('numbers')];
  const dueAt = { first: new Date(now + DAY_MS), last: new Date(now + 2 * DAY_MS) };
  const cases = { count: ROWS, at: new Date(now), dueAt };
  await addCases(test.database, place, [
    { ...cases, queueId: queueIds[0], attribute: 'text' },
    { ...cases, queueId: queueIds[1], attribute: 'number' },
  ]);
});

const INDEX_OF: Readonly<Record<string, string>> = {
  eventTime: 'time',
  amount: 'amount',
  riskScore: 'score',
  expectedLoss: 'loss',
  weightedLoss: 'weighted',
  timeLeft: 'due',
};

const ORDERS = [...CASE_ORDERINGS, 'user.city', 'customData.points'].flatMap((orderBy) =>
  (['asc', 'desc'] as const).map((direction) => ({ orderBy, direction })),
);

describe.each(['before the planner has statistics', 'with statistics'])('a queue of 15,000 cases, %s', (when) => {
  beforeAll(async () => {
    if (when === 'with statistics') await test.asAdmin('analyze review_case');
  });

  it.each(ORDERS)('is read by an index ordered by $orderBy $direction, page after page', async (wanted) => {
    const order = {
      ...wanted,
      environmentId: place.environmentId,
      queueId: wanted.orderBy === 'customData.points' ? queueIds[1] : queueIds[0],
    };
    const list = (cursor: CaseCursor | null, limit: number) => {
      const pending: CaseList = 'pending';
      return { list: pending, at, since: new Date(0), cursor, limit };
    };
    const page = (cursor: CaseCursor | null) =>
      test.database.readTenant(place.tenantId, (trx) => listCases(trx, order, list(cursor, 500)));
    const { next } = await page(null);
    const statements = [
      ...(await statementsOf((trx) => listCases(trx, order, list(null, 100)))),
      ...(await statementsOf((trx) => listCases(trx, order, list(next, 100)))),
      ...(await statementsOf((trx) => lockNextCase(trx, order, { at, agentId: 'Ana' }))),
    ];
    const index = INDEX_OF[wanted.orderBy] ?? '(?:text|number)';
    for (const plan of await plansOf(test.database, place.tenantId, statements)) {
      expect(plan).toMatch(new RegExp(`Index Scan (?:Backward )?using review_case_${index} `));
      expect(plan).not.toMatch(/Sort|Seq Scan|Bitmap|Rows Removed by Filter: \d{3}/);
    }
  });

  it.each(['eventTime', 'weightedLoss', 'user.city'])(
    'is read by rule where the rule asks for few, ordered by %s',
    async (orderBy) => {
      const order = { orderBy, direction: 'desc', environmentId: place.environmentId, queueId: queueIds[0] } as const;
      await test.asAdmin(`update review_case set rule = 'Rare' where queue_id = $1 and position % 1000 = 7`, [
        queueIds[0],
      ]);
      const of = (rule: string) => ({ list: 'pending' as const, at, since: new Date(0), rule });
      const page = (rule: string, limit: number, cursor: CaseCursor | null = null) =>
        test.database.readTenant(place.tenantId, (trx) => listCases(trx, order, { ...of(rule), cursor, limit }));
      const [whole, first] = [await page('Rare', 100), await page('Rare', 10)];
      const rest = await page('Rare', 10, first.next);
      expect(whole.cases).toHaveLength(ROWS / 1000);
      expect([...first.cases, ...rest.cases].map(({ position }) => position)).toEqual(
        whole.cases.map(({ position }) => position),
      );
      expect((await page('Large orders', 100)).cases).toHaveLength(100);
      const count = (rule: string) =>
        test.database.readTenant(place.tenantId, (trx) => countCases(trx, order, 'pending', of(rule)));
      expect([await count('Rare'), await count('Large orders'), await count('None')]).toEqual([ROWS / 1000, 10_000, 0]);
      const statements = [
        ...(await statementsOf((trx) => listCases(trx, order, { ...of('Rare'), cursor: null, limit: 100 }))),
        ...(await statementsOf((trx) => countCases(trx, order, 'pending', of('Rare')))),
      ];
      for (const plan of await plansOf(test.database, place.tenantId, statements)) {
        expect(plan).toMatch(/using review_case_rule |on review_case_rule /);
        expect(plan).not.toMatch(/Seq Scan|Rows Removed by Filter: \d{3}/);
      }
    },
  );
});
