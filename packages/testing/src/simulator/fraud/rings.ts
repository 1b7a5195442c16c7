import type { JsonObject } from '@redoubt/kernel';
import { createRandom, type Random } from '../random.ts';
import { createSimulator } from '../simulator.ts';

/** What a purchase of a person of a group is made with. */
type Identity = {
  readonly userId: string;
  readonly email: string;
  readonly phoneNumber: string;
  readonly devices: readonly string[];
  readonly cards: readonly string[];
  readonly streets: readonly string[];
  readonly ipAddress: string;
};

export type RingTrafficOptions = {
  readonly seed: number;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  readonly rings: number;
  /** People of one ring. */
  readonly members: number;
  readonly households: number;
  /** Honest customers besides. */
  readonly population: number;
};

export type RingPurchase = {
  readonly body: JsonObject;
  readonly userId: string;
  /** Number of the ring; null for an honest purchase. */
  readonly ring: number | null;
};

const RING_SHARE = 0.02;
const HOUSEHOLD_SHARE = 0.25;
/** Purchases through one of a few busy addresses: offices, universities, mobile networks. */
const BUSY_ADDRESS_SHARE = 0.03;
const BUSY_ADDRESSES = 6;

/**
 * A ring that keeps below what a count by one key shows: every device, card and drop is used by two or three of its people,
 * each person by a different pair of them, so that only all together they hang together.
 */
const ringOf = (ring: number, members: number): readonly Identity[] =>
  Array.from({ length: members }, (_, at) => {
    const beside = (at + 1) % members;
    const name = `ring-${ring}-${at}`;
    return {
      userId: name,
      email: `${name}@mail.example`,
      phoneNumber: `+1-555${ring}${at}`,
      devices: [`ring-dev-${ring}-${at}`, `ring-dev-${ring}-${beside}`],
      cards: [`ring-card-${ring}-${at}`, `ring-card-${ring}-${(at * 5 + 3) % members}`],
      streets: [`${ring} Drop ${Math.floor(at / 3)}`],
      ipAddress: `198.18.${ring % 256}.${at}`,
    };
  });

/** Two to five people with one address, a device of all beside their own, and a card that some share. */
const householdOf = (random: Random, household: number): readonly Identity[] =>
  Array.from({ length: random.int(2, 5) }, (_, at) => {
    const name = `home-${household}-${at}`;
    return {
      userId: name,
      email: `${name}@mail.example`,
      phoneNumber: `+1-444${household}-${at}`,
      devices: [`home-dev-${household}`, `home-dev-${household}-${at}`],
      cards: [at < 3 ? `home-card-${household}` : `home-card-${household}-${at}`],
      streets: [`${household} Home Street`],
      ipAddress: `198.19.${Math.floor(household / 256) % 256}.${household % 256}`,
    };
  });

const withIdentity = (random: Random, body: JsonObject, identity: Identity): JsonObject => {
  const [instrument = {}] = body.paymentInstrumentList as readonly JsonObject[];
  const { userId, email, phoneNumber, ipAddress } = identity;
  return {
    ...body,
    user: { ...(body.user as JsonObject), userId, email, phoneNumber },
    deviceContext: {
      ...(body.deviceContext as JsonObject),
      externalDeviceId: random.pick(identity.devices),
      ipAddress,
    },
    shippingAddress: {
      ...(body.shippingAddress as JsonObject),
      street1: random.pick(identity.streets),
      city: 'Springfield',
      zipCode: '12345',
    },
    paymentInstrumentList: [
      { ...instrument, billingAddress: null, merchantPaymentInstrumentId: random.pick(identity.cards) },
    ],
  };
};

/** The simulator has only the few numbers that are reserved for fiction, which would link strangers. */
const withOwnPhone = (body: JsonObject): JsonObject => {
  const user = body.user as JsonObject;
  return { ...body, user: { ...user, phoneNumber: `of ${user.userId as string}` } };
};

/** Purchases of a shop with rings and households among its customers; the same seed gives the same purchases. */
export const createRingTraffic = (options: RingTrafficOptions): ((nowMs: number) => RingPurchase) => {
  const { seed, nowMs, rings, members, households, population } = options;
  const random = createRandom(seed);
  const shop = createSimulator({ seed, nowMs, fraudShare: 0, population });
  const inRings = Array.from({ length: rings }, (_, ring) => ringOf(ring, members));
  const homes = Array.from({ length: households }, (_, household) => householdOf(random, household));
  return (atMs) => {
    const { body } = shop.nextPurchase(atMs);
    if (random.chance(RING_SHARE)) {
      const ring = random.int(0, rings - 1);
      const identity = random.pick(inRings[ring] ?? []);
      return { body: withIdentity(random, body, identity), userId: identity.userId, ring };
    }
    const isOfHome = random.chance(HOUSEHOLD_SHARE);
    const own = isOfHome ? withIdentity(random, body, random.pick(random.pick(homes))) : withOwnPhone(body);
    const userId = (own.user as JsonObject).userId as string;
    if (!random.chance(BUSY_ADDRESS_SHARE)) return { body: own, userId, ring: null };
    const ipAddress = `203.0.113.${random.int(1, BUSY_ADDRESSES)}`;
    return { body: { ...own, deviceContext: { ...(own.deviceContext as JsonObject), ipAddress } }, userId, ring: null };
  };
};
