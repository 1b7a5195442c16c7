import type { JsonObject } from '@redoubt/kernel';

/** A kind of history: how large its events are, and what is counted of each. */
export type HistoryShape = {
  readonly name: string;
  readonly bytes: number;
  /** Velocities an event adds to and the rules read. */
  readonly velocities: number;
  /** Events a second that are aimed at. */
  readonly goal: number;
};

export const SHAPES: readonly HistoryShape[] = [
  { name: '0.5 kB, 6 velocities', bytes: 500, velocities: 6, goal: 60_000 },
  { name: '4 kB, 20 velocities', bytes: 4000, velocities: 20, goal: 15_000 },
];

const PEOPLE = 20_000;
const CARDS = 30_000;
const ADDRESSES = 15_000;
const DEVICES = 25_000;

/** Multiplies by a large odd number: neighbours end up far apart, the same way each time. */
const spread = (index: number, among: number): number => ((index * 2_654_435_761) >>> 0) % among;

const item = (index: number, line: number): JsonObject => ({
  productId: `sku-${spread(index + line, 5000)}`,
  productName: `Article number ${spread(index + line, 5000)} of the winter catalogue`,
  type: 'Physical',
  sku: `W-${spread(index + line, 5000)}-${line}`,
  category: 'Household',
  market: 'DE',
  salesPrice: 12.5 + line,
  currency: 'EUR',
  quantity: 1 + (line % 3),
  isFree: false,
  language: 'de-DE',
  purchasePrice: 12.5 + line,
  margin: 2.1,
  isPreorder: false,
  shippingMethod: 'Standard',
});

/** The e-mail and the card alone: what the two system sets of three velocities each are counted by. */
const small = (index: number): JsonObject => ({
  totalAmount: 5 + spread(index, 30_000) / 100,
  currency: 'EUR',
  assessmentType: 'Protect',
  customerLocalDate: '2026-03-14T10:22:31Z',
  user: { userId: `user-${spread(index, PEOPLE)}`, email: `shopper${spread(index, PEOPLE)}@mailbox.example` },
  paymentInstrumentList: [{ merchantPaymentInstrumentId: `card-${spread(index * 7, CARDS)}`, type: 'CREDITCARD' }],
});

const large = (index: number): JsonObject => ({
  ...small(index),
  deviceContext: {
    deviceContextId: `session-${index}`,
    ipAddress: `198.51.${spread(index * 3, ADDRESSES) >> 8}.${spread(index * 3, ADDRESSES) & 255}`,
    externalDeviceId: `device-${spread(index * 5, DEVICES)}`,
    provider: 'Merchant',
  },
  productList: Array.from({ length: 9 }, (_, line) => item(index, line)),
});

/** A purchase of a history, of about the size its shape says. */
export const purchaseOf = (shape: HistoryShape, index: number, atMs: number): JsonObject => {
  const purchase = shape.bytes > 1000 ? large(index) : small(index);
  const at = new Date(atMs).toISOString();
  return {
    purchaseId: `bench-${String(index).padStart(9, '0')}`,
    merchantLocalDate: at,
    ...purchase,
    _metadata: { trackingId: `t-${index}`, merchantTimeStamp: at },
  };
};
