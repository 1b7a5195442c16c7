import { describe, expect, it } from 'vitest';
import { comparesCurrencies, startOfDay } from './queue-lists.ts';

describe('the lists of a queue', () => {
  it('begin the day at midnight of the chosen time', () => {
    expect(startOfDay(Date.UTC(2026, 10, 23, 15, 4, 5), 'utc')).toBe('2026-11-23T00:00:00.000Z');
    const local = new Date(startOfDay(new Date(2026, 10, 23, 15, 4).getTime(), 'local'));
    expect([local.getDate(), local.getHours(), local.getMinutes()]).toEqual([23, 0, 0]);
  });

  it('know where an order compares amounts of several currencies', () => {
    const [euros, kroner] = [
      { amount: 10, currency: 'EUR' },
      { amount: 20, currency: 'DKK' },
    ];
    expect(comparesCurrencies('expectedLoss', [euros, kroner])).toBe(true);
    expect(comparesCurrencies('totalAmount', [euros, kroner])).toBe(true);
    expect(comparesCurrencies('eventTime', [euros, kroner])).toBe(false);
    expect(comparesCurrencies('amount', [euros, euros, { amount: null, currency: null }])).toBe(false);
  });
});
