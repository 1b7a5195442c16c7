import { expect, it } from 'vitest';
import { firstAttributes } from './first-attributes.ts';

const IDENTIFYING = ['email', 'userId', 'deviceId', 'paymentInstrumentId'];

it('links are looked for by what identifies a person where that is shared, else by the rarest shared value', () => {
  expect(firstAttributes(undefined)).toEqual(IDENTIFYING);
  expect(firstAttributes([{ attribute: 'email', events: 0 }])).toEqual(IDENTIFYING);
  const ip = { attribute: 'ipAddress', events: 22 } as const;
  const street = { attribute: 'own:shippingAddress.street1', events: 13 } as const;
  expect(firstAttributes([ip, { attribute: 'email', events: 1 }])).toEqual(IDENTIFYING);
  expect(firstAttributes([{ attribute: 'email', events: 0 }, ip, street])).toEqual(['own:shippingAddress.street1']);
});
