import type { BodyOf, queryReports as endpoint } from '@redoubt/contracts';
import { capabilitiesOf, REPORT_MEASURES } from '@redoubt/domain';
import { aPurchase, aRelatedEvent, useDatabase } from '@redoubt/testing/database';
import { beforeAll, describe, expect, it } from 'vitest';
import { createScene, type Scene } from '../testing/scene.ts';
import { storeEvents, timesOfDay } from '../testing/store-events.ts';
import { queryReports } from './query-reports.query.ts';

const test = useDatabase();
let scene: Scene;

const place = (environment: string) => ({ tenantId: scene.tenantId, environmentId: scene.idOf(environment) });
const at = (daysAgo: number) => timesOfDay(scene.clock, daysAgo);
const rejected = { decision: 'Reject', rule: 'Limits', clause: 'High', amount: 100 } as const;

beforeAll(async () => {
  scene = await createScene(test.database, { Root: {}, Shop: { parent: 'Root' } });
  await storeEvents(test.database, [
    aPurchase(place('Root'), { ...at(1), eventId: 'a' }, { amount: 10.5 }),
    aPurchase(place('Root'), at(2), rejected),
    aPurchase(place('Shop'), at(2), { ...rejected, currency: 'SEK' }),
    aPurchase(place('Root'), at(3), rejected),
    // In the days before.
    aPurchase(place('Root'), at(5), rejected),
    aPurchase(place('Root'), { ...at(6), historical: true }, { amount: 1 }),
    aRelatedEvent(place('Root'), 'label', { purchaseId: 'a', body: { isFraud: true } }, at(0)),
  ]);
});

type Asked = BodyOf<typeof endpoint>;

const asked = (change: Partial<Asked> = {}): Asked => ({
  assessment: 'purchase',
  from: '2026-03-11',
  to: '2026-03-13',
  step: 'day',
  by: null,
  filters: [],
  compare: 'none',
  measures: [...REPORT_MEASURES],
  most: 10,
  includeChildren: true,
  ...change,
});

const ask = (change: Partial<Asked> = {}, environment = 'Root') =>
  queryReports(scene.contextIn(environment), asked(change));

describe('a report', () => {
  it('counts decided events of the period in bars, with amounts by currency', async () => {
    const { bars, total, environmentIds, series } = await ask({ measures: ['events', 'rejected', 'fraud'] });
    expect(bars.map((bar) => bar.slice(0, 10))).toEqual(['2026-03-11', '2026-03-12', '2026-03-13']);
    expect(total.total).toEqual({
      counts: { events: 4, rejected: 3, fraud: 1 },
      amounts: {
        EUR: { events: 210.5, rejected: 200, fraud: 10.5 },
        SEK: { events: 100, rejected: 100, fraud: 0 },
      },
    });
    expect(total.bars.map(({ counts }) => counts.events)).toEqual([1, 2, 1]);
    expect(total.before).toBe(null);
    expect(series).toEqual([]);
    expect(new Set(environmentIds)).toEqual(new Set([scene.idOf('Root'), scene.idOf('Shop')]));
  });

  it('sets each series beside the same one of the period before', async () => {
    const { series, seriesInAll, total } = await ask({ by: 'rule', compare: 'previous', measures: ['events'] });
    expect(seriesInAll).toBe(2);
    expect(total.before?.total.counts).toEqual({ events: 2 });
    expect(series.map(({ value, total: { counts }, before }) => [value, counts.events, before?.total.counts])).toEqual([
      ['Limits', 3, { events: 1 }],
      ['', 1, { events: 1 }],
    ]);
    // The fifth day before this one is the second of the three days before the period.
    expect(series[0]?.before?.bars.map(({ counts }) => counts.events)).toEqual([0, 1, 0]);
  });

  it('sets the days beside the same days of the week 52 weeks earlier', async () => {
    await storeEvents(test.database, [aPurchase(place('Root'), { ...at(2 + 364), historical: true }, rejected)]);
    const { total } = await ask({ compare: 'lastYear', measures: ['events'] });
    expect(total.before?.bars.map(({ counts }) => counts.events)).toEqual([0, 1, 0]);
  });

  it('has weeks that begin on Monday and months on their first day, the period cut out of them', async () => {
    const weeks = await ask({ from: '2026-03-08', step: 'week' });
    expect(weeks.bars.map((bar) => bar.slice(0, 10))).toEqual(['2026-03-02', '2026-03-09']);
    expect(weeks.total.bars.map(({ counts }) => counts.events)).toEqual([1, 5]);
    const months = await ask({ from: '2026-02-27', step: 'month' });
    expect(months.bars.map((bar) => bar.slice(0, 10))).toEqual(['2026-02-01', '2026-03-01']);
  });

  it('keeps to its environment where descendants are not asked for', async () => {
    expect((await ask({ includeChildren: false })).total.total.counts.events).toBe(3);
    expect((await ask({}, 'Shop')).total.total.counts.events).toBe(1);
    const inShop = await ask({ filters: [{ dimension: 'environment', values: [scene.idOf('Shop')] }] });
    expect(inShop.total.total.counts.events).toBe(1);
  });

  it('says nothing of how ripe labels are before there are enough of them', async () => {
    expect((await ask()).maturity).toBe(null);
    const labelled = Array.from({ length: 60 }, (_, number) => [
      aPurchase(place('Root'), { ...at(20), eventId: `ripe-${number}` }),
      aRelatedEvent(
        place('Root'),
        'label',
        { purchaseId: `ripe-${number}`, body: { isFraud: true } },
        number < 45 ? at(20) : at(16),
      ),
    ]).flat();
    await storeEvents(test.database, labelled);
    const { maturity } = await ask({ from: '2026-02-22', to: '2026-03-13' });
    expect(maturity?.labels).toBe(60);
    expect(maturity?.bars[0]).toBe(1);
    // Of yesterday's labels three of four arrive at once; the next ones after four days.
    expect(maturity?.bars.at(-1)).toBeCloseTo(0.75, 12);
    expect(maturity?.share).toBeGreaterThan(0.75);
  });

  const refused: readonly (readonly [Partial<Asked>, string, object])[] = [
    [{ from: '2026-03-14' }, 'REPORT-QUERY-INVALID', { field: 'to' }],
    [{ from: '2025-11-01' }, 'REPORT-RANGE-TOO-LONG', { days: 124 }],
    [{ from: '2026-02-01', step: 'hour' }, 'REPORT-RANGE-TOO-LONG', { days: 14 }],
    [{ filters: [{ dimension: 'score', values: ['35'] }] }, 'REPORT-QUERY-INVALID', { field: 'score' }],
  ];

  it.each(refused)('asked with %o is refused', async (change, code, params) => {
    await expect(ask(change)).rejects.toMatchObject({ code, params });
  });

  it('of scores is refused to those who may not read them', async () => {
    const context = { ...scene.contextIn('Root'), capabilities: capabilitiesOf(['FraudSupervisor'], 'PSP') };
    const score = [{ dimension: 'score' as const, values: ['350'] }];
    for (const change of [{ by: 'score' as const }, { filters: score }]) {
      await expect(queryReports(context, asked(change))).rejects.toMatchObject({
        code: 'AUTH-FORBIDDEN',
        params: { permission: 'scoreReport:read' },
      });
    }
    await expect(queryReports(context, asked())).resolves.toMatchObject({ series: [] });
  });

  it('of an assessment that is not there is refused', async () => {
    await expect(ask({ assessment: 'assessment-9' })).rejects.toMatchObject({ code: 'ASSESSMENT-UNKNOWN' });
  });
});
