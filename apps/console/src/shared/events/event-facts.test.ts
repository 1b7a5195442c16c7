import { describe, expect, it } from 'vitest';
import { factsOfRequest, valueAt } from './event-facts.ts';

const request = {
  purchaseId: 'p1',
  totalAmount: 12.5,
  currency: '',
  customData: { tier: 'gold', flags: ['a', 'b'], nested: { deep: true } },
  user: { userId: 'u1', email: null },
  productList: [{ productId: 'x', quantity: 2 }, { productId: 'y' }],
  threeDS: { eci: '05' },
  deviceContext: {},
  _metadata: { trackingId: 't' },
};

describe('the facts of a request', () => {
  it('come part by part, the usual parts first', () => {
    expect(factsOfRequest(request).sections.map((section) => section.id)).toEqual([
      'order',
      'user',
      'productList',
      'customData',
      'threeDS',
    ]);
  });

  it('carry the path a rule reads them by', () => {
    const { sections } = factsOfRequest(request);
    expect(sections.find((section) => section.id === 'user')?.groups).toEqual([
      [{ path: 'user.userId', name: 'userId', value: 'u1' }],
    ]);
    expect(sections.find((section) => section.id === 'customData')?.groups[0]).toEqual([
      { path: 'customData.tier', name: 'tier', value: 'gold' },
      { path: 'customData.flags', name: 'flags', value: 'a, b' },
      { path: 'customData.nested.deep', name: 'nested.deep', value: true },
    ]);
  });

  it('keep the elements of a list apart', () => {
    const products = factsOfRequest(request).sections.find((section) => section.id === 'productList');
    expect(products?.groups.map((facts) => facts[0]?.value)).toEqual(['x', 'y']);
  });

  it('name the usual parts that were not sent, empty ones among them', () => {
    expect(factsOfRequest(request).notSent).toEqual(['paymentInstrumentList', 'shippingAddress', 'deviceContext']);
    expect(factsOfRequest(undefined).notSent).toHaveLength(7);
  });

  it('are found by a path whatever its case', () => {
    expect(valueAt(request, 'User.UserID')).toBe('u1');
    expect(valueAt(request, 'productList.productId')).toBe('x');
    expect(valueAt(request, 'user.phone.code')).toBeUndefined();
  });
});
