import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { costOf, type UsagePrices, type UsedPart } from './usage-prices.ts';

const prices: UsagePrices = {
  currency: 'EUR',
  purchase: 2,
  account: 1,
  assessment: 4,
  lossPrevention: 1,
  others: 0.5,
  storage: 3,
  shared: 100,
};
const part = (change: Partial<UsedPart>): UsedPart => ({
  part: 'purchase',
  assessments: 0,
  others: 0,
  gigabytes: 0,
  ...change,
});

describe('what usage costs', () => {
  it('is the price of its capability for each thousand, that of other calls, and its share of shared costs', () => {
    expect(costOf(prices, part({ assessments: 3000, others: 1000 }), 12_000)).toEqual({
      used: 6.5,
      shared: 25,
      total: 31.5,
    });
    expect(costOf(prices, part({ part: 'account', assessments: 500 }), 500)).toMatchObject({ used: 0.5, shared: 100 });
  });

  it('is for the log what it kept, without a share', () => {
    expect(costOf(prices, part({ part: 'storage', gigabytes: 1.5 }), 10)).toEqual({ used: 4.5, shared: 0, total: 4.5 });
  });

  it('leaves shared costs alone where nothing was assessed', () => {
    expect(costOf(prices, part({ others: 2000 }), 0)).toEqual({ used: 1, shared: 0, total: 1 });
  });

  it('shares out all of the shared costs, however calls are spread', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1_000_000), { minLength: 1 }), (calls) => {
        const all = calls.reduce((sum, each) => sum + each, 0);
        const shared = calls.map((assessments) => costOf(prices, part({ assessments }), all).shared);
        expect(shared.reduce((sum, each) => sum + each, 0)).toBeCloseTo(all === 0 ? 0 : prices.shared, 6);
      }),
    );
  });
});
