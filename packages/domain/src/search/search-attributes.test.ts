import { describe, expect, it } from 'vitest';
import { attributePlace } from './search-attributes.ts';

describe('the place of an attribute', () => {
  it.each([
    ['customData.loyaltyTier', { path: 'customData.loyaltyTier', type: null }],
    ['CUSTOMDATA.Tier', { path: 'customData.Tier', type: null }],
    ['giftMessage', { path: 'giftMessage', type: null }],
    ['user.GiftPoints', { path: 'user.GiftPoints', type: null }],
    ['salestax', { path: 'salesTax', type: 'double' }],
    ['user.creationDate', { path: 'user.creationDate', type: 'datetime' }],
    ['user.isEmailValidated', { path: 'user.isEmailValidated', type: 'boolean' }],
    ['productList.sku', { path: 'productList.sku', type: 'string' }],
  ])('%s is spelled and typed as the schema has it, where it has it', (path, place) => {
    expect(attributePlace('purchase', path)).toEqual(place);
  });

  it.each([
    ['customData', 'noScalar'],
    ['user', 'noScalar'],
    ['productList', 'noScalar'],
    ['currency.code', 'noScalar'],
    ['', 'noPath'],
    ['user..email', 'noPath'],
    ['productList[0].sku', 'noPath'],
    ['a\u0000b', 'noPath'],
    ['a'.repeat(201), 'noPath'],
    ['a.b.c.d.e.f.g.h.i', 'noPath'],
  ])('%s has no one value', (path, problem) => {
    expect(attributePlace('purchase', path)).toEqual({ problem });
  });
});
