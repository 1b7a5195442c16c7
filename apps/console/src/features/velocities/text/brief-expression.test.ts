import { describe, expect, it } from 'vitest';
import { briefExpression } from './brief-expression.ts';

describe('a brief expression', () => {
  it('leaves out sign and quotes, and the beginning of long paths', () => {
    expect(briefExpression('Sum(@"totalAmount")')).toBe('Sum(totalAmount)');
    expect(briefExpression('@"user.userId"')).toBe('user.userId');
    expect(briefExpression('DistinctCount(@"paymentInstrumentList[0].merchantPaymentInstrumentId")')).toBe(
      'DistinctCount(…merchantPaymentInstrumentId)',
    );
    expect(briefExpression('@"shippingAddress.zipCode" + " " +\n  @"user.email"')).toBe('…zipCode + " " + user.email');
  });
});
