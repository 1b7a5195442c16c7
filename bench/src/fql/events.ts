import { DAY_MS } from '@redoubt/kernel';
import { type BenchEvent, COUNTRY_NAMES, NOW_MS } from './clauses.ts';

/** Different events of about 4 KB; the same ones in every run. */
export const events = (count: number): readonly BenchEvent[] =>
  Array.from({ length: count }, (_, index) => {
    // Primes keep the members from repeating together.
    const ageDays = (index * 31) % 701;
    return {
      purchaseId: `p-${index}`,
      totalAmount: ((index * 37) % 600) + 0.5,
      shippingCost: (index * 7) % 20,
      currency: 'EUR',
      user: {
        userId: `cust-${index}`,
        email: `nora.${index}@mail${index % 13}.example`,
        country: COUNTRY_NAMES[(index * 3) % COUNTRY_NAMES.length] ?? 'DE',
        isEmailValidated: index % 3 === 0,
        creationDate: new Date(NOW_MS - ageDays * DAY_MS - 3_600_000).toISOString(),
      },
      device: { ipAddress: '192.0.2.17', userAgent: `Mozilla/5.0 (X11; Linux x86_64) Browser/${index % 29}.0` },
      productList: Array.from({ length: 18 }, (_item, item) => ({
        productId: `sku-${item}`,
        productName: `Article number ${item} with a name of some length`,
        type: item % 2 === 0 ? 'Digital' : 'Physical',
        purchasePrice: 9.9 + item,
        salesPrice: 12.9 + item,
        quantity: 1 + (item % 3),
        currency: 'EUR',
        category: 'ClothingShoes',
      })),
      shippingAddress: { street1: 'Lindenweg 7', city: 'Berlin', zipCode: '10115', country: 'DE' },
    };
  });
