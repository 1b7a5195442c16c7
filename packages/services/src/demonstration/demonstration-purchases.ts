import { PURCHASE_SAMPLE } from '@redoubt/domain';
import { HOUR_MS, MINUTE_MS, type JsonObject } from '@redoubt/kernel';

/** People who share a device, an address or a card: what link analysis finds. */
export type Ring = 'device' | 'address' | 'card';

/** What became of the case of a purchase; the rest is open. */
export type Ending = 'open' | 'escalated' | 'onHold' | 'decided' | 'reopened' | 'overturned' | 'timedOut';

/** A purchase of the demonstration that its rules send to review. */
export type DemonstrationPurchase = {
  readonly number: number;
  readonly id: string;
  readonly receivedAtMs: number;
  readonly ring: Ring | null;
  readonly ending: Ending;
  readonly body: JsonObject;
};

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
type Basket = keyof typeof BASKETS;

/** So many purchases of one basket, the newest so long ago, one each `everyMinutes` before it. */
type Run = {
  readonly count: number;
  readonly basket: Basket;
  readonly newestHours: number;
  readonly everyMinutes: number;
  readonly ring?: Ring;
  readonly ending: Ending;
};

/** Sixty open cases, and those that came to an end before; none is due before an evening of looking around is over. */
const RUNS: readonly Run[] = [
  { count: 4, basket: 'other', newestHours: 25, everyMinutes: 47, ending: 'timedOut' },
  { count: 10, basket: 'digital', newestHours: 30, everyMinutes: 190, ending: 'decided' },
  { count: 10, basket: 'large', newestHours: 12, everyMinutes: 170, ending: 'decided' },
  { count: 3, basket: 'large', newestHours: 9, everyMinutes: 65, ring: 'address', ending: 'decided' },
  { count: 6, basket: 'firstOrder', newestHours: 10, everyMinutes: 75, ending: 'decided' },
  { count: 3, basket: 'firstOrder', newestHours: 9, everyMinutes: 20, ring: 'device', ending: 'decided' },
  { count: 4, basket: 'other', newestHours: 8, everyMinutes: 120, ending: 'decided' },
  { count: 2, basket: 'digital', newestHours: 14, everyMinutes: 61, ring: 'card', ending: 'decided' },
  { count: 2, basket: 'large', newestHours: 11, everyMinutes: 95, ending: 'overturned' },
  { count: 2, basket: 'digital', newestHours: 13, everyMinutes: 88, ending: 'reopened' },
  { count: 2, basket: 'large', newestHours: 7, everyMinutes: 50, ending: 'escalated' },
  { count: 1, basket: 'other', newestHours: 5, everyMinutes: 1, ending: 'onHold' },
  { count: 16, basket: 'large', newestHours: 0.4, everyMinutes: 21, ending: 'open' },
  { count: 6, basket: 'large', newestHours: 0.6, everyMinutes: 33, ring: 'address', ending: 'open' },
  { count: 6, basket: 'firstOrder', newestHours: 0.5, everyMinutes: 31, ending: 'open' },
  { count: 7, basket: 'firstOrder', newestHours: 0.8, everyMinutes: 9, ring: 'device', ending: 'open' },
  { count: 8, basket: 'digital', newestHours: 0.3, everyMinutes: 41, ending: 'open' },
  { count: 5, basket: 'digital', newestHours: 0.7, everyMinutes: 14, ring: 'card', ending: 'open' },
  { count: 7, basket: 'other', newestHours: 0.2, everyMinutes: 26, ending: 'open' },
];

const pick = <Item>(items: readonly Item[], number: number): Item => items[number % items.length] as Item;

const customerOf = (number: number) => {
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

const bodyOf = (number: number, { basket, ring }: Pick<Run, 'basket' | 'ring'>, atMs: number): JsonObject => {
  const { least, step, product, type, method } = BASKETS[basket];
  const { currency, address, ...user } = customerOf(number);
  const time = new Date(atMs).toISOString();
  const totalAmount = least + ((number * step) % (step * 23)) + 0.9;
  const createdMs =
    atMs - (basket === 'firstOrder' ? 40 * MINUTE_MS + number * MINUTE_MS : (60 + number) * 24 * HOUR_MS);
  const shippingAddress = ring === 'address' ? { ...address, ...FORWARDER } : address;
  return {
    ...PURCHASE_SAMPLE,
    purchaseId: `demo-${number}`,
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
      deviceContextId: `demo-session-${number}`,
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
    threeDS: { isThreeDSAuth: false, eci: '07', transStatus: 'N' },
    customData: { basketMinutes: 0.5 + (number % 3) / 2, landingPage: 'search' },
    _metadata: { trackingId: `demo-${number}`, merchantTimeStamp: time },
  };
};

/**
 * Purchases of the last days, the oldest first: the same ones for the same time.
 *
 * @param nowMs when they begin to be looked at.
 * @param firstNumber before the first one: other numbers bring other customers.
 */
export const demonstrationPurchases = (nowMs: number, firstNumber: number): readonly DemonstrationPurchase[] => {
  let number = firstNumber;
  const purchases = RUNS.flatMap((run) =>
    Array.from({ length: run.count }, (_, index): DemonstrationPurchase => {
      number += 1;
      const receivedAtMs = nowMs - run.newestHours * HOUR_MS - index * run.everyMinutes * MINUTE_MS;
      const { ring = null, ending } = run;
      return { number, id: `demo-${number}`, receivedAtMs, ring, ending, body: bodyOf(number, run, receivedAtMs) };
    }),
  );
  return purchases.toSorted((left, right) => left.receivedAtMs - right.receivedAtMs);
};
