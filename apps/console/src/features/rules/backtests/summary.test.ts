import type { BacktestCount, BacktestResult } from '@redoubt/contracts';
import { describe, expect, it } from 'vitest';
import { resolvePeriod } from './period.ts';
import { summarise } from './summary.ts';

const count = (events: number, fraud = 0, genuine = 0, amount = 0): BacktestCount => ({
  events,
  fraud,
  genuine,
  amounts: amount === 0 ? [] : [{ currency: 'EUR', amount, fraudAmount: 0 }],
});

const RESULT: BacktestResult = {
  events: 100,
  before: { Approve: count(90, 6), Reject: count(10, 4), Review: count(0), Challenge: count(0) },
  after: { Approve: count(83, 3), Reject: count(12, 5), Review: count(5, 2), Challenge: count(0) },
  changes: [
    { before: 'Approve', after: 'Reject', ...count(4, 2, 1, 40), samples: [] },
    { before: 'Approve', after: 'Review', ...count(5, 2, 2, 50), samples: [] },
    { before: 'Reject', after: 'Approve', ...count(2, 1, 1, 20), samples: [] },
  ],
  clauses: [],
  errors: { events: 0, messages: [] },
  unknown: [],
};

describe('the summary of a backtest', () => {
  it('says who would newly be stopped or spared, what that is worth, and what it means for fraud', () => {
    expect(summarise(RESULT)).toEqual({
      events: 100,
      changed: 11,
      newlyRejected: { events: 4, fraud: 2, genuine: 1, money: [{ currency: 'EUR', amount: 40 }] },
      newlySpared: { events: 2, fraud: 1, genuine: 1, money: [{ currency: 'EUR', amount: 20 }] },
      newlyReviewed: { events: 5, fraud: 2, genuine: 2, money: [{ currency: 'EUR', amount: 50 }] },
      fraud: { before: 4, after: 7, all: 10 },
      goodCustomers: 3,
    });
  });
});

describe('a period', () => {
  it('ends now and goes back as far as it says', () => {
    const now = Date.UTC(2026, 2, 31);
    expect(resolvePeriod('30d', now)).toEqual({ from: '2026-03-01T00:00:00.000Z', to: '2026-03-31T00:00:00.000Z' });
    expect(resolvePeriod('all', now).from).toBe('1970-01-01T00:00:00.000Z');
  });
});
