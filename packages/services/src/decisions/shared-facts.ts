import { textAt } from '@redoubt/domain';
import { isJsonObject, type Json, type JsonObject } from '@redoubt/kernel';
import type { SharedFacts } from '@redoubt/storage';

/** Values of one kind that are kept of an event. */
const MOST = 20;

const ADDRESS_PARTS = [
  'street1',
  'street2',
  'street3',
  'city',
  'district',
  'state',
  'zipCode',
  'country',
  'countryRegion',
] as const;

const objectsAt = (body: JsonObject, name: string): readonly JsonObject[] => {
  const value = body[name];
  const items: readonly (Json | undefined)[] = Array.isArray(value) ? (value as readonly Json[]) : [value];
  return items
    .filter((item) => item !== undefined)
    .filter(isJsonObject)
    .slice(0, MOST);
};

/** An address in one line; none where there is no street: a town alone links no people. */
const lineOf = (address: JsonObject): readonly string[] => {
  if ((textAt(address, 'street1')?.trim() ?? '') === '') return [];
  return [ADDRESS_PARTS.flatMap((part) => textAt(address, part) ?? []).join(', ')];
};

const unique = (values: readonly (string | null)[]): readonly string[] => [
  ...new Set(values.filter((value) => value !== null && value.trim() !== '') as string[]),
];

/** What the graph links events by that nothing else is kept for: phones, postal addresses, products; undefined where there are none. */
export const sharedFacts = (body: JsonObject): SharedFacts | undefined => {
  const instruments = [...objectsAt(body, 'paymentInstrumentList'), ...objectsAt(body, 'paymentInstruments')];
  const places = ['shippingAddress', 'address', 'shipping', 'billing'].flatMap((name) => objectsAt(body, name));
  const billing = instruments.flatMap((instrument) => objectsAt(instrument, 'billingAddress'));
  const ofUser = objectsAt(body, 'user').flatMap((user) => objectsAt(user, 'address'));
  const phones = unique([
    textAt(body, 'user.phoneNumber'),
    ...objectsAt(body, 'phone').map((phone) => textAt(phone, 'phoneNumber')),
  ]);
  const addresses = unique([...places, ...billing, ...ofUser].flatMap(lineOf));
  const products = unique(
    objectsAt(body, 'productList').map((product) => textAt(product, 'productId') ?? textAt(product, 'sku')),
  );
  if (phones.length + addresses.length + products.length === 0) return undefined;
  return {
    ...(phones.length > 0 && { phones }),
    ...(addresses.length > 0 && { addresses }),
    ...(products.length > 0 && { products }),
  };
};
