import { Readable } from 'node:stream';
import { REPORT_MEASURES, type AskedDimension } from '@redoubt/domain';
import { DAY_MS } from '@redoubt/kernel';
import { aPurchase, aRelatedEvent, useDatabase } from '@redoubt/testing/database';
import { beforeAll, describe, expect, it } from 'vitest';
import { putCurrencySettings, uploadExchangeRates } from '../currencies/currencies.commands.ts';
import { searchEvents } from '../search/search-events.query.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { storeEvents, timesOfDay } from '../testing/store-events.ts';
import { getReportFields } from './get-report-fields.query.ts';
import { queryLabelArrivals } from './query-label-arrivals.query.ts';
import { queryReports } from './query-reports.query.ts';

const test = useDatabase();
let scene: Scene;

const place = (environment: string) => ({ tenantId: scene.tenantId, environmentId: scene.idOf(environment) });
const at = (daysAgo: number) => timesOfDay(scene.clock, daysAgo);
const dayOf = (daysAgo: number): string => new Date(scene.clock.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);
const said = (purchaseId: string, isFraud: boolean, daysAgo: number) =>
  aRelatedEvent(place('Root'), 'label', { purchaseId, body: { isFraud } }, at(daysAgo));

beforeAll(async () => {
  scene = await createScene(test.database, { Root: {}, Shop: { parent: 'Root' } });
  const visa = { cardType: 'Visa', ipCountry: 'NG' };
  await storeEvents(test.database, [
    aPurchase(place('Root'), { ...at(5), eventId: 'a' }, { amount: 10, reportFields: visa }),
    aPurchase(place('Root'), { ...at(5), eventId: 'b' }, { amount: 20, reportFields: { ...visa, ipCountry: 'DE' } }),
    // Its fields stand in another order.
    aPurchase(place('Shop'), at(4), { amount: 40, reportFields: { ipCountry: 'NG', cardType: 'Amex' } }),
    aPurchase(place('Root'), { ...at(4), eventId: 'c' }, { amount: 80, currency: 'SEK' }),
    // In the days before.
    aPurchase(place('Root'), at(9), { reportFields: { cardType: 'Amex' } }),
    said('a', true, 2),
    said('c', true, 1),
    said('b', false, 1),
  ]);
});

const ask = (by: AskedDimension | null, filters: readonly (readonly [AskedDimension, string])[] = []) =>
  queryReports(scene.contextIn('Root'), {
    assessment: 'purchase',
    from: dayOf(5),
    to: dayOf(0),
    step: 'day',
    by,
    filters: filters.map(([dimension, value]) => ({ dimension, values: [value] })),
    compare: 'previous',
    measures: [...REPORT_MEASURES],
    most: 10,
    includeChildren: true,
  });

const countsOf = async (...asked: Parameters<typeof ask>) =>
  (await ask(...asked)).series.map(({ value, total: { counts } }) => [value, counts.events, counts.fraud]);

describe('reports by a report field', () => {
  it('count the events of each value, with labels on the day of the event, beside the period before', async () => {
    const { series, total } = await ask('field:cardType');
    expect(total.total.counts.events).toBe(4);
    expect(
      series.map(({ value, total: { counts, amounts }, before }) => [
        value,
        counts,
        amounts,
        before?.total.counts.events,
      ]),
    ).toEqual([
      [
        'Visa',
        expect.objectContaining({ events: 2, fraud: 1, nonFraud: 1 }),
        { EUR: expect.objectContaining({ events: 30, fraud: 10 }) },
        0,
      ],
      ['Amex', expect.objectContaining({ events: 1, fraud: 0 }), { EUR: expect.objectContaining({ events: 40 }) }, 1],
    ]);
  });

  it('are narrowed by a value of the same field, of another one, and by none', async () => {
    expect((await ask(null, [['field:ipCountry', 'NG']])).total.total.counts).toMatchObject({ events: 2, fraud: 1 });
    expect(await countsOf('field:cardType', [['field:ipCountry', 'NG']])).toEqual([
      ['Amex', 1, 0],
      ['Visa', 1, 1],
    ]);
    expect((await ask(null, [['field:cardType', '']])).total.total.counts).toMatchObject({ events: 1, fraud: 1 });
    expect(await countsOf('field:osFamily')).toEqual([]);
    expect((await ask(null, [['field:cardType', 'Jcb']])).total.total.counts.events).toBe(0);
  });

  it('and Search count the same events', async () => {
    const found = await searchEvents(scene.contextIn('Root'), {
      eventType: 'purchase',
      from: `${dayOf(5)}T00:00:00Z`,
      to: `${dayOf(-1)}T00:00:00Z`,
      includeChildren: true,
      filters: [{ field: 'field:ipCountry', operator: 'is', values: ['NG'] }],
      cursor: null,
      limit: 10,
    });
    expect(found.rows).toHaveLength(2);
  });

  it('have the fields of the product, and are refused for an assessment that is not there', async () => {
    const { fields } = await getReportFields(scene.contextIn('Root'), { assessment: 'accountLogin' });
    expect(fields.map(({ name }) => name)).toEqual([
      'javaScriptEnabled',
      'osFamily',
      'os',
      'browserFamily',
      'ipCountry',
      'ipState',
    ]);
    await expect(getReportFields(scene.contextIn('Root'), { assessment: 'assessment-9' })).rejects.toMatchObject({
      code: 'ASSESSMENT-UNKNOWN',
    });
  });
});

describe('labels by the day of their arrival', () => {
  const arrivals = (currency?: string, country?: string) =>
    queryLabelArrivals(scene.contextIn('Root'), {
      assessment: 'purchase',
      from: dayOf(3),
      to: dayOf(0),
      step: 'day',
      filters: [
        ...(currency === undefined ? [] : [{ dimension: 'currency' as const, values: [currency] }]),
        ...(country === undefined ? [] : [{ dimension: 'field:ipCountry' as const, values: [country] }]),
      ],
      compare: 'lastWeek',
      includeChildren: true,
    });

  it('are counted on that day, whatever the day of the event', async () => {
    const { arrived, before } = await arrivals();
    expect(arrived.map(({ counts }) => [counts.fraud, counts.nonFraud])).toEqual([
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 0],
    ]);
    expect(arrived[2]?.amounts).toEqual({ EUR: { fraud: 0, nonFraud: 20 }, SEK: { fraud: 80, nonFraud: 0 } });
    expect(before?.every(({ counts }) => counts.fraud === 0)).toBe(true);
  });

  it('are those of one currency where it is asked for', async () => {
    const { arrived } = await arrivals('SEK');
    expect(arrived.map(({ counts }) => counts.fraud + counts.nonFraud)).toEqual([0, 0, 1, 0]);
  });

  it('are those of events with a value where one is asked for', async () => {
    const countsOf = async (country: string) =>
      (await arrivals(undefined, country)).arrived.map(({ counts }) => [counts.fraud, counts.nonFraud]);
    const none = [0, 0];
    expect(await countsOf('NG')).toEqual([none, [1, 0], none, none]);
    expect(await countsOf('DE')).toEqual([none, none, [0, 1], none]);
    expect(await countsOf('')).toEqual([none, none, [1, 0], none]);
    expect(await countsOf('JP')).toEqual([none, none, none, none]);
  });

  it('are worth what the rate of the day of their event says', async () => {
    expect((await arrivals()).arrived[2]?.converted).toBeUndefined();
    await putCurrencySettings(scene.contextIn('Root'), { version: '0', currency: 'EUR', maxAgeDays: 3 });
    const rates = Buffer.from(`Date,SEK\n${dayOf(1)},20\n${dayOf(4)},10\n`);
    await uploadExchangeRates(scene.contextIn('Root'), { name: 'rates.csv', stream: Readable.from([rates]) });
    const { arrived } = await arrivals();
    expect(arrived[2]?.converted).toEqual({ fraud: 8, nonFraud: 20 });
  });
});
