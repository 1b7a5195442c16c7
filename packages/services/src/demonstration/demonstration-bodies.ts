import { PURCHASE_SAMPLE } from '@redoubt/domain';
import { HOUR_MS, MINUTE_MS, type JsonObject } from '@redoubt/kernel';

/** People who share a device, an address or a card: what link analysis finds. */
export type Ring = 'device' | 'address' | 'card';

const FIRST_NAMES = 'Ada Bo Clara Dario Elif Finn Greta Hanne Ivo Jana Karim Lea Mats'.split(' ');
const LAST_NAMES = 'Aldous Brandt Corvo Dahlin Engel Ferri Grau Holst Ibsen Jansen Krol'.split(' ');

const place = (country: string, state: string, city: string, zipCode: string, street: string, currency = 'EUR') => ({
  country,
  state,
  city,
  zipCode,
  street,
  currency,
});
const PLACES = [
  place('DE', 'MV', 'Rostock', '18055', 'Hafenweg'),
  place('DK', 'Midtjylland', 'Aarhus', '8000', 'Åboulevarden', 'DKK'),
  place('FR', 'Rhône', 'Lyon', '69002', 'Rue des Remparts'),
  place('IT', 'TO', 'Torino', '10121', 'Via dei Mercanti'),
  place('NL', 'Utrecht', 'Utrecht', '3511', 'Oudegracht'),
  place('PT', 'Braga', 'Braga', '4700', 'Rua do Souto'),
  place('ES', 'Asturias', 'Gijón', '33201', 'Calle Corrida'),
  place('SE', 'Skåne', 'Malmö', '21120', 'Skeppsgatan', 'SEK'),
] as const;

/** What is bought decides about the queue, see `ROUTING_RULES`. */
const BASKETS = {
  large: { least: 640, step: 77, product: 'Mirrorless camera', type: 'Physical', method: 'Express' },
  firstOrder: { least: 95, step: 11, product: 'Running shoes', type: 'Physical', method: 'Standard' },
  digital: { least: 25, step: 5, product: 'Gift card', type: 'Digital', method: 'DigitalToken' },
  other: { least: 130, step: 13, product: 'Field lamp', type: 'Physical', method: 'Standard' },
} as const;
export type Basket = keyof typeof BASKETS;

export const pick = <Item>(items: readonly Item[], number: number): Item => items[number % items.length] as Item;

/** A customer, the same one for the same number. */
export const customerOf = (number: number) => {
  const [firstName, lastName] = [pick(FIRST_NAMES, number), pick(LAST_NAMES, number * 3)];
  const where = pick(PLACES, number * 5);
  const { country, state, city, zipCode } = where;
  const name = { firstName, lastName, phoneNumber: `+49-30555${String(10_000 + number * 7)}` };
  return {
    currency: where.currency,
    userId: `demo-cust-${number}`,
    email: `${firstName}.${lastName}${number}@mailbox.example`.toLowerCase(),
    ...name,
    country,
    zipCode,
    address: { ...name, street1: `${where.street} ${1 + (number % 60)}`, city, state, zipCode, country },
  };
};

/** Of no bank. */
const CARD_PREFIXES = '400000 400001 400002 400003 510000 510001 510002 520000 520001 530000'.split(' ');

/** Where the parcels of a ring go. */
const FORWARDER = {
  street1: 'Speicherstraße 4, Tor 9',
  city: 'Wismar',
  state: 'MV',
  zipCode: '23966',
  country: 'DE',
} as const;

const cardOf = (
  number: number,
  ring: Ring | undefined,
  { firstName, lastName }: { readonly firstName: string; readonly lastName: string },
) => ({
  merchantPaymentInstrumentId: ring === 'card' ? 'demo-card-ring' : `demo-card-${number}`,
  type: 'CreditCard',
  state: 'Active',
  cardType: number % 3 === 0 ? 'Mastercard' : 'Visa',
  holderName: `${firstName} ${lastName}`,
  bin: ring === 'card' ? '411100' : pick(CARD_PREFIXES, number),
  lastFourDigits: ring === 'card' ? '4417' : String(1000 + ((number * 137) % 9000)),
  expirationDate: '09/29',
});

export type Purchase = {
  readonly id: string;
  /** Who buys, with which card and device. */
  readonly customer: number;
  readonly basket: Basket;
  readonly ring?: Ring | undefined;
  readonly atMs: number;
  /** Bought within two minutes and without 3-D Secure: what `REVIEW_RULE` asks for. */
  readonly hurried: boolean;
};

export const purchaseBody = ({ id, customer: number, basket, ring, atMs, hurried }: Purchase): JsonObject => {
  const { least, step, product, type, method } = BASKETS[basket];
  const { currency, address, ...user } = customerOf(number);
  const time = new Date(atMs).toISOString();
  const totalAmount = least + ((number * step) % (step * 23)) + 0.9;
  const createdMs =
    atMs - (basket === 'firstOrder' ? 40 * MINUTE_MS + number * MINUTE_MS : (60 + number) * 24 * HOUR_MS);
  const shippingAddress = ring === 'address' ? { ...address, ...FORWARDER } : address;
  return {
    ...PURCHASE_SAMPLE,
    purchaseId: id,
    customerLocalDate: time,
    merchantLocalDate: time,
    totalAmount,
    salesTax: Math.round(totalAmount * 16) / 100,
    currency,
    shippingMethod: method,
    distinctItemCount: 1,
    totalItemCount: 1,
    user: {
      ...user,
      creationDate: new Date(createdMs).toISOString(),
      language: 'en-US',
      profileType: 'Consumer',
      isEmailValidated: number % 3 === 0,
      isPhoneNumberValidated: false,
    },
    deviceContext: {
      deviceContextId: `${id}-session`,
      ipAddress: `203.0.113.${ring === 'device' ? 66 : 1 + (number % 60)}`,
      provider: 'DFPFingerPrinting',
      externalDeviceId: ring === 'device' ? 'demo-device-ring' : `demo-device-${number}`,
      externalDeviceType: number % 4 === 0 ? 'Mobile' : 'Computer',
    },
    shippingAddress,
    paymentInstrumentList: [
      {
        purchaseAmount: totalAmount,
        ...cardOf(number, ring, user),
        billingAddress: address,
        cvvVerify: 'Y',
        avsVerify: 'U',
      },
    ],
    productList: [
      {
        productId: `demo-${basket}`,
        productName: product,
        type,
        category: 'Other',
        salesPrice: totalAmount,
        quantity: 1,
        currency,
      },
    ],
    threeDS: hurried
      ? { isThreeDSAuth: false, eci: '07', transStatus: 'N' }
      : { isThreeDSAuth: true, eci: '05', transStatus: 'Y' },
    customData: { basketMinutes: (hurried ? 0.5 : 4) + (number % 3) / 2, landingPage: 'search' },
    _metadata: { trackingId: id, merchantTimeStamp: time },
  };
};
