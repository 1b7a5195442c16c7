import { GENERAL_QUEUE_ID } from '@redoubt/domain';
import { DAY_MS, SECOND_MS } from '@redoubt/kernel';
import { addCases, addQueue, createCasePlace, type CasePlace } from '@redoubt/testing/casework';
import { useDatabase } from '@redoubt/testing/database';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TenantTransaction } from '../database/database.ts';
import { lockDueCases } from './case-record.repository.ts';
import { listMisorderedCases, lockLeftOverCases, queueCaseUpkeep } from './case-upkeep.ts';
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
  const addQueueBy = (name: string, orderBy: string) =>
    addQueue(test.database, place, { name, sequence: 'Unrestricted', orderBy, direction: 'asc' });
  await addCases(test.database, place, [
    { ...waiting, queueId: GENERAL_QUEUE_ID },
    { ...waiting, queueId: await addQueueBy('By time', 'eventTime') },
    { ...waiting, queueId: await addQueueBy('By city', 'user.city'), attribute: 'text' },
    { ...waiting, queueId: await addQueueBy('By points', 'customData.points'), attribute: 'number' },
  ]);
  await addCases(test.database, elsewhere, [{ queueId: GENERAL_QUEUE_ID, count: ROWS, at, dueAt: overdue }]);
});

const KINDS = ['purchase', 'accountLogin'] as const;
const LOOKS: readonly (readonly [string, (trx: TenantTransaction) => Promise<unknown>])[] = [
  ['due cases', (trx) => lockDueCases(trx, place.environmentId, { at, skip: 0, most: 200 })],
  ['cases of assessments without any', (trx) => lockLeftOverCases(trx, place.environmentId, KINDS, 200)],
  ['any cases to look after', (trx) => queueCaseUpkeep(trx, KINDS, at)],
  ['cases in another order than their queue', (trx) => listMisorderedCases(trx, place.environmentId, 200)],
];

describe.each(['before the planner has statistics', 'with statistics'])('25,000 cases that wait, %s', (when) => {
  beforeAll(async () => {
    if (when === 'with statistics') await test.asAdmin('vacuum analyze review_case');
  });

  it.each(LOOKS)('are not read to find %s', async (_what, look) => {
    const plans = await plansOf(test.database, place.tenantId, await statementsOf(look));
    expect(plans).toHaveLength(1);
    expect(plans[0]).toMatch(/using review_case_|on review_case_/);
    expect(plans[0]).not.toMatch(/Seq Scan on review_case|Rows Removed by Filter: \d{3,}|actual time=\S+ rows=\d{3,}/);
  });
});

describe('the look for cases in another order than their queue', () => {
  const found = () =>
    test.database.readTenant(place.tenantId, async (trx) =>
      (await listMisorderedCases(trx, place.environmentId, 2 * ROWS)).map(({ key, queueId, orderPath }) =>
        [key.eventId, queueId, orderPath].join(' '),
      ),
    );
  const expected = async () =>
    (
      await test.asAdmin<{ line: string }>(
        `select concat_ws(' ', event_id, queue_id, order_by) as line from review_case join case_queue using (tenant_id, queue_id)
          where tenant_id = $1 and outcome is null and order_by like '%.%' and order_path <> order_by`,
        [place.tenantId],
      )
    ).map(({ line }) => line);

  it('finds those with the value of another attribute, or of none, and no others', async () => {
    expect(await found()).toEqual([]);
    await test.asAdmin(
      `update review_case
          set order_path = case position % 3 when 0 then '' when 1 then 'user.country' else 'customData.points' end,
              outcome = case when position % 2 = 0 then 'Cancelled' end
        where tenant_id = $1 and position % 500 < 12`,
      [place.tenantId],
    );
    const misordered = await expected();
    expect(misordered.length).toBeGreaterThan(50);
    expect((await found()).toSorted()).toEqual(misordered.toSorted());
    const some = await test.database.readTenant(place.tenantId, (trx) =>
      listMisorderedCases(trx, place.environmentId, 7),
    );
    expect(some).toHaveLength(7);
    await test.asAdmin(`update case_queue set order_by = 'user.country' where tenant_id = $1 and name = 'By city'`, [
      place.tenantId,
    ]);
    expect((await expected()).length).toBeGreaterThan(misordered.length);
    expect((await found()).toSorted()).toEqual((await expected()).toSorted());
  });
});
