import { describe, expect, it } from 'vitest';
import { sentScore } from './assessment-facts.ts';

describe('the score of an event', () => {
  it('is what the merchant sent, where a rule finds it', () => {
    expect(sentScore({ riskScore: 640 })).toBe(640);
    expect(sentScore({ purchaseId: 'a', customData: { RiskScore: 71.9 } })).toBe(71);
    expect(sentScore({ productList: [{ riskScore: 5 }], riskScore: 640 })).toBe(640);
    expect(sentScore({ customData: { riskScore: 0 } })).toBe(0);
    expect(sentScore({ customData: { riskScore: 999 } })).toBe(999);
  });

  it('is none where there is no number from 0 to 999', () => {
    for (const riskScore of [-1, 1000, Number.NaN, '640', true, null, [640]])
      expect(sentScore({ riskScore })).toBeNull();
    expect(sentScore({ riskScores: 640 })).toBeNull();
  });
});
