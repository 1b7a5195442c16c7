import { CASE_ORDERINGS, type CaseList } from '@redoubt/domain';
import { DAY_MS } from '@redoubt/kernel';
import { addCases, addQueue, createCasePlace, type CasePlace } from '@redoubt/testing/casework';
import { useDatabase } from '@redoubt/testing/database';
import { beforeAll, describe, expect, it } from 'vitest';
import { listCases, lockNextCase, type CaseCursor } from './case.read-model.ts';
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
});
