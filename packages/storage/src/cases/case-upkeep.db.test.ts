import { GENERAL_QUEUE_ID } from '@redoubt/domain';
import { DAY_MS, SECOND_MS } from '@redoubt/kernel';
import { addCases, addQueue, createCasePlace, type CasePlace } from '@redoubt/testing/casework';
import { useDatabase } from '@redoubt/testing/database';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TenantTransaction } from '../database/database.ts';
import { lockDueCases } from './case-record.repository.ts';
import { lockLeftOverCases } from './case-upkeep.ts';
import { plansOf, statementsOf } from './testing-plans.ts';

const test = useDatabase();
const ROWS = 5000;
const at = new Date();
let place: CasePlace;

beforeAll(async () => {
  place = await createCasePlace(test.database);
  const elsewhere = await createCasePlace(test.database);
  const dueAt = { first: new Date(at.getTime() + DAY_MS), last: new Date(at.getTime() + 2 * DAY_MS) };
  const overdue = { first: new Date(at.getTime() - DAY_MS), last: new Date(at.getTime() - SECOND_MS) };
  const waiting = { count: ROWS, at, dueAt };
  const queue = { name: 'Own', sequence: 'Unrestricted', orderBy: 'eventTime', direction: 'asc' } as const;
  const queueIds = [GENERAL_QUEUE_ID, await addQueue(test.database, place, queue)];
  await addCases(
    test.database,
    place,
    queueIds.map((queueId) => ({ queueId, ...waiting })),
  );
  await addCases(test.database, elsewhere, [{ queueId: GENERAL_QUEUE_ID, count: ROWS, at, dueAt: overdue }]);
});

const KINDS = ['purchase', 'accountLogin'] as const;
const LOOKS: readonly (readonly [string, (trx: TenantTransaction) => Promise<unknown>])[] = [
  ['due cases', (trx) => lockDueCases(trx, place.environmentId, { at, skip: 0, most: 200 })],
  ['cases of assessments without any', (trx) => lockLeftOverCases(trx, place.environmentId, KINDS, 200)],
];

describe.each(['before the planner has statistics', 'with statistics'])('15,000 cases that wait, %s', (when) => {
  beforeAll(async () => {
    if (when === 'with statistics') await test.asAdmin('vacuum analyze review_case');
  });

  it.each(LOOKS)('are not read to find %s', async (_what, look) => {
    const plans = await plansOf(test.database, place.tenantId, await statementsOf(look));
    expect(plans).toHaveLength(1);
    expect(plans[0]).toMatch(/using review_case_|on review_case_/);
    expect(plans[0]).not.toMatch(/Seq Scan on review_case|Rows Removed by Filter: \d{3,}/);
  });
});
