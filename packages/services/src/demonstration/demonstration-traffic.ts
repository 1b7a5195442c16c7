import { EVENT_EXAMPLES, type BuiltInAssessment } from '@redoubt/domain';
import { DAY_MS, HOUR_MS, MINUTE_MS, type JsonObject } from '@redoubt/kernel';
import { customerOf, pick, purchaseBody, type Basket } from './demonstration-bodies.ts';

/** An event of the past weeks, as a merchant would have sent it at that time. */
export type TrafficEvent = {
  readonly kind: BuiltInAssessment | 'chargeback' | 'label';
  /** Of the event that it is about, where it is about one. */
  readonly id: string;
  readonly receivedAtMs: number;
  readonly body: JsonObject;
};

const WEEKS = 4;
const HOURS = WEEKS * 7 * 24;
const CUSTOMERS = 300;
/** Purchases an hour on average. */
const PURCHASES = 1.7;
/** Busy hours of a day, UTC, against the average: quiet at three, the peak at eight in the evening. */
const BY_HOUR = [
  0.4, 0.3, 0.2, 0.1, 0.2, 0.3, 0.5, 0.8, 1, 1.1, 1.2, 1.3, 1.4, 1.3, 1.2, 1.2, 1.3, 1.4, 1.6, 1.8, 2, 1.7, 1.1, 0.6,
];
/** Busy days, from Sunday. */
const BY_DAY = [1.25, 0.9, 0.85, 0.9, 1, 1.1, 1.2];
const BASKETS: readonly Basket[] = ['other', 'other', 'digital', 'other', 'large', 'digital', 'firstOrder'];
/** Stolen cards were tried for two hours, so long ago. */
const ATTACK_HOURS_AGO = { from: 9 * 24 + 5, to: 9 * 24 + 3 };
const ATTACK_AN_HOUR = 18;

/** E-mail addresses that rules of the demonstration reject: from its list, and from the support list. */
const REJECTED_EMAILS = [
  'gift4u@throwaway.example',
  'no-name@mailbox.example',
  'parcel.drop@throwaway.example',
  'quick.buyer@throwaway.example',
];

/** A number from 0 to 999 that looks random and is the same each time (the finalizer of MurmurHash3). */
const chanceOf = (number: number): number => {
  let mixed = Math.imul(number ^ (number >>> 16), 0x85_eb_ca_6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2_b2_ae_35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) % 1000;
};

/** Of a thousand purchases those from here on turn out to be fraud. */
const FIRST_FRAUD = 965;

/** The score that the shop of the demonstration sends: mostly low for customers, mostly high for fraud, and often wrong. */
const scoreOf = (number: number, isFraud: boolean): number => {
  const drawn = chanceOf(number + 11) / 1000;
  return Math.floor(isFraud ? 999 - 600 * drawn ** 2 : 750 * drawn ** 2);
};

/** Customers come again; those of other tenants are others. */
const customerNumber = (number: number): number =>
  1000 + Math.floor(number / 10_000) * CUSTOMERS + (chanceOf(number + 3) % CUSTOMERS);

const timeOf = (atMs: number): string => new Date(atMs).toISOString();

const withUser = (body: JsonObject, user: JsonObject): JsonObject => ({
  ...body,
  user: { ...(body['user'] as JsonObject), ...user },
});

/** One purchase and what came of it: some are rejected, some customers prove who they are, some turn out to be fraud. */
const purchaseEvents = (number: number, atMs: number, isAttack: boolean): readonly TrafficEvent[] => {
  const chance = chanceOf(number);
  const id = `demo-past-${number}`;
  const isNew = chance >= 30 && chance < 55;
  const basket = isAttack ? 'digital' : isNew ? 'large' : pick(BASKETS, chance);
  const plain = purchaseBody({ id, customer: customerNumber(number), basket, atMs, hurried: false });
  const isRejected = isAttack || chance < 30;
  const riskScore = scoreOf(number, isRejected || chance >= FIRST_FRAUD);
  const ordinary: JsonObject = { ...plain, customData: { ...(plain['customData'] as JsonObject), riskScore } };
  const body = isRejected
    ? withUser(ordinary, { email: pick(REJECTED_EMAILS, chance) })
    : isNew
      ? withUser(ordinary, { creationDate: timeOf(atMs - 5 * HOUR_MS) })
      : ordinary;
  const purchase: TrafficEvent = { kind: 'purchase', id, receivedAtMs: atMs, body };
  if (isRejected || chance < FIRST_FRAUD) return [purchase];
  const foundMs = atMs + (3 + (chance % 20)) * DAY_MS;
  const about = { amount: ordinary['totalAmount'] ?? 0, currency: ordinary['currency'] ?? '' };
  const metadata = { trackingId: `${id}-found`, merchantTimeStamp: timeOf(foundMs) };
  return [
    purchase,
    {
      kind: 'chargeback',
      id,
      receivedAtMs: foundMs,
      body: {
        chargebackId: `${id}-chargeback`,
        purchaseId: id,
        reason: 'card holder does not recognise the order',
        status: 'Accepted',
        bankEventTimestamp: timeOf(foundMs),
        ...about,
        _metadata: metadata,
      },
    },
    {
      kind: 'label',
      id,
      receivedAtMs: foundMs + HOUR_MS,
      body: {
        labelObjectType: 'PURCHASE',
        labelObjectId: id,
        labelSource: 'Chargeback',
        labelState: 'Fraud',
        isFraud: true,
        labelReasonCodes: 'PIFraud',
        eventTimeStamp: timeOf(foundMs + HOUR_MS),
        ...about,
        _metadata: { ...metadata, merchantTimeStamp: timeOf(foundMs + HOUR_MS) },
      },
    },
  ];
};

/** A sign-up or a sign-in of a customer; some of them prove who they are. */
const accountEvent = (kind: 'accountCreation' | 'accountLogin', number: number, atMs: number): TrafficEvent => {
  const { full } = EVENT_EXAMPLES[kind];
  const chance = chanceOf(number);
  const { userId, email, firstName, lastName, country } = customerOf(customerNumber(number));
  const id = `demo-past-${kind === 'accountCreation' ? 'sign-up' : 'login'}-${number}`;
  const metadata = {
    ...(full['metadata'] as JsonObject),
    [kind === 'accountCreation' ? 'signUpId' : 'loginId']: id,
    customerLocalDate: timeOf(atMs),
    trackingId: id,
    merchantTimeStamp: timeOf(atMs),
  };
  const changedMs = chance < 60 ? atMs - 3 * HOUR_MS : atMs - 90 * DAY_MS;
  const own: JsonObject =
    kind === 'accountCreation'
      ? {
          email: [{ emailType: 'Primary', emailValue: email, isEmailValidated: chance >= 120, isEmailUsername: false }],
        }
      : { recentUpdate: { ...(full['recentUpdate'] as JsonObject), lastPhoneNumberUpdateDate: timeOf(changedMs) } };
  const body = withUser({ ...full, ...own, metadata }, { userId, username: email, firstName, lastName, country });
  return { kind, id, receivedAtMs: atMs, body };
};

/**
 * Ordinary events of the last four weeks, the oldest first: about 1,200 purchases with an attack of stolen cards among
 * them, 400 sign-ins and 130 sign-ups, and the chargebacks and labels that have come by now. The same ones for the same
 * time. No rule of the demonstration sends one of them to review.
 *
 * @param nowMs when they begin to be looked at.
 * @param firstNumber before the first one: other numbers bring other customers.
 */
export const demonstrationTraffic = (nowMs: number, firstNumber: number): readonly TrafficEvent[] => {
  const events: TrafficEvent[] = [];
  let number = firstNumber * 100;
  let due = 0;
  for (let hoursAgo = HOURS; hoursAgo >= 1; hoursAgo -= 1) {
    const startMs = nowMs - hoursAgo * HOUR_MS;
    const at = new Date(startMs);
    const isAttack = hoursAgo <= ATTACK_HOURS_AGO.from && hoursAgo > ATTACK_HOURS_AGO.to;
    due += isAttack ? ATTACK_AN_HOUR : PURCHASES * (BY_HOUR[at.getUTCHours()] ?? 1) * (BY_DAY[at.getUTCDay()] ?? 1);
    for (; due >= 1; due -= 1) {
      number += 1;
      const atMs = startMs + (chanceOf(number + 7) % 60) * MINUTE_MS;
      events.push(...purchaseEvents(number, atMs, isAttack));
      if (number % 3 === 0) events.push(accountEvent('accountLogin', number, atMs - 4 * MINUTE_MS));
      if (number % 9 === 0) events.push(accountEvent('accountCreation', number, atMs - 6 * MINUTE_MS));
    }
  }
  return events
    .filter(({ receivedAtMs }) => receivedAtMs < nowMs)
    .toSorted((left, right) => left.receivedAtMs - right.receivedAtMs);
};
