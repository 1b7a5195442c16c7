import { fieldDimension, MAX_FIELD_VALUES, OTHER_VALUES } from '@redoubt/domain';
import { DAY_MS, newId } from '@redoubt/kernel';
import { aPurchase, useDatabase, useLog } from '@redoubt/testing/database';
import { expect, it } from 'vitest';
import { readReportGroups } from '../../reports/report.read-model.ts';
import { PROJECTORS } from '../every-projector.ts';
import { resetProjection } from '../projector.ts';

const test = useDatabase();
const running = useLog(test, { maxBatch: 200, timeoutMs: 20_000 });
const NOON_MS = Date.UTC(2026, 2, 4, 12);

it('tells apart the first values of a field on a day, puts the others together, and builds the same again', async () => {
  const shop = { tenantId: newId(), environmentId: newId() };
  const last = `Kind ${MAX_FIELD_VALUES + 2}`;
  await running.store([
    ...Array.from({ length: MAX_FIELD_VALUES + 3 }, (_, at) =>
      aPurchase(shop, {}, { reportFields: { productCategory: `Kind ${at}`, cardType: 'Visa' } }),
    ),
    aPurchase(shop, {}, { reportFields: { productCategory: 'Kind 1' } }),
    aPurchase(shop, { eventTimeMs: NOON_MS + DAY_MS }, { reportFields: { productCategory: last } }),
  ]);
  const read = async () => {
    const fromMs = NOON_MS - DAY_MS / 2;
    const { groups, total } = await readReportGroups(
      test.database,
      { tenantId: shop.tenantId, environmentIds: [shop.environmentId] },
      { kind: 'purchase', step: 'day', by: fieldDimension('productCategory'), filters: [], most: 10_000 },
      { fromMs, toMs: fromMs + 2 * DAY_MS, shiftMs: 0 },
    );
    const countOf = (value: string) => groups.find((group) => group.value === value)?.totals[0]?.counts.events;
    return { total, other: countOf(OTHER_VALUES), twice: countOf('Kind 1'), tomorrow: countOf(last) };
  };
  // The last value is among the others of the first day, and stands by itself on the second.
  const wanted = { total: MAX_FIELD_VALUES + 2, other: 3, twice: 2, tomorrow: 1 };
  expect(await read()).toEqual(wanted);
  for (const projector of PROJECTORS.filter(({ name }) => name === 'reports')) {
    await resetProjection(test.database, projector);
  }
  await running.projectors.caughtUp();
  expect(await read()).toEqual(wanted);
});
