import { describe, expect, it } from 'vitest';
import { decisionsOf, sumOf } from './selected-cases.ts';

const option = (name: string) => ({
  name,
  caseAction: 'Approve' as const,
  labelAction: 'None' as const,
  reasons: ['Known customer'],
  sentiment: null,
});

describe('cases that are decided together', () => {
  it('sum up amounts of one currency only', () => {
    const euros = { amount: 10.5, currency: 'EUR' };
    expect(sumOf([euros, { amount: 2, currency: 'EUR' }])).toEqual({ amount: 12.5, currency: 'EUR' });
    expect(sumOf([euros, { amount: 2, currency: 'DKK' }])).toBeUndefined();
    expect(sumOf([euros, { amount: null, currency: 'EUR' }])).toBeUndefined();
    expect(sumOf([])).toBeUndefined();
  });

  it('have the decisions of their assessment, and none where they are of several', () => {
    const [purchases, signUps] = [
      { assessment: 'purchase', options: [option('Approve')] },
      { assessment: 'signUp', options: [option('Let in')] },
    ];
    const of = (...kinds: readonly string[]) => kinds.map((eventType) => ({ eventType }));
    expect(decisionsOf(of('signUp', 'signUp'), [purchases, signUps])).toEqual(signUps.options);
    expect(decisionsOf(of('purchase', 'signUp'), [purchases, signUps])).toEqual([]);
    expect(decisionsOf([], [purchases])).toEqual(purchases.options);
  });
});
