import type { JsonObject } from '@redoubt/kernel';
import type { RuleSource } from '../src/index.ts';

/** Fifty clauses of the kind analysts write: comparisons, text members, dates, a list, arithmetic, and/or/not. */
export const fiftyClauses = (): RuleSource => ({
  condition: 'WHEN @"totalAmount" > 0 and Exists(@"user.userId")',
  clauses: Array.from({ length: 50 }, (_unused, index) => {
    const limit = 10_000 + index * 37;
    const shapes = [
      `RETURN Reject("amount ${index}") WHEN @"totalAmount" > ${limit} and @"user.country" == "X${index}"`,
      `LET $domain${index} = @"user.email".Substring(@"user.email".IndexOf("@") + 1)\nRETURN Review("domain") WHEN $domain${index}.EndsWith(".tld${index}") or $domain${index}.Contains("throwaway${index}")`,
      `RETURN Reject("new account") WHEN DaysSince(@"user.creationDate") < ${index % 3} and @"totalAmount" > ${limit}`,
      `RETURN Reject("list") WHEN In(@"device.ipAddress", "10.0.${index}.1, 10.0.${index}.2") or ContainsKey("Bad users", "UserId", @"user.userId")`,
      `OBSERVE Output(ratio = @"totalAmount" / 100.0) WHEN @"totalAmount" * 2 > ${limit * 3} and not @"user.isEmailValidated"`,
    ];
    return { id: `c${index}`, name: `Clause ${index}`, code: shapes[index % shapes.length] ?? '' };
  }),
});

/** An event of about 4 KB in which every clause is evaluated and none decides. */
export const eventOf4Kb = (): JsonObject => ({
  purchaseId: 'p-1',
  totalAmount: 129.9,
  user: {
    userId: 'cust-48213',
    email: 'nora.quill@mailbox.example',
    country: 'DE',
    creationDate: '2023-11-02T08:05:00Z',
    isEmailValidated: true,
  },
  device: { ipAddress: '192.0.2.17', userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36' },
  productList: Array.from({ length: 14 }, (_unused, index) => ({
    productId: `sku-${index}`,
    productName: `Article number ${index} with a name of some length`,
    type: index % 2 === 0 ? 'Digital' : 'Physical',
    purchasePrice: 9.9 + index,
    salesPrice: 12.9 + index,
    quantity: 1 + (index % 3),
    currency: 'EUR',
    market: 'DE',
    category: 'ClothingShoes',
  })),
  shippingAddress: { street1: 'Lindenweg 7', city: 'Berlin', zipCode: '10115', country: 'DE' },
});
