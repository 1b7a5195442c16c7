import { shapeEvent } from '@redoubt/domain';
import type { JsonObject } from '@redoubt/kernel';
import { StoredText } from '@redoubt/storage';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pastBodyOf } from './past-body.ts';

const textOf = (json: string): StoredText => {
  const bytes = Buffer.from(`before${json}after`);
  return new StoredText(bytes, 6, bytes.length - 5);
};

const wholeOf = (json: string): JsonObject => {
  const body = JSON.parse(json) as JsonObject;
  shapeEvent('purchase', body);
  return body;
};

const product = (index: number) => ({
  ProductId: `p${index}`,
  productName: `a "quoted" \\ name {[${index}]}`,
  quantity: index,
});
const products = Array.from({ length: 20 }, (_, index) => product(index));
const isLater = (body: JsonObject, name: string): boolean =>
  Object.getOwnPropertyDescriptor(body, name)?.get !== undefined;

describe('the body of a stored event', () => {
  it('leaves a long list unread until something asks for it, and then shapes it', () => {
    const json = JSON.stringify({ purchaseId: '1', productList: products, user: { userId: 'u' }, totalAmount: 5 });
    const body = pastBodyOf('purchase', textOf(json));
    expect(isLater(body, 'productList')).toBe(true);
    expect(body.totalAmount).toBe(5);
    expect(isLater(body, 'productList')).toBe(true);
    expect((body.productList as readonly JsonObject[])[3]).toMatchObject({ productId: 'p3', quantity: 3 });
    expect(isLater(body, 'productList')).toBe(false);
    expect(JSON.stringify(body)).toBe(JSON.stringify(wholeOf(json)));
  });

  it.each([
    ['one object where a list belongs', { productList: { productId: 'x'.repeat(2000) } }],
    ['what flat attributes are copied into', { email: 'a@b.example', user: { userId: 'u'.repeat(2000) } }],
    ['members that are not known', { ours: products }],
    ['other spellings', { ProductList: products }],
  ])('reads %s at once', (_what, value) => {
    const json = JSON.stringify({ ...value, totalAmount: 5 });
    const body = pastBodyOf('purchase', textOf(json));
    expect(Object.keys(value).some((name) => isLater(body, name))).toBe(false);
    expect(JSON.stringify(body)).toBe(JSON.stringify(wholeOf(json)));
  });

  it.each([
    `{"productList":${JSON.stringify(products)},"ProductList":[{"productId":"other"}]}`,
    `{"ProductList":[{"productId":"other"}],"productList":${JSON.stringify(products)}}`,
    `{"productList":[],"productList":${JSON.stringify(products)}}`,
    `{"productList":${JSON.stringify(products)},"product\\u004cist":[]}`,
  ])('takes the member that counts where one was sent twice', (json) => {
    expect(JSON.stringify(pastBodyOf('purchase', textOf(json)))).toBe(JSON.stringify(wholeOf(json)));
  });

  it('is what parsing and shaping the whole gives, whatever was sent', () => {
    const names = [
      'productList',
      'shippingAddress',
      'billingAddress',
      'customData',
      'user',
      'Email',
      'other',
      '__proto__',
    ];
    const members = fc.array(fc.tuple(fc.constantFrom(...names), fc.json({ maxDepth: 4 })), { maxLength: 6 });
    fc.assert(
      fc.property(members, fc.string(), (sent, padding) => {
        const all = [...sent, ['productList', JSON.stringify(products)], ['padding', JSON.stringify(padding)]];
        const json = `{ ${all.map(([name, value]) => `"${name}" : ${value}`).join(' , ')} }`;
        expect(JSON.stringify(pastBodyOf('purchase', textOf(json)))).toBe(JSON.stringify(wholeOf(json)));
      }),
      { numRuns: 300 },
    );
  });
});
