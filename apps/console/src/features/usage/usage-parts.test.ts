import { describe, expect, it } from 'vitest';
import {
  countedInMonths,
  countedInRows,
  detailBuckets,
  monthBuckets,
  monthsCsv,
  shownPercent,
  usageCsv,
} from './usage-parts.ts';

const row = (from: string, change: object = {}) => ({
  from,
  environmentId: null,
  environment: '=SUM(1)',
  isProduction: true,
  api: 'purchase' as const,
  calls: 10,
  counted: 8,
  refused: 3,
  failed: 2,
  ...change,
});

describe('usage over time', () => {
  it('has every part of the period, empty ones too, by how calls were answered', () => {
    const buckets = detailBuckets({
      from: '2026-03-01T00:00:00.000Z',
      to: '2026-03-03T11:00:00.000Z',
      asOf: '2026-03-03T10:20:00.000Z',
      unit: 'day',
      isCut: false,
      rows: [row('2026-03-01T00:00:00.000Z'), row('2026-03-01T00:00:00.000Z', { api: 'label' })],
    });
    expect(buckets.map(({ counts, unfinished }) => [counts, unfinished])).toEqual([
      [{ accepted: 10, refused: 6, failed: 4 }, false],
      [{ accepted: 0, refused: 0, failed: 0 }, false],
      [{ accepted: 0, refused: 0, failed: 0 }, true],
    ]);
  });

  it('has twelve months up to this one', () => {
    const months = [
      { from: '2026-01-01T00:00:00.000Z', capability: 'account' as const, assessments: 7, others: 1, projected: null },
    ];
    const buckets = monthBuckets('2026-02-14T00:00:00.000Z', months);
    expect(buckets).toHaveLength(12);
    expect(buckets[10]).toMatchObject({
      fromMs: Date.UTC(2026, 0, 1),
      toMs: Date.UTC(2026, 1, 1),
      counts: { account: 7 },
    });
  });

  it('is exported with names that no spreadsheet runs', () => {
    const [head, first] = usageCsv([row('2026-03-01T00:00:00.000Z', { environment: '=A1,"x"' })]).split('\r\n');
    expect(head).toBe('from,environment,environmentId,production,api,calls,counted,refused,failed');
    expect(first).toBe(`2026-03-01T00:00:00.000Z,"'=A1,""x""",,true,purchase,10,8,3,2`);
  });

  it('comes to the same sums in the summary and in the details', () => {
    const sums = { all: 13, assessments: 8, others: 5 };
    const day = '2026-03-01T00:00:00.000Z';
    expect(countedInRows([row(day), row(day, { api: 'label', counted: 5 })])).toEqual(sums);
    expect(
      countedInMonths([
        { assessments: 8, others: 2 },
        { assessments: 0, others: 3 },
      ]),
    ).toEqual(sums);
  });
});

describe('budgets in a file', () => {
  const month = (from: string) => ({ from, capability: 'account' as const, assessments: 7, others: 1, projected: 9 });
  const state = (capability: 'account' | 'purchase') => ({
    capability,
    budget: { amount: 8, period: 'month' as const, startsOn: '2026-01-01', alertsAt: [80] },
    use: { from: '2026-02-01T00:00:00.000Z', to: '2026-03-01T00:00:00.000Z', used: 7, percent: 87.5, projected: 9 },
    changed: null,
    version: '1',
  });

  it('stand in the rows of the current month, those of which nothing was used too', () => {
    const text = monthsCsv({
      asOf: '2026-02-14T00:00:00.000Z',
      hasProduction: true,
      canWriteBudgets: true,
      months: [month('2026-02-01T00:00:00.000Z'), month('2026-01-01T00:00:00.000Z')],
      budgets: [state('account'), { ...state('purchase'), use: null }],
    });
    expect(text.trim().split(/\r?\n/).slice(1)).toEqual([
      '2026-02,purchase,0,0,,8,month,,,,',
      '2026-02,account,7,1,9,8,month,2026-02-01T00:00:00.000Z,7,87.5,9',
      '2026-01,account,7,1,9,,,,,,',
    ]);
  });

  it('are not shown as reached before they are', () => {
    expect([99.96, 100, 0.04].map(shownPercent)).toEqual([99.9, 100, 0]);
  });
});
