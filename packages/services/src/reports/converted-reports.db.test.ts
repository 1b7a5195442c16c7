import { Readable } from 'node:stream';
import type { BodyOf, queryReports as endpoint } from '@redoubt/contracts';
import { aPurchase, useDatabase } from '@redoubt/testing/database';
import { beforeAll, describe, expect, it } from 'vitest';
import { putCurrencySettings, uploadExchangeRates } from '../currencies/currencies.commands.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { storeEvents, timesOfDay } from '../testing/store-events.ts';
import { queryReports } from './query-reports.query.ts';

const test = useDatabase();
let scene: Scene;

type Asked = BodyOf<typeof endpoint>;

const ask = (change: Partial<Asked> = {}) =>
  queryReports(scene.contextIn('Shop'), {
    assessment: 'purchase',
    from: '2026-03-11',
    to: '2026-03-13',
    step: 'day',
    by: null,
    filters: [],
    compare: 'none',
    measures: ['events', 'rejected'],
    most: 10,
    includeChildren: true,
    ...change,
  });
const upload = (text: string) =>
  uploadExchangeRates(scene.contextIn('Root'), { name: 'rates.csv', stream: Readable.from([Buffer.from(text)]) });

beforeAll(async () => {
  scene = await createScene(test.database, { Root: {}, Shop: { parent: 'Root' } });
  const place = { tenantId: scene.tenantId, environmentId: scene.idOf('Shop') };
  const at = (daysAgo: number) => timesOfDay(scene.clock, daysAgo, 23);
  const rejected = { decision: 'Reject', rule: 'Limits', clause: 'High' } as const;
  await storeEvents(test.database, [
    aPurchase(place, at(1), { amount: 10, currency: 'EUR' }),
    aPurchase(place, at(1), { ...rejected, amount: 220, currency: 'SEK' }),
    aPurchase(place, at(2), { amount: 120, currency: 'SEK' }),
    aPurchase(place, at(3), { ...rejected, amount: 50, currency: 'USD' }),
    aPurchase(place, at(3), { amount: 7, currency: 'NOK' }),
    aPurchase(place, at(9), { amount: 100, currency: 'SEK' }),
  ]);
});

describe('a report', () => {
  it('keeps currencies apart until one is chosen', async () => {
    const { total, conversion } = await ask();
    expect(conversion).toBeUndefined();
    expect(total.total).toEqual({
      counts: { events: 5, rejected: 2 },
      amounts: {
        EUR: { events: 10, rejected: 0 },
        SEK: { events: 340, rejected: 220 },
        USD: { events: 50, rejected: 50 },
        NOK: { events: 7, rejected: 0 },
      },
    });
  });

  it('adds amounts up at the rates of their days, and says what has none', async () => {
    await putCurrencySettings(scene.contextIn('Root'), { version: '0', currency: 'EUR', maxAgeDays: 3 });
    await upload('Date,SEK,USD\n2026-03-13,11,1.1\n2026-03-12,12,1.2\n2026-03-10,10,1.25\n2026-03-04,8,1\n');
    const { total, conversion, bars } = await ask();
    expect(bars).toHaveLength(3);
    // 50 USD at 1.25 of the day before; 120 SEK at 12; 10 EUR and 220 SEK at 11.
    expect(total.bars.map(({ converted, unconverted }) => [converted?.events, unconverted?.events])).toEqual([
      [40, 1],
      [10, 0],
      [30, 0],
    ]);
    expect(total.total).toMatchObject({
      converted: { events: 80, rejected: 60 },
      unconverted: { events: 1, rejected: 0 },
      amounts: { SEK: { events: 340 }, NOK: { events: 7 } },
    });
    expect(conversion).toEqual({ currency: 'EUR', missing: [{ currency: 'NOK', events: 1 }] });
  });

  it.each([
    ['by hour', { step: 'hour' }],
    ['by rule', { by: 'rule' }],
    ['by score, from single days', { by: 'score' }],
    ['by country, from sums of one value', { by: 'country' }],
    ['from single events', { by: 'country', filters: [{ dimension: 'rule', values: ['', 'Limits'] }] }],
  ] as const)('converts the same %s', async (_, change) => {
    const { total, series } = await ask({
      ...change,
      filters:
        'filters' in change
          ? [...change.filters].map(({ dimension, values }) => ({ dimension, values: [...values] }))
          : [],
    });
    expect([total.total.converted, total.total.unconverted]).toEqual([
      { events: 80, rejected: 60 },
      { events: 1, rejected: 0 },
    ]);
    const events = series.reduce((sum, { total: each }) => sum + (each.converted?.events ?? 0), 0);
    expect(events).toBe(series.length === 0 ? 0 : 80);
  });

  it.each(['hour', 'day', 'week'] as const)(
    'leaves currencies, or amounts, out where they are not asked for, by %s',
    async (step) => {
      for (const by of [null, 'rule'] as const) {
        const all = await ask({ step, by });
        const converted = await ask({ step, by, amounts: 'converted' });
        const counted = await ask({ step, by, amounts: 'none' });
        const figuresOf = ({ total, series }: typeof all) =>
          [total, ...series].flatMap((each) => [each.total, ...each.bars]);
        const [whole, alone, counts] = [all, converted, counted].map(figuresOf);
        expect(alone?.map(({ amounts: _, ...each }) => each)).toEqual(whole?.map(({ amounts: _, ...each }) => each));
        expect(alone?.some(({ amounts }) => Object.keys(amounts).length === 0)).toBe(true);
        expect(converted.conversion).toEqual(all.conversion);
        expect(counts).toEqual(whole?.map((each) => ({ counts: each.counts, amounts: {} })));
        expect(counted.conversion).toBeUndefined();
      }
    },
  );

  it('converts what it compares with at the rates of then', async () => {
    const { total } = await ask({ from: '2026-03-12', to: '2026-03-13', compare: 'lastWeek' });
    expect(total.before?.total).toMatchObject({ converted: { events: 12.5 }, unconverted: { events: 0 } });
  });

  it('follows rates that are put right later', async () => {
    await upload('date,base,quote,rate\n2026-03-12,EUR,SEK,6\n2026-03-11,EUR,NOK,7\n');
    const { total, conversion } = await ask();
    expect(total.total).toMatchObject({ converted: { events: 91 }, unconverted: { events: 0 } });
    expect(conversion?.missing).toEqual([]);
  });
});
