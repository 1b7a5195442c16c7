import {
  BOOSTER_ATTRIBUTES,
  BOOSTER_SIGNALS,
  shapeStoredEvent,
  textAt,
  type BoosterAttribute,
  type BoosterCard,
  type BoosterField,
} from '@redoubt/domain';
import { DAY_MS, isJsonObject, type Json, type JsonObject } from '@redoubt/kernel';
import type { EventRecord } from '@redoubt/storage';

/** A value that connectors may receive; null where the purchase has none. */
export type SharedValue = string | number | boolean | null;
export type SharedFields = Readonly<Record<BoosterField, SharedValue>>;

/** Where raw attributes stand in a purchase, as masks know them. */
export const ATTRIBUTE_PATHS: Readonly<Record<BoosterAttribute, string>> = {
  bin: 'paymentInstrumentList.bin',
  lastFourDigits: 'paymentInstrumentList.lastFourDigits',
  userId: 'user.userId',
  email: 'user.email',
  phoneNumber: 'user.phoneNumber',
  ipAddress: 'deviceContext.ipAddress',
  deviceId: 'deviceContext.deviceContextId',
  billingZipCode: 'paymentInstrumentList.billingAddress.zipCode',
  billingCountry: 'paymentInstrumentList.billingAddress.country',
  shippingZipCode: 'shippingAddress.zipCode',
  shippingCountry: 'shippingAddress.country',
};

const BOOLEANS: Readonly<Partial<Record<BoosterField, readonly [object: string | null, name: string]>>> = {
  isGuestCheckout: [null, 'isGuestCheckout'],
  isEmailValidated: ['user', 'isEmailValidated'],
  isPhoneNumberValidated: ['user', 'isPhoneNumberValidated'],
  isThreeDSAuth: ['threeDS', 'isThreeDSAuth'],
};

const objectAt = (body: JsonObject, name: string): JsonObject => {
  const found = body[name];
  return isJsonObject(found) ? found : {};
};

const instrumentsOf = (body: JsonObject): readonly JsonObject[] => {
  const { paymentInstrumentList: list } = body;
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
};

/** The request of a purchase under the canonical names of its properties. */
const bodyOf = ({ request }: Pick<EventRecord, 'request'>): JsonObject => {
  if (!isJsonObject(request)) return {};
  const body = structuredClone<JsonObject>(request);
  shapeStoredEvent('purchase', body);
  return body;
};

const isBin = (text: string | null): text is string => text !== null && /^\d{6,8}$/.test(text);

/** A purchase as it is shared with connectors. */
export type ShareablePurchase = {
  readonly cards: readonly (BoosterCard & { readonly instrument: JsonObject })[];
  /** @param card the one that the connector is for. */
  readonly fieldsOf: (card: number) => SharedFields;
};

/** What may be shared of a recorded purchase. */
export const shareablePurchase = (
  record: Pick<EventRecord, 'request' | 'facts' | 'eventId' | 'receivedAt'>,
): ShareablePurchase => {
  const body = bodyOf(record);
  const { facts, eventId, receivedAt } = record;
  const cards = instrumentsOf(body).map((instrument) => {
    const bin = textAt(instrument, 'bin');
    return { bin: isBin(bin) ? bin : null, network: textAt(instrument, 'cardType'), instrument };
  });
  const booleanAt = (field: BoosterField): SharedValue => {
    const [within, name] = BOOLEANS[field] ?? [null, field];
    const value: Json | undefined = (within === null ? body : objectAt(body, within))[name];
    return typeof value === 'boolean' ? value : null;
  };
  const accountAgeDays = (): number | null => {
    const createdMs = Date.parse(textAt(body, 'user.creationDate') ?? '');
    const days = Math.floor((receivedAt.getTime() - createdMs) / DAY_MS);
    return days >= 0 ? days : null;
  };
  return {
    cards,
    fieldsOf: (card) => {
      const { bin = null, network = null, instrument = {} } = cards[card] ?? {};
      return {
        purchaseId: eventId,
        decidedAt: receivedAt.toISOString(),
        decision: facts.decision,
        riskScore: facts.riskScore,
        amount: facts.amount,
        currency: facts.currency,
        network,
        isGuestCheckout: booleanAt('isGuestCheckout'),
        accountAgeDays: accountAgeDays(),
        isEmailValidated: booleanAt('isEmailValidated'),
        isPhoneNumberValidated: booleanAt('isPhoneNumberValidated'),
        isThreeDSAuth: booleanAt('isThreeDSAuth'),
        cvvVerify: textAt(instrument, 'cvvVerify'),
        avsVerify: textAt(instrument, 'avsVerify'),
        bin,
        lastFourDigits: textAt(instrument, 'lastFourDigits'),
        userId: facts.userId,
        email: facts.email,
        phoneNumber: textAt(body, 'user.phoneNumber'),
        ipAddress: facts.ipAddress,
        deviceId: facts.deviceId,
        billingZipCode: textAt(instrument, 'billingAddress.zipCode'),
        billingCountry: textAt(instrument, 'billingAddress.country'),
        shippingZipCode: textAt(body, 'shippingAddress.zipCode'),
        shippingCountry: textAt(body, 'shippingAddress.country'),
      };
    },
  };
};

const FIELDS: ReadonlyMap<string, BoosterField> = new Map(
  [...BOOSTER_SIGNALS, ...BOOSTER_ATTRIBUTES].map((field) => [field.toLowerCase(), field]),
);

/** The field that a parameter of a call is given; undefined where it is none. */
export const fieldOfParameter = (name: string): BoosterField | undefined => FIELDS.get(name.toLowerCase());

/** The raw attribute that a field is; undefined where it is a standard signal. */
export const rawAttribute = (field: BoosterField | undefined): BoosterAttribute | undefined =>
  BOOSTER_ATTRIBUTES.find((each) => each === field);

/** Values of the parameters of a call, in their order: those of raw attributes that were not chosen stay null. */
export const argumentsOf = (
  parameters: readonly { readonly name: string }[],
  fields: SharedFields,
  attributes: readonly BoosterAttribute[],
): readonly SharedValue[] =>
  parameters.map(({ name }) => {
    const field = fieldOfParameter(name);
    const raw = rawAttribute(field);
    return field === undefined || (raw !== undefined && !attributes.includes(raw)) ? null : fields[field];
  });
