import { describe, expect, it } from 'vitest';
import { DEFAULT_CASE_SETTINGS, isAboveSecondReviewLimit, repeatedLimits } from './case-settings.ts';

describe('second review by amount', () => {
  const secondReview = { sharePercent: 0, limits: [{ currency: 'EUR', amount: 500 }] };

  it('takes what is above the limit of its own currency', () => {
    expect(isAboveSecondReviewLimit(secondReview, 500.01, 'EUR')).toBe(true);
    expect(isAboveSecondReviewLimit(secondReview, 500, 'EUR')).toBe(false);
    expect(isAboveSecondReviewLimit(secondReview, 900, 'USD')).toBe(false);
    expect(isAboveSecondReviewLimit(secondReview, null, null)).toBe(false);
  });

  it('takes nothing where there is no limit', () => {
    expect(isAboveSecondReviewLimit(DEFAULT_CASE_SETTINGS.secondReview, 1e9, 'EUR')).toBe(false);
  });

  it('has one limit for a currency', () => {
    const limit = (currency: string) => ({ currency, amount: 1 });
    expect(repeatedLimits([limit('EUR'), limit('USD'), limit('EUR')])).toEqual([2]);
  });
});
