import { DAY_MS, HOUR_MS, SECOND_MS, type JsonObject } from '@redoubt/kernel';
import { createDueQueue } from './due-queue.ts';
import { MARKETS } from './markets.ts';
import { createRandom } from './random.ts';
import { createShopperFactory, type Shopper } from './shoppers.ts';

/** An event of the shop's club, with the address of the public API it goes to. */
export type ClubEvent = {
  readonly path: string;
  readonly body: JsonObject;
};

export type ClubOptions = {
  /** Same seed and times in, same events out. */
  readonly seed: number;
  /** When the simulation starts, in milliseconds since 1970. */
  readonly nowMs: number;
  /** API name of the assessment that decides about points; `status` and `stay` are observations of it. */
  readonly pointsApiName: string;
  /** 1 keeps the real delays of stays and verdicts; 1/1440 turns their days into minutes. */
  readonly delayScale?: number;
};

const MEMBERS = 120;
const MIX = [
  { what: 'redeem', weight: 5 },
  { what: 'signIn', weight: 4 },
  { what: 'signUp', weight: 2 },
] as const;
/** Stolen points, mostly spent by night, on a room that stays empty. */
const THEFT_SHARE = 0.06;
const TEST_NAME_SHARE = 0.05;
/** Sign-ups with an address that the demonstration's partner knows as disposable. */
const DISPOSABLE_SHARE = 0.08;
const HOTELS = ['Harbour Inn', 'Lighthouse', 'Hotel Moor', 'Station House'];

const iso = (atMs: number): string => new Date(atMs).toISOString();

type Due = { readonly path: string; readonly body: (atMs: number) => JsonObject };

/**
 * What members of a shop's club do beside shopping: they sign up, sign in and redeem points for stays, and the desk tells
 * later what became of these. Nothing is real.
 */
export const createClub = (options: ClubOptions): { readonly next: (nowMs: number) => ClubEvent } => {
  const { seed, nowMs: startMs, pointsApiName, delayScale = 1 } = options;
  const random = createRandom(seed ^ 0x5c1ab);
  const prefix = `${(seed >>> 0).toString(36)}-${startMs.toString(36)}`;
  const factory = createShopperFactory(random, `club-${(seed >>> 0).toString(36)}`);
  const members: Shopper[] = Array.from({ length: MEMBERS }, () => factory.inMarket(random.pick(MARKETS), startMs));
  const due = createDueQueue<Due>();
  const points = `/v1.0/assessment/${encodeURIComponent(pointsApiName)}`;
  let count = 0;

  const account = (shopper: Shopper, idName: string, id: string, nowMs: number, username: string) => ({
    version: '0.5',
    metadata: { [idName]: id, assessmentType: 'Protect', trackingId: random.guid(), merchantTimeStamp: iso(nowMs) },
    device: { ipAddress: random.pick(shopper.devices).ipAddress, deviceContextId: random.guid() },
    user: {
      userId: shopper.userId,
      userType: 'Consumer',
      username,
      firstName: shopper.firstName,
      lastName: shopper.lastName,
      countryRegion: shopper.address.country,
      zipCode: shopper.address.zipCode,
    },
  });
  const usernameOf = ({ email }: Shopper): string => email.slice(0, email.indexOf('@'));

  const signUp = (nowMs: number, id: string): ClubEvent => {
    const shopper = factory.inMarket(random.pick(MARKETS), nowMs, { createdMs: nowMs });
    members[random.int(0, MEMBERS - 1)] = shopper;
    const name = random.chance(TEST_NAME_SHARE) ? `test${random.digits(4)}` : usernameOf(shopper);
    const emailValue = random.chance(DISPOSABLE_SHARE) ? `${usernameOf(shopper)}@throwaway.example` : shopper.email;
    const email = { emailType: 'Primary', emailValue, isEmailValidated: random.chance(0.8) };
    const body = {
      name: 'AP.AccountCreation',
      ...account(shopper, 'signUpId', id, nowMs, name),
      email: [email],
    };
    return { path: `/v1.0/action/account/create/${id}`, body };
  };

  const signIn = (nowMs: number, id: string): ClubEvent => {
    const shopper = random.pick(members);
    const changedMs =
      nowMs - (random.chance(0.05) ? random.int(HOUR_MS, 20 * HOUR_MS) : random.int(DAY_MS, 200 * DAY_MS));
    const body = {
      name: 'AP.AccountLogin',
      ...account(shopper, 'loginId', id, nowMs, usernameOf(shopper)),
      recentUpdate: { lastPhoneNumberUpdateDate: iso(changedMs) },
    };
    return { path: `/v1.0/action/account/login/${encodeURIComponent(shopper.userId)}`, body };
  };

  const redeem = (nowMs: number, eventId: string): ClubEvent => {
    const shopper = random.pick(members);
    const isTheft = random.chance(THEFT_SHARE);
    const nights = isTheft ? random.int(6, 14) : random.int(1, 4);
    const metadata = (atMs: number, more: JsonObject = {}) => ({ eventId, ...more, merchantTimeStamp: iso(atMs) });
    const observed = (number: number) => ({ observationId: `${eventId}-${number}` });
    const later = (from: number, to: number): number =>
      nowMs + SECOND_MS + Math.round((from + random.next() * (to - from)) * DAY_MS * delayScale);
    due.add(
      {
        path: `${points}/observation/status`,
        body: (atMs) => ({
          metadata: metadata(atMs, observed(1)),
          statusDetails: { statusType: random.chance(0.96) ? 'Approved' : 'Rejected', statusDate: iso(atMs) },
        }),
      },
      nowMs + random.int(1, 20) * SECOND_MS,
    );
    if (random.chance(0.7)) {
      const noShow = random.chance(isTheft ? 0.8 : 0.03);
      due.add(
        {
          path: `${points}/observation/stay`,
          body: (atMs) => ({ metadata: metadata(atMs, observed(2)), stay: { noShow } }),
        },
        later(1, 5),
      );
    }
    if (random.chance(isTheft ? 0.6 : 0.04)) {
      const label = { labelSource: 'ManualReview', isFraud: isTheft, labelState: isTheft ? 'Fraud' : 'FalsePositive' };
      due.add(
        {
          path: `${points}/label`,
          body: (atMs) => ({ metadata: metadata(atMs), label: { ...label, eventTimeStamp: iso(atMs) } }),
        },
        later(2, 8),
      );
    }
    const body = {
      metadata: metadata(nowMs),
      deviceFingerprinting: { id: random.guid(), ipAddress: random.pick(shopper.devices).ipAddress },
      user: {
        id: shopper.userId,
        username: usernameOf(shopper),
        firstName: shopper.firstName,
        lastName: shopper.lastName,
        email: shopper.email,
      },
      loyalty: { programId: 'nights', points: nights * random.int(25, 60) * 100, activityType: 'Redeem' },
      booking: { hotel: random.pick(HOTELS), nights },
      ...(random.chance(0.9) ? { agent: { shift: random.chance(isTheft ? 0.7 : 0.15) ? 'night' : 'day' } } : {}),
    };
    return { path: points, body };
  };

  const kinds = { redeem, signIn, signUp };
  return {
    next: (nowMs) => {
      const ready = due.takeDue(nowMs);
      if (ready !== null) return { path: ready.path, body: ready.body(nowMs) };
      count += 1;
      return kinds[random.weighted(MIX).what](nowMs, `club-${prefix}-${count}`);
    },
  };
};
