import type { ReportSeries } from '@redoubt/contracts';
import { describe, expect, it } from 'vitest';
import { formatWhere, narrowed, parseWhere } from '../../shared/report-charts/field-where.ts';
import { mostMoved, valueShares } from './value-shares.ts';

const figure = (events: number, fraud: number): ReportSeries['total']['total'] => ({
  counts: { events, fraud },
  amounts: {},
});
const series = (value: string | null, now: readonly [number, number], before: readonly [number, number]) => ({
  value,
  total: figure(...now),
  bars: [],
  before: { total: figure(...before), bars: [] },
});
const report: ReportSeries = {
  asOf: '2026-11-03T09:30:00.000Z',
  bars: [],
  environmentIds: [],
  total: series(null, [100, 10], [200, 10]),
  series: [series('Visa', [60, 2], [160, 8]), series('Amex', [30, 8], [40, 2]), series('Giro', [10, 0], [0, 0])],
  seriesInAll: 3,
  maturity: null,
};
const COUNT = { view: 'count', currency: null } as const;

describe('the values of a field', () => {
  it('have their share of all events now and before', () => {
    const [visa, amex, giro] = valueShares(report, COUNT, 'events');
    expect(visa).toMatchObject({ value: 'Visa', share: 60, shareBefore: 80, moved: -20 });
    expect(amex).toMatchObject({ value: 'Amex', share: 30, shareBefore: 20, moved: 10, events: 30, fraud: 8 });
    expect(giro).toMatchObject({ share: 10, shareBefore: 0, moved: 10, fraudRate: 0 });
  });

  it('have their share of the fraud, the largest first', () => {
    expect(valueShares(report, COUNT, 'fraud').map(({ value, share }) => [value, share])).toEqual([
      ['Amex', 80],
      ['Visa', 20],
      ['Giro', 0],
    ]);
  });

  it('are ranked by how far their share moved', () => {
    const moved = mostMoved(valueShares(report, COUNT, 'fraud'), 5);
    expect(moved.map(({ value, moved: by }) => [value, by])).toEqual([
      ['Amex', 60],
      ['Visa', -60],
    ]);
    expect(mostMoved(valueShares(report, COUNT, 'events'), 1)).toHaveLength(1);
  });

  it('moved nowhere where nothing was before', () => {
    const alone = { ...report, total: { ...report.total, before: null } };
    expect(mostMoved(valueShares(alone, COUNT, 'events'), 5)).toEqual([]);
  });
});

describe('the values that an address narrows the page to', () => {
  it('are read as they are written, and none where they are not understood', () => {
    const values = [{ field: 'cardType', value: 'Visa~"' }];
    expect(parseWhere(formatWhere(values))).toEqual(values);
    expect(parseWhere('[["a"]]')).toEqual([]);
    expect(parseWhere('x')).toEqual([]);
    expect(formatWhere([])).toBe(undefined);
  });

  it('have one value of a field', () => {
    const one = narrowed([{ field: 'cardType', value: 'Visa' }], { field: 'ipCountry', value: 'NG' });
    expect(narrowed(one, { field: 'cardType', value: 'Amex' })).toEqual([
      { field: 'ipCountry', value: 'NG' },
      { field: 'cardType', value: 'Amex' },
    ]);
  });
});
