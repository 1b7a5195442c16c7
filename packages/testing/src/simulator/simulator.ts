import type { EventKind } from '@redoubt/domain';
import { DAY_MS, MINUTE_MS, type JsonObject } from '@redoubt/kernel';
import { activityAt } from './day-curve.ts';
import { createDueQueue } from './due-queue.ts';
import { followUpsOf, type FollowUp } from './follow-ups.ts';
import { FRAUD_PATTERNS, type FraudPattern, type FraudulentChoice } from './fraud/campaign.ts';
import { PATTERNS } from './fraud/patterns.ts';
import { MARKETS, type Market } from './markets.ts';
import { ordinaryBasket } from './products.ts';
import { purchaseBody } from './purchase-body.ts';
import { createRandom, type Random } from './random.ts';
import { createShopperFactory, type Shopper } from './shoppers.ts';

export type SimulatorOptions = {
  /** Same seed and times in, same events out. */
  readonly seed: number;
  /** When the simulation starts, in milliseconds since 1970. */
  readonly nowMs: number;
  /** Share of purchases that belong to a fraud campaign; 0.03 unless said otherwise. */
  readonly fraudShare?: number;
  /** Customers the shop starts with; 2,000 unless said otherwise. */
  readonly population?: number;
  /** 1 keeps the real delays of labels and chargebacks; 1/1440 turns their days into minutes. */
  readonly delayScale?: number;
};

/** Kinds of events the simulated shop sends. */
export type SimulatedKind = Extract<EventKind, 'purchase' | 'purchaseStatus' | 'chargeback' | 'label'>;

/** One event of the simulated shop, ready for the public API. */
export type SimulatedEvent = {
  readonly kind: SimulatedKind;
  readonly body: JsonObject;
  /** The campaign a purchase belongs to; null for honest purchases and all other kinds. */
  readonly fraud: FraudPattern | null;
};

export type Simulator = {
  /** The next event at this time: a status, label or chargeback that is due, else a new purchase. Time never runs backwards. */
  readonly next: (nowMs: number) => SimulatedEvent;
  /** A new purchase at this time, whatever is due. */
  readonly nextPurchase: (nowMs: number) => SimulatedEvent;
  /**
   * Waiting time from one purchase to the next for a shop with so many purchases a day, in milliseconds: by chance
   * (a Poisson process) along the day curve of the markets. Lets a caller fill past days.
   */
  readonly waitMs: (nowMs: number, purchasesPerDay: number) => number;
};

const NEW_CUSTOMER_SHARE = 0.04;
const GUEST_SHARE = 0.1;
const GIFT_SHARE = 0.06;

type Customers = { readonly market: Market; readonly shoppers: Shopper[]; readonly cumulative: number[] };

/** Picks by weight in O(log n): `cumulative[i]` is the sum of the weights up to and including i. */
const pickShopper = (random: Random, customers: Customers): Shopper => {
  const { shoppers, cumulative } = customers;
  const wanted = random.next() * (cumulative.at(-1) ?? 0);
  let [low, high] = [0, shoppers.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cumulative[middle] ?? 0) > wanted) high = middle;
    else low = middle + 1;
  }
  return shoppers[low] as Shopper;
};

const addShopper = (customers: Customers, shopper: Shopper): void => {
  customers.shoppers.push(shopper);
  customers.cumulative.push((customers.cumulative.at(-1) ?? 0) + shopper.weight);
};

type PlannedCampaign = { readonly pattern: FraudPattern; readonly size: number };
type RunningCampaign = {
  readonly pattern: FraudPattern;
  left: number;
  readonly next: (atMs: number) => FraudulentChoice;
};

const planCampaign = (random: Random): PlannedCampaign => {
  const pattern = random.pick(FRAUD_PATTERNS);
  return { pattern, size: random.int(...PATTERNS[pattern].size) };
};

/**
 * A shop's traffic: people with habits, devices and cards who buy along the day of their country, a few fraudsters
 * among them, and what becomes of the purchases. Nothing is real: mail domains are reserved ones, banks are invented
 * and no card number exists, only issuer and last four digits.
 */
export const createSimulator = (options: SimulatorOptions): Simulator => {
  const { seed, nowMs: startMs, fraudShare = 0.03, population = 2000, delayScale = 1 } = options;
  const random = createRandom(seed);
  const seedText = (seed >>> 0).toString(36);
  const orderPrefix = `ord-${seedText}-${startMs.toString(36)}`;
  const factory = createShopperFactory(random, `cust-${seedText}`);
  const byMarket = MARKETS.map((market): Customers => ({ market, shoppers: [], cumulative: [] }));
  const due = createDueQueue<FollowUp>();
  let orders = 0;
  let planned = planCampaign(random);
  let running: RunningCampaign | null = null;
  /** Fraudulent purchases owed so that their share holds in the long run although they come in bursts; the first burst comes at once. */
  let owed = planned.size;

  for (const customers of byMarket) {
    const share = customers.market.weight / MARKETS.reduce((sum, market) => sum + market.weight, 0);
    const count = Math.max(1, Math.round(population * share));
    for (let index = 0; index < count; index += 1) {
      addShopper(customers, factory.inMarket(customers.market, startMs));
    }
  }

  const customersAwake = (nowMs: number): Customers =>
    random.weighted(
      byMarket.map((customers) => ({
        weight: customers.market.weight * activityAt(nowMs, customers.market.utcOffsetHours),
        customers,
      })),
    ).customers;

  const honestChoice = (nowMs: number): FraudulentChoice => {
    const customers = customersAwake(nowMs);
    let shopper: Shopper;
    if (random.chance(NEW_CUSTOMER_SHARE)) {
      shopper = factory.inMarket(customers.market, nowMs, { createdMs: nowMs - random.int(MINUTE_MS, DAY_MS) });
      addShopper(customers, shopper);
    } else {
      shopper = pickShopper(random, customers);
    }
    return {
      shopper,
      device: random.pick(shopper.devices),
      card: random.pick(shopper.cards),
      basket: ordinaryBasket(random, shopper.likes),
      shipTo: random.chance(GIFT_SHARE) ? factory.address(customers.market) : shopper.address,
      isGuest: random.chance(GUEST_SHARE),
      attempt: 1,
      cvvVerify: random.chance(0.97) ? 'Y' : 'U',
      is3dsAuthenticated: random.chance(0.55),
      basketMinutes: random.around(9, 0.9),
    };
  };

  const fraudulentChoice = (nowMs: number): { choice: FraudulentChoice; pattern: FraudPattern } | null => {
    owed += fraudShare;
    if (running === null) {
      if (owed < planned.size) return null;
      const context = { random, shoppers: factory, victim: () => pickShopper(random, customersAwake(nowMs)) };
      running = { pattern: planned.pattern, left: planned.size, next: PATTERNS[planned.pattern].start(context, nowMs) };
      planned = planCampaign(random);
    }
    const { pattern, next } = running;
    if (!random.chance(Math.max(PATTERNS[pattern].intensity, fraudShare))) return null;
    owed -= 1;
    running.left -= 1;
    if (running.left === 0) running = null;
    return { choice: next(nowMs), pattern };
  };

  const nextPurchase: Simulator['nextPurchase'] = (nowMs) => {
    const fraud = fraudShare > 0 ? fraudulentChoice(nowMs) : null;
    const choice = fraud?.choice ?? honestChoice(nowMs);
    orders += 1;
    const purchaseId = `${orderPrefix}-${orders}`;
    const body = purchaseBody(random, { ...choice, purchaseId, trackingId: random.guid(), atMs: nowMs });
    const followed = {
      purchaseId,
      userId: choice.shopper.userId,
      totalAmount: body.totalAmount as number,
      currency: choice.shopper.market.currency,
      atMs: nowMs,
      isFraud: fraud !== null,
    };
    for (const followUp of followUpsOf(random, followed, delayScale)) due.add(followUp, followUp.dueMs);
    return { kind: 'purchase', body, fraud: fraud?.pattern ?? null };
  };

  return {
    nextPurchase,
    next: (nowMs) => {
      const followUp = due.takeDue(nowMs);
      if (followUp === null) return nextPurchase(nowMs);
      return { kind: followUp.kind, body: followUp.body(nowMs), fraud: null };
    },
    waitMs: (nowMs, purchasesPerDay) => {
      const total = MARKETS.reduce((sum, market) => sum + market.weight, 0);
      const busy = MARKETS.reduce((sum, m) => sum + (m.weight / total) * activityAt(nowMs, m.utcOffsetHours), 0);
      return (-Math.log(1 - random.next()) * DAY_MS) / (purchasesPerDay * busy);
    },
  };
};
