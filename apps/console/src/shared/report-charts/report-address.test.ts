import { describe, expect, it } from 'vitest';
import { drillHref } from './drill-href.ts';
import { bodyOf, daysOf, questionOf, stepsOf, type ReportQuestion } from './report-address.ts';

const TODAY = '2026-11-23';
const asked = (change: Partial<Parameters<typeof questionOf>[0]> = {}): ReportQuestion =>
  questionOf({ compare: 'previous', view: 'count', ...change }, TODAY);

describe('the question of a report', () => {
  it('is of the last 28 days where the address says nothing or nonsense', () => {
    const usual = { from: '2026-10-27', to: TODAY, period: '28d', step: 'day', assessment: 'purchase', currency: null };
    expect(asked()).toMatchObject(usual);
    expect(asked({ from: '2026-02-30', to: '2026-03-01', assessment: 'nonsense' })).toMatchObject(usual);
    expect(asked({ from: '2026-11-23', to: '2026-11-01' })).toMatchObject(usual);
    expect(asked({ from: '2025-01-01', to: TODAY })).toMatchObject(usual);
  });

  it('takes days one by one, and a width of bars that fits them', () => {
    expect(asked({ from: '2026-11-01', to: '2026-11-07', step: 'hour' })).toMatchObject({
      period: null,
      from: '2026-11-01',
      step: 'hour',
    });
    expect(asked({ period: '91d', step: 'hour' }).step).toBe('week');
    expect(daysOf(asked({ period: '91d' }))).toBe(91);
    expect(stepsOf(7)).toEqual(['hour', 'day']);
    expect(stepsOf(91)).toEqual(['day', 'week', 'month']);
  });

  it('narrows each body to the currency chosen', () => {
    const body = bodyOf(asked({ currency: 'EUR' }), {
      by: 'rule',
      filters: [{ dimension: 'label', values: ['Fraud'] }],
    });
    expect(body).toMatchObject({
      by: 'rule',
      filters: [
        { dimension: 'currency', values: ['EUR'] },
        { dimension: 'label', values: ['Fraud'] },
      ],
    });
  });
});

describe('the events behind a figure', () => {
  const parse = (href: string | null) => new URLSearchParams(new URL(href ?? '', 'http://x').search);

  it('are those of the bar, measure and currency, in the environments counted', () => {
    const question = asked({ currency: 'EUR', children: 'no' });
    const found = parse(drillHref(question, 'rejected', { barMs: Date.parse('2026-11-02T00:00:00Z') }));
    expect(found.get('range')).toBe('2026-11-02T00:00:00.000Z..2026-11-03T00:00:00.000Z');
    expect(found.get('where')).toBe('currency~is~EUR;decision~is~Reject');
    expect(found.get('children')).toBe('no');
  });

  it('are those of one value, and of the environment that a figure is of alone', () => {
    const of = parse(drillHref(asked(), 'fraud', { by: 'country', value: 'DE' }));
    expect(of.get('where')).toBe('fraudLabel~is~Fraud;country~is~DE');
    const there = '7a1f0a52-5f2e-4f43-9a59-8a3f3b5a7c01';
    expect(parse(drillHref(asked(), 'events', { by: 'environment', value: there })).get('env')).toBe(there);
  });

  it('cannot be asked for by what Search does not know', () => {
    for (const measure of ['bankApproved', 'chargebacks', 'refunds'] as const)
      expect(drillHref(asked(), measure)).toBeNull();
  });
});
