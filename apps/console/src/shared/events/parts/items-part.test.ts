import { describe, expect, it } from 'vitest';
import { itemsOf } from './ItemsPart.tsx';

describe('the lines of a purchase', () => {
  it('have the price of the line, else that of a piece times their number', () => {
    const productList = [
      { productName: 'Phone', sku: 'ELC-1', purchasePrice: 949, salesPrice: 949, quantity: 1, currency: 'EUR' },
      { ProductId: 'P-2', SalesPrice: 20, Quantity: 3 },
      { productName: 'Gift' },
    ];
    expect(itemsOf({ ProductList: productList })).toEqual([
      { name: 'Phone', code: 'ELC-1', quantity: 1, price: 949, currency: 'EUR' },
      { name: 'P-2', code: 'P-2', quantity: 3, price: 60, currency: undefined },
      { name: 'Gift', code: '', quantity: null, price: null, currency: undefined },
    ]);
  });

  it('are none where the request holds no list of them', () => {
    expect([{}, null, 'text', { productList: {} }].map(itemsOf)).toEqual([[], [], [], []]);
  });
});
