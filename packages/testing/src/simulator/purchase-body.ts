import { DAY_MS, HOUR_MS, type JsonObject } from '@redoubt/kernel';
import type { Card } from './cards.ts';
import type { Device } from './devices.ts';
import { inCurrency, roundedAmount, type BasketLine } from './products.ts';
import type { Random } from './random.ts';
import type { Address, Shopper } from './shoppers.ts';

/** Everything that tells one purchase from another. */
export type PurchaseFacts = {
  readonly purchaseId: string;
  readonly trackingId: string;
  readonly atMs: number;
  readonly shopper: Shopper;
  readonly device: Device;
  readonly card: Card;
  readonly basket: readonly BasketLine[];
  readonly shipTo: Address;
  readonly isGuest: boolean;
  /** 1 for a first try, counting up for each repetition of the same order. */
  readonly attempt: number;
  readonly cvvVerify: 'Y' | 'N' | 'U';
  readonly is3dsAuthenticated: boolean;
  /** Minutes between the first article in the basket and the order. */
  readonly basketMinutes: number;
};

const TAX_SHARE = 0.19 / 1.19;

const iso = (atMs: number): string => new Date(atMs).toISOString();

const inZone = (atMs: number, utcOffsetHours: number): string => {
  const sign = utcOffsetHours < 0 ? '-' : '+';
  const offset = `${sign}${String(Math.abs(utcOffsetHours)).padStart(2, '0')}:00`;
  return `${iso(atMs + utcOffsetHours * HOUR_MS).slice(0, -1)}${offset}`;
};

const addressBody = (address: Address): JsonObject => ({ ...address });

const productBody = (line: BasketLine, { market }: Shopper, shippingMethod: string): JsonObject => {
  const { product, quantity } = line;
  const salesPrice = inCurrency(product.priceEur, market.currency);
  const cogs = roundedAmount(salesPrice * product.costShare);
  return {
    productId: `sku-${product.sku}`,
    productName: product.name,
    type: product.type,
    sku: product.sku,
    category: product.category,
    productBrand: product.brand,
    market: market.country,
    language: market.language,
    salesPrice,
    purchasePrice: roundedAmount(salesPrice * quantity),
    currency: market.currency,
    cogs,
    margin: roundedAmount(salesPrice - cogs),
    quantity,
    isRecurring: product.category === 'Subscription',
    isFree: false,
    isPreorder: false,
    shippingMethod: product.type === 'Digital' ? 'DigitalToken' : shippingMethod,
  };
};

const deviceBody = (device: Device, facts: PurchaseFacts): JsonObject => {
  const { profile } = device;
  const { market } = facts.shopper;
  return {
    deviceContextId: facts.trackingId,
    ipAddress: device.ipAddress,
    provider: 'DFPFingerPrinting',
    externalDeviceId: device.externalDeviceId,
    externalDeviceType: profile.type,
    deviceId: device.deviceId,
    httpUserAgent: profile.userAgent,
    browserLanguage: market.language,
    screenResolution: profile.resolution,
    screenAspectRatio: profile.aspectRatio,
    screenColorDepth: '24',
    os: profile.os,
    deviceModelName: profile.model,
    deviceProcessor: profile.processor,
    timeZone: String(market.utcOffsetHours),
    siteHostName: 'shop.example',
    enabledCookies: true,
    enabledJavaScript: true,
  };
};

const instrumentBody = (facts: PurchaseFacts, amount: number): JsonObject => {
  const { card, shopper } = facts;
  return {
    purchaseAmount: amount,
    merchantPaymentInstrumentId: card.instrumentId,
    type: 'CreditCard',
    creationDate: iso(Math.max(shopper.createdMs, facts.atMs - 200 * DAY_MS)),
    state: 'Active',
    cardType: card.cardType,
    holderName: `${shopper.firstName} ${shopper.lastName}`,
    bin: card.bin,
    lastFourDigits: card.lastFourDigits,
    expirationDate: card.expirationDate,
    bankName: card.bankName,
    bankCountryISO: card.bankCountry,
    binCountryISO: card.bankCountry,
    currency: shopper.market.currency,
    piSource: 'CustomerInput',
    cvvVerify: facts.cvvVerify,
    avsVerify: facts.shipTo === shopper.address ? 'Y' : 'U',
    billingAddress: addressBody(shopper.address),
  };
};

/**
 * The body of a purchase as a merchant's back end sends it (`docs/reference/wire.md#purchase-generation`): 3 KB, every
 * field of the schema's own.
 */
export const purchaseBody = (random: Random, facts: PurchaseFacts): JsonObject => {
  const { shopper, device, basket, atMs } = facts;
  const { market } = shopper;
  const shippingMethod = basket.every((line) => line.product.type === 'Digital')
    ? 'DigitalToken'
    : random.pick(['Standard', 'Standard', 'Express', 'InStorePickup']);
  const products = basket.map((line) => productBody(line, shopper, shippingMethod));
  const pieces = basket.reduce((sum, line) => sum + line.quantity, 0);
  const totalAmount = roundedAmount(
    basket.reduce((sum, line) => sum + inCurrency(line.product.priceEur, market.currency) * line.quantity, 0),
  );
  return {
    purchaseId: facts.purchaseId,
    assessmentType: 'Protect',
    customerLocalDate: inZone(atMs, market.utcOffsetHours),
    merchantLocalDate: iso(atMs),
    totalAmount,
    salesTax: roundedAmount(totalAmount * TAX_SHARE),
    currency: market.currency,
    shippingMethod,
    orderInitiatedChannel: device.profile.channel,
    merchantCategoryCode: '5732',
    storeId: `web-${market.country.toLowerCase()}`,
    attemptId: `${facts.purchaseId}-${facts.attempt}`,
    isRetryOrder: facts.attempt > 1,
    isGuestCheckout: facts.isGuest,
    distinctItemCount: basket.length,
    totalItemCount: pieces,
    user: {
      userId: shopper.userId,
      creationDate: iso(shopper.createdMs),
      firstName: shopper.firstName,
      lastName: shopper.lastName,
      country: market.country,
      zipCode: shopper.address.zipCode,
      language: market.language,
      phoneNumber: shopper.phoneNumber,
      email: shopper.email,
      profileType: 'Consumer',
      isEmailValidated: shopper.isEmailValidated,
      isPhoneNumberValidated: false,
    },
    deviceContext: deviceBody(device, facts),
    shippingAddress: addressBody(facts.shipTo),
    paymentInstrumentList: [instrumentBody(facts, totalAmount)],
    productList: products,
    threeDS: {
      isThreeDSAuth: facts.is3dsAuthenticated,
      eci: facts.is3dsAuthenticated ? '05' : '07',
      transStatus: facts.is3dsAuthenticated ? 'Y' : 'N',
    },
    customData: {
      basketMinutes: roundedAmount(facts.basketMinutes),
      loyaltyPoints: Math.floor((atMs - shopper.createdMs) / DAY_MS),
      couponUsed: random.chance(0.12),
      landingPage: random.pick(['home', 'search', 'spring', 'newsletter', 'partner']),
    },
    _metadata: { trackingId: facts.trackingId, merchantTimeStamp: iso(atMs) },
  };
};
