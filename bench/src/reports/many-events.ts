import type { Decision } from '@redoubt/domain';
import { DAY_MS, seededRandom, type Id } from '@redoubt/kernel';
import type { LogEvent } from '@redoubt/storage';
import { aPurchase, aRelatedEvent } from '@redoubt/testing/database';

export type Place = { readonly tenantId: Id; readonly environmentId: Id };
/** A rule of the bench with the name that its events carry. */
export type NamedRule = { readonly id: Id; readonly name: string };

/** Events of one day, which are drawn the same for every day. */
export type Traffic = {
  readonly events: number;
  /** Midnight of UTC. */
  readonly fromMs: number;
  /** The first half of them decide, the others only observe. */
  readonly rules: readonly NamedRule[];
};

/** Purchases that are drawn at a time. */
const STEP = 10_000;
const DECIDED_SHARE = 0.17;
const OBSERVED_SHARE = 0.06;
const FRAUD_SHARE = 0.01;
const GOOD_LABEL_SHARE = 0.02;
const LABEL_DAYS = 45;
const CURRENCIES = ['EUR', 'USD', 'GBP', 'SEK', 'NOK'] as const;
const COUNTRIES = 40;
/** Values of each report field, drawn independently, which makes the most cells. */
const FIELDS = {
  businessSegment: 4,
  productCategory: 10,
  instrumentType: 6,
  cardType: 5,
  ipCountry: 40,
  ipState: 50,
  billingCountry: 40,
  shippingCountry: 40,
} as const;
const DECISIONS: readonly Decision[] = ['Reject', 'Review', 'Challenge'];

type Random = {
  readonly below: (most: number) => number;
  /** The same, small numbers more often. */
  readonly early: (most: number) => number;
  readonly isOneIn: (share: number) => boolean;
};

const randomOf = (seed: number): Random => {
  const random = seededRandom(seed);
  return {
    below: (most) => Math.floor(random() * most),
    early: (most) => Math.floor(random() ** 2 * most),
    isOneIn: (share) => random() < share,
  };
};

/** Ids of later days are those of the first with the number of the day. */
const idOf = (number: number, day: number): string =>
  `many-${String(number).padStart(9, '0')}${day === 0 ? '' : `-${day}`}`;

/** Purchases of a step, each followed by what is said of it later. */
const stepOf = (place: Place, traffic: Traffic, day: number, first: number): readonly (readonly LogEvent[])[] => {
  const { events, fromMs, rules } = traffic;
  const { below, early, isOneIn } = randomOf(first + 1);
  const half = rules.length >> 1;
  return Array.from({ length: Math.min(STEP, events - first) }, (_, at): readonly LogEvent[] => {
    const number = first + at;
    const atMs = Math.floor(fromMs + day * DAY_MS + (number / events) * DAY_MS);
    const rule = isOneIn(DECIDED_SHARE) ? rules[early(half)] : undefined;
    const decision = rule === undefined ? 'Approve' : (DECISIONS[below(DECISIONS.length)] ?? 'Reject');
    const clause = rule === undefined ? null : `Clause ${below(2) + 1}`;
    const observed = rules
      .slice(half)
      .filter(() => isOneIn(OBSERVED_SHARE))
      .map(({ id }) => ({ ruleId: id, clause: 'Watch', decision: null }));
    const eventId = idOf(number, day);
    const purchase = aPurchase(
      place,
      { eventId, eventTimeMs: atMs, receivedAtMs: atMs },
      {
        decision,
        ruleId: rule?.id ?? null,
        rule: rule?.name ?? null,
        clause,
        hits: [...observed, ...(rule && clause !== null ? [{ ruleId: rule.id, clause, decision }] : [])],
        amount: below(20_000) / 100,
        currency: CURRENCIES[early(CURRENCIES.length)] ?? 'EUR',
        country: `C${early(COUNTRIES)}`,
        userId: `user-${number}`,
        email: `user${number}@shop.example`,
        riskScore: early(1000),
        latencyUs: 500 + below(5000),
        reportFields: Object.fromEntries(
          Object.entries(FIELDS).map(([name, values]) => [name, `${name} ${early(values)}`]),
        ),
      },
    );
    const isFraud = isOneIn(FRAUD_SHARE);
    if (!isFraud && !isOneIn(GOOD_LABEL_SHARE)) return [purchase];
    const saidMs = atMs + early(LABEL_DAYS * DAY_MS);
    const told = { receivedAtMs: saidMs, eventTimeMs: saidMs };
    const about = { purchaseId: eventId, merchantTimeStamp: new Date(saidMs).toISOString(), trackingId: eventId };
    return [
      purchase,
      aRelatedEvent(place, 'label', { ...about, body: { isFraud } }, told),
      ...(isFraud && isOneIn(0.5)
        ? [aRelatedEvent(place, 'chargeback', { ...about, body: { status: 'Accepted' } }, told)]
        : []),
    ];
  });
};

/** Purchases of a day, each followed by what is said of it later, step by step. @param day after the first one */
export function* eventsOfDay(place: Place, traffic: Traffic, day: number): Generator<readonly (readonly LogEvent[])[]> {
  for (let first = 0; first < traffic.events; first += STEP) yield stepOf(place, traffic, day, first);
}
