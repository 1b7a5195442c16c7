import { Readable } from 'node:stream';
import type { ReportFilter } from '@redoubt/domain';
import { DAY_MS } from '@redoubt/kernel';
import { aPurchase, aRelatedEvent, useDatabase } from '@redoubt/testing/database';
import { beforeAll, expect, it } from 'vitest';
import { putCurrencySettings, uploadExchangeRates } from '../currencies/currencies.commands.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { storeEvents, timesOfDay } from '../testing/store-events.ts';
import { queryChargebackArrivals } from './query-chargeback-arrivals.query.ts';

const test = useDatabase();
let scene: Scene;

const place = () => ({ tenantId: scene.tenantId, environmentId: scene.idOf('Root') });
const at = (daysAgo: number) => timesOfDay(scene.clock, daysAgo);
const dayOf = (daysAgo: number): string => new Date(scene.clock.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);
const charged = (purchaseId: string, eventId: string, status: string, daysAgo: number) =>
  aRelatedEvent(place(), 'chargeback', { purchaseId, body: { status } }, { ...at(daysAgo), eventId });

beforeAll(async () => {
  scene = await createScene(test.database, { Root: {} });
  await storeEvents(test.database, [
    aPurchase(place(), { ...at(30), eventId: 'a' }, { amount: 10 }),
    aPurchase(place(), { ...at(4), eventId: 'b' }, { amount: 80, currency: 'SEK', decision: 'Review' }),
    aPurchase(place(), { ...at(4), eventId: 'c' }, { amount: 20 }),
    charged('a', 'a-1', 'Inquiry', 2),
    // A second one of the same purchase, and one that was taken back.
    charged('a', 'a-2', 'Accepted', 1),
    charged('b', 'b-1', 'Inquiry', 1),
    charged('c', 'c-1', 'Inquiry', 3),
    charged('c', 'c-1', 'Reversed', 1),
  ]);
});

const arrivals = (...filters: readonly ReportFilter[]) =>
  queryChargebackArrivals(scene.contextIn('Root'), {
    assessment: 'purchase',
    from: dayOf(3),
    to: dayOf(0),
    step: 'day',
    filters: filters.map(({ dimension, values }) => ({ dimension: dimension as 'decision', values: [...values] })),
    compare: 'lastWeek',
    includeChildren: true,
  });
const countsOf = async (...filters: readonly ReportFilter[]) =>
  (await arrivals(...filters)).arrived.map(({ counts }) => counts.chargebacks);

it('charged back events count once, on the day of their first chargeback, unless it was reversed', async () => {
  expect(await countsOf()).toEqual([0, 1, 1, 0]);
  const { arrived, before } = await arrivals();
  expect(arrived[1]?.amounts).toEqual({ EUR: { chargebacks: 10 } });
  expect(before?.every(({ counts }) => counts.chargebacks === 0)).toBe(true);
});

it('are narrowed by what their sums know', async () => {
  expect(await countsOf({ dimension: 'decision', values: ['Review'] })).toEqual([0, 0, 1, 0]);
  expect(await countsOf({ dimension: 'currency', values: ['EUR'] })).toEqual([0, 1, 0, 0]);
  expect(await countsOf({ dimension: 'label', values: ['Fraud'] })).toEqual([0, 0, 0, 0]);
  await expect(countsOf({ dimension: 'decision', values: ['Perhaps'] })).rejects.toMatchObject({
    code: 'REPORT-QUERY-INVALID',
  });
});

it('are worth what the rate of the day of their event says', async () => {
  const root = scene.contextIn('Root');
  const convertedOf = async () => (await arrivals()).arrived[2]?.converted;
  expect(await convertedOf()).toBeUndefined();
  await putCurrencySettings(root, { version: '0', currency: 'EUR', maxAgeDays: 2 });
  const stream = Readable.from([Buffer.from(`Date,SEK\n${dayOf(4)},10\n${dayOf(1)},20\n`)]);
  await uploadExchangeRates(root, { name: 'rates.csv', stream });
  expect(await convertedOf()).toEqual({ chargebacks: 8 });
});
