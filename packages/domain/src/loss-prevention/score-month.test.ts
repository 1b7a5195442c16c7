import { describe, expect, it } from 'vitest';
import { dispersionOf, logGamma, upperTail } from './beta-binomial.ts';
import { createMonthCounter, offersOf } from './month-counts.ts';
import { RETAIL_SAMPLE, retailSample } from './retail-sample.ts';
import { lossScore, MOST_EVIDENCE_OF_ONE, scoreMonth } from './score-month.ts';
import { LOSS_THRESHOLDS, monthAfter, monthOfDate, type RetailTransaction } from './loss-prevention.ts';

const SALE: RetailTransaction = {
  id: 't-1',
  date: '2026-03-14',
  storeId: 'S1',
  terminalId: 'T1',
  staffId: 'one',
  kind: 'sale',
  currency: 'EUR',
  amount: 100_000,
  discount: 20_000,
  employeeDiscount: 10_000,
  manualDiscount: 0,
  hasOriginal: false,
  lines: [
    { itemId: 'a', category: 'Toys', amount: 50_000, discount: 10_000, manualDiscount: 10_000, hasOriginal: false },
    { itemId: 'b', category: 'Toys', amount: 50_000, discount: 0, manualDiscount: 0, hasOriginal: false },
  ],
  payments: [{ kind: 'card', amount: 100_000, card: 'c1' }],
};
const back = (method: 'cash' | 'card', hasOriginal: boolean): RetailTransaction => ({
  ...SALE,
  kind: 'return',
  lines: SALE.lines.map((line) => ({ ...line, hasOriginal })),
  payments: [{ kind: method, amount: 100_000, card: null }],
});

describe('the beta-binomial tail', () => {
  it('logGamma is the factorial', () => {
    expect(logGamma(6)).toBeCloseTo(Math.log(120), 10);
    expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.sqrt(Math.PI)), 10);
  });

  it('is that of the binomial without dispersion', () => {
    // P(X > 8) + P(X = 8) / 2 of 10 throws of a coin.
    expect(upperTail({ hits: 8, cases: 10, expected: 0.5 }, 0)).toBeCloseTo((11 + 45 / 2) / 1024, 4);
    expect(upperTail({ hits: 0, cases: 10, expected: 0.5 }, 0)).toBeCloseTo(1 - 1 / 2048, 4);
  });

  it('sums all counts to one with dispersion', () => {
    // Uniform over 0 to 4: ρ = 1/3 and a mean of one half.
    expect(upperTail({ hits: 4, cases: 4, expected: 0.5 }, 1 / 3)).toBeCloseTo(0.1, 10);
  });

  it('finds the dispersion of a population, and is not moved by a few outliers', () => {
    const usual = Array.from({ length: 400 }, (_, at) => ({ hits: at % 2 === 0 ? 30 : 70, cases: 100, expected: 0.5 }));
    const wild = Array.from({ length: 8 }, () => ({ hits: 100, cases: 100, expected: 0.5 }));
    const alone = dispersionOf(usual);
    expect(alone).toBeGreaterThan(0.1);
    expect(dispersionOf([...usual, ...wild])).toBeCloseTo(alone, 1);
  });
});

describe('what reasons are counted by', () => {
  it('counts refunds in cash, receipts, discounts, voids and cards', () => {
    const counter = createMonthCounter(new Set(['2026-03-14 b']));
    for (const each of [SALE, { ...SALE, payments: [{ kind: 'card' as const, amount: 1, card: 'c2' }] }])
      counter.add(each);
    for (const each of [back('cash', false), back('card', true), { ...SALE, kind: 'void' as const }]) counter.add(each);
    const [staff] = counter.counts().entities.staff;
    expect(staff?.tallies).toEqual({
      cashRefunds: { hits: 1, cases: 2 },
      missedDiscounts: { hits: 2, cases: 2 },
      employeeDiscountCards: { hits: 1, cases: 1 },
      returns: { hits: 2, cases: 4 },
      returnsWithoutReceipt: { hits: 1, cases: 2 },
      manualDiscounts: { hits: 2, cases: 4 },
      voids: { hits: 1, cases: 5 },
    });
    expect(staff?.amounts).toEqual([{ currency: 'EUR', returns: 200_000, discounts: 40_000 }]);
  });

  it('takes a discount keyed in on the total once, and the receipt of a whole return for all of its lines', () => {
    const counter = createMonthCounter(new Set());
    const lines = SALE.lines.map((line) => ({ ...line, manualDiscount: 0 }));
    for (const each of [
      { ...SALE, lines, manualDiscount: 5000 },
      { ...SALE, manualDiscount: 5000 },
      { ...back('cash', false), hasOriginal: true },
    ])
      counter.add(each);
    const [staff] = counter.counts().entities.staff;
    expect(staff?.tallies.manualDiscounts).toEqual({ hits: 2, cases: 4 });
    expect(staff?.tallies.returnsWithoutReceipt).toEqual({ hits: 0, cases: 1 });
  });

  it('an item is on offer where most of its sales of a day have a discount', () => {
    const sales = Array.from({ length: 5 }, () => SALE);
    expect([...offersOf(sales)]).toEqual(['2026-03-14 a']);
    expect([...offersOf(sales.slice(0, 3))]).toEqual([]);
  });

  it('a transaction without a person counts for its terminal alone', () => {
    const counter = createMonthCounter(new Set());
    counter.add({ ...SALE, staffId: null });
    expect(counter.counts().entities.staff).toEqual([]);
    expect(counter.counts().entities.terminal).toMatchObject([{ id: 'T1', transactions: 1 }]);
  });
});

describe('scores', () => {
  it('five digits of evidence make a person anomalous, and one reason alone no terminal', () => {
    expect(lossScore(0)).toBe(0);
    expect(lossScore(5)).toBe(LOSS_THRESHOLDS.staff);
    expect(lossScore(MOST_EVIDENCE_OF_ONE)).toBeLessThan(LOSS_THRESHOLDS.terminal);
    expect(lossScore(1000)).toBe(999);
  });

  it('a returns desk is compared with returns desks', () => {
    const sample = retailSample({ ...RETAIL_SAMPLE, staff: 400, wrongdoers: 0, transactionsPerMonth: 120 });
    const counter = createMonthCounter(offersOf(sample.transactions(0)));
    for (const transaction of sample.transactions(0)) counter.add(transaction);
    const { staff } = scoreMonth(counter.counts());
    const shares = staff.entities.flatMap(({ score, reasons }) => {
      const returns = reasons.find(({ reason }) => reason === 'returns');
      return returns && returns.hits * 2 > returns.cases ? [score] : [];
    });
    expect(shares.length).toBeGreaterThan(20);
    expect(shares.filter((score) => score >= LOSS_THRESHOLDS.staff)).toEqual([]);
  });
});

it('months go on over the year', () => {
  expect(monthOfDate('2026-03-14T10:00:00Z')).toBe('2026-03-01');
  expect(monthAfter('2026-01-01', -1)).toBe('2025-12-01');
  expect(monthAfter('2026-11-01', 3)).toBe('2027-02-01');
});
