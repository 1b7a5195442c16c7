import type { Id } from '@redoubt/kernel';

/**
 * Version of the text that people agree to before anything is shared (`docs/operate/acceptance-booster.md#consent`). A change of
 * its meaning is a new version, and what was agreed to before does not cover it.
 */
export const BOOSTER_CONSENT_VERSION = 1;

/** What a connector may receive of every purchase: facts that Redoubt worked out or the order, none of a person. */
export const BOOSTER_SIGNALS = [
  'purchaseId',
  'decidedAt',
  'decision',
  'riskScore',
  'amount',
  'currency',
  'network',
  'isGuestCheckout',
  'accountAgeDays',
  'isEmailValidated',
  'isPhoneNumberValidated',
  'isThreeDSAuth',
  'cvvVerify',
  'avsVerify',
] as const;
export type BoosterSignal = (typeof BOOSTER_SIGNALS)[number];

/** Raw attributes, each shared only where the environment chose it. */
export const BOOSTER_ATTRIBUTES = [
  'bin',
  'lastFourDigits',
  'userId',
  'email',
  'phoneNumber',
  'ipAddress',
  'deviceId',
  'billingZipCode',
  'billingCountry',
  'shippingZipCode',
  'shippingCountry',
] as const;
export type BoosterAttribute = (typeof BOOSTER_ATTRIBUTES)[number];
export type BoosterField = BoosterSignal | BoosterAttribute;

/** Networks that a connector can be for: values of `cardType` that issuers of cards stand behind. */
export const BOOSTER_NETWORKS = [
  'Visa',
  'Mastercard',
  'Amex',
  'Discover',
  'DiscoverDiners',
  'JCB',
  'UnionPay',
] as const;
export type BoosterNetwork = (typeof BOOSTER_NETWORKS)[number];

/** Where purchases of some cards are sent: an external call of the same environment. */
export type BoosterConnector = {
  /** What the issuer or network is called. */
  readonly name: string;
  readonly callId: Id;
  /** Beginnings of card numbers: `41111111`, or a range of equally long ones, `400000-400999`. */
  readonly bins: readonly string[];
  readonly networks: readonly BoosterNetwork[];
};

/** What an environment chose about sharing approved purchases with issuers. */
export type BoosterSettings = {
  readonly optedIn: boolean;
  readonly attributes: readonly BoosterAttribute[];
  /** Per cent of the purchases that would be shared and are not, drawn at random, to compare with; 0 for none. */
  readonly holdoutPercent: number;
  readonly connectors: readonly BoosterConnector[];
};

/** Nothing is shared. */
export const DEFAULT_BOOSTER: BoosterSettings = { optedIn: false, attributes: [], holdoutPercent: 0, connectors: [] };

export const MAX_BOOSTER_HOLDOUT_PERCENT = 50;
export const MAX_BOOSTER_CONNECTORS = 50;
export const MAX_BOOSTER_BINS = 500;
export const MAX_BOOSTER_NAME = 60;

/** What became of a purchase that a connector is for. */
export const BOOSTER_STATES = ['waiting', 'sent', 'failed', 'heldOut'] as const;
export type BoosterState = (typeof BOOSTER_STATES)[number];

/** What an issuer answered: whether it takes the purchase into account, or nothing that says so. */
export const BOOSTER_ANSWERS = ['accepted', 'declined', 'none'] as const;
export type BoosterAnswer = (typeof BOOSTER_ANSWERS)[number];

const BIN = /^(\d{4,8})(?:-(\d{4,8}))?$/;

/** The first and last beginning of an entry; null where it is none. */
const rangeOf = (entry: string): readonly [from: string, to: string] | null => {
  const [, from, to = from] = BIN.exec(entry) ?? [];
  return from !== undefined && to !== undefined && from.length === to.length && from <= to ? [from, to] : null;
};

/** Whether a text is a beginning of card numbers of four to eight digits, or a range of equally long ones. */
export const isBinEntry = (entry: string): boolean => rangeOf(entry) !== null;

/** How many digits of an entry a card number begins with; 0 where the entry is not for it. */
const matchedDigits = (entry: string, bin: string): number => {
  const range = rangeOf(entry);
  if (range === null) return 0;
  const [from, to] = range;
  const start = bin.slice(0, from.length);
  return start.length === from.length && start >= from && start <= to ? from.length : 0;
};

/** A card as far as connectors are chosen by it. */
export type BoosterCard = { readonly bin: string | null; readonly network: string | null };

/**
 * The connector that a card is for: the one with the longest beginning of its number, else the first one for its network;
 * undefined where none is.
 */
export const connectorFor = <C extends Pick<BoosterConnector, 'bins' | 'networks'>>(
  connectors: readonly C[],
  { bin, network }: BoosterCard,
): C | undefined => {
  let best: { readonly connector: C; readonly digits: number } | undefined;
  for (const connector of bin === null ? [] : connectors) {
    const digits = Math.max(0, ...connector.bins.map((entry) => matchedDigits(entry, bin ?? '')));
    if (digits > (best?.digits ?? 0)) best = { connector, digits };
  }
  return best?.connector ?? connectors.find(({ networks }) => networks.some((each) => each === network));
};

/** The first connector of several cards of a purchase, with the card it is for. */
export const chooseConnector = <C extends Pick<BoosterConnector, 'bins' | 'networks'>>(
  connectors: readonly C[],
  cards: readonly BoosterCard[],
): { readonly connector: C; readonly card: BoosterCard } | undefined => {
  for (const card of cards) {
    const connector = connectorFor(connectors, card);
    if (connector) return { connector, card };
  }
  return undefined;
};

/** Whether more is shared than before, so that it has to be agreed to again. */
export const sharesMore = (before: BoosterSettings, after: BoosterSettings): boolean =>
  after.optedIn &&
  (!before.optedIn ||
    after.attributes.some((each) => !before.attributes.includes(each)) ||
    after.connectors.some(
      ({ name, callId }) => !before.connectors.some((c) => c.callId === callId && c.name === name),
    ));
