import { rateTable } from '@redoubt/domain';
import { DAY_MS } from '@redoubt/kernel';
import { describe, expect, it, vi } from 'vitest';
import type { SumsByValue } from './reported-rules.ts';
import { unratedEvents } from './unrated-events.ts';

const FROM_MS = Date.UTC(2026, 2, 2);
const SPAN = { fromMs: FROM_MS, toMs: FROM_MS + 3 * DAY_MS };
const RULE = '0b0f3f1e-5b7d-4c8e-9a51-0d2f6b3c1e99';

const sums = (
  value: string,
  events: Readonly<Record<string, object>>,
): [string, SumsByValue extends ReadonlyMap<string, infer Sums> ? Sums : never] => [
  value,
  Object.entries(events).map(([currency, counts]) => ({ value, barMs: null, currency, counts, amounts: {} })),
];
const TOTAL: SumsByValue = new Map([
  sums(RULE, {
    EUR: { hits: 9, decided: 5, rejected: 5 },
    NOK: { hits: 9, decided: 4, approved: 1, rejected: 1, challenged: 2 },
    SEK: { hits: 9, decided: 6, reviewed: 6 },
    DKK: { hits: 9, decided: 9, approved: 9 },
    '': { hits: 2, decided: 2, rejected: 2 },
  }),
  // Stands in its rule.
  sums(`${RULE} Wide`, { SEK: { hits: 6, decided: 6, reviewed: 6 } }),
]);
const SEK = { base: 'SEK', quote: 'EUR', rate: 0.1 };
const unasked = () => Promise.reject(new Error('is not asked'));

describe('events in currencies without a rate', () => {
  it('are known from sums where a currency has a rate on no day', async () => {
    expect(await unratedEvents(TOTAL, rateTable('EUR', [], 0), SPAN, unasked)).toEqual([
      { currency: 'SEK', events: 6 },
      { currency: 'NOK', events: 3 },
    ]);
  });

  it('are known from sums where it has one on each day', async () => {
    const rates = rateTable('EUR', [{ ...SEK, day: '2026-03-02' }], 2);
    expect(await unratedEvents(TOTAL, rates, SPAN, unasked)).toEqual([{ currency: 'NOK', events: 3 }]);
  });

  it('are looked up where it has one on some days', async () => {
    const rates = rateTable('EUR', [{ ...SEK, day: '2026-03-03' }], 2);
    const read = vi.fn(async () => [
      { currency: 'SEK', events: 2 },
      { currency: 'NOK', events: 3 },
    ]);
    expect(await unratedEvents(TOTAL, rates, SPAN, read)).toEqual([
      { currency: 'NOK', events: 3 },
      { currency: 'SEK', events: 2 },
    ]);
    expect(read).toHaveBeenCalledOnce();
  });
});
