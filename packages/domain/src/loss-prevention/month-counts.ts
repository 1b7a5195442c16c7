import { LOSS_REASONS, type LossEntityKind, type LossReason, type RetailTransaction } from './loss-prevention.ts';

/** Hits and cases of one reason. */
export type Tally = { hits: number; cases: number };
export type Tallies = Readonly<Record<LossReason, Tally>>;

/** What returns and discounts came to in one currency, in units of 1e-4. */
export type LossAmount = { readonly currency: string; readonly returns: number; readonly discounts: number };

/** One person or terminal in a month. */
export type EntityMonth = {
  readonly id: string;
  readonly tallies: Tallies;
  readonly amounts: readonly LossAmount[];
  readonly transactions: number;
};

/** What a month of transactions comes to. */
export type MonthCounts = {
  readonly entities: Readonly<Record<LossEntityKind, readonly EntityMonth[]>>;
  /** Of each person at each terminal: what is usual there depends on what a terminal is for. */
  readonly pairs: readonly { readonly staffId: string; readonly terminalId: string; readonly tallies: Tallies }[];
  /** The store of each terminal. */
  readonly stores: ReadonlyMap<string, string>;
};

const emptyTallies = (): Tallies =>
  Object.fromEntries(LOSS_REASONS.map((reason) => [reason, { hits: 0, cases: 0 }])) as Record<LossReason, Tally>;

/** An item was on offer on a day where most of at least this many sales of it had a discount. */
export const OFFER_SALES = 4;

/** Names an item on a day. */
export const offerKey = (itemId: string, date: string): string => `${date} ${itemId}`;

/** Items that most sales of a day had a discount on; see `offerKey`. */
export const offersOf = (transactions: Iterable<RetailTransaction>): ReadonlySet<string> => {
  const sold = new Map<string, { all: number; discounted: number }>();
  for (const { kind, date, lines } of transactions) {
    if (kind !== 'sale') continue;
    for (const { itemId, discount } of lines) {
      const key = offerKey(itemId, date);
      const item = sold.get(key) ?? { all: 0, discounted: 0 };
      item.all += 1;
      if (discount > 0) item.discounted += 1;
      sold.set(key, item);
    }
  }
  return new Set(
    [...sold].filter(([, { all, discounted }]) => all >= OFFER_SALES && discounted * 2 > all).map(([key]) => key),
  );
};

const add = (tally: Tally, hits: number, cases: number): void => {
  tally.hits += hits;
  tally.cases += cases;
};

const addReturn = (tallies: Tallies, { lines, payments, ...transaction }: RetailTransaction): void => {
  const hasReceipt = transaction.hasOriginal || lines.every(({ hasOriginal }) => hasOriginal);
  add(tallies.returnsWithoutReceipt, hasReceipt ? 0 : 1, 1);
  const kinds = payments.map(({ kind }) => kind);
  if (kinds.includes('cash')) add(tallies.cashRefunds, 1, 1);
  else if (kinds.includes('card')) add(tallies.cashRefunds, 0, 1);
};

const addSale = (tallies: Tallies, sale: RetailTransaction, offers: ReadonlySet<string>): void => {
  const { lines, date } = sale;
  // One that is keyed in on the total is one act: it counts once, not with each line.
  let onTotal = sale.manualDiscount > 0 && lines.every(({ manualDiscount }) => manualDiscount === 0) ? 1 : 0;
  for (const { itemId, discount, manualDiscount } of lines) {
    add(tallies.manualDiscounts, manualDiscount > 0 ? 1 : onTotal, 1);
    onTotal = 0;
    if (offers.has(offerKey(itemId, date))) add(tallies.missedDiscounts, discount > 0 ? 0 : 1, 1);
  }
};

const addTransaction = (tallies: Tallies, transaction: RetailTransaction, offers: ReadonlySet<string>): void => {
  const { kind } = transaction;
  add(tallies.voids, kind === 'void' ? 1 : 0, 1);
  if (kind === 'void') return;
  add(tallies.returns, kind === 'return' ? 1 : 0, 1);
  if (kind === 'return') addReturn(tallies, transaction);
  else addSale(tallies, transaction, offers);
};

/** Sums of one entity while a month is read. */
class EntitySums {
  readonly tallies = emptyTallies();
  readonly #cards = new Set<string>();
  readonly #amounts = new Map<string, { returns: number; discounts: number }>();
  #transactions = 0;

  add(transaction: RetailTransaction, offers: ReadonlySet<string>): void {
    const { kind, currency, amount, discount, employeeDiscount, payments } = transaction;
    this.#transactions += 1;
    addTransaction(this.tallies, transaction, offers);
    if (kind === 'void') return;
    const sums = this.#amounts.get(currency) ?? { returns: 0, discounts: 0 };
    if (kind === 'return') sums.returns += amount;
    else sums.discounts += discount;
    this.#amounts.set(currency, sums);
    if (kind !== 'sale' || employeeDiscount <= 0) return;
    for (const { card } of payments) {
      if (card === null) continue;
      // The first card is everyone's; each further one is a hit.
      const isFirst = this.#cards.size === 0;
      if (!isFirst) add(this.tallies.employeeDiscountCards, this.#cards.has(card) ? 0 : 1, 1);
      this.#cards.add(card);
    }
  }

  as(id: string): EntityMonth {
    const amounts = [...this.#amounts].map(([currency, sums]) => ({ currency, ...sums }));
    return { id, tallies: this.tallies, amounts, transactions: this.#transactions };
  }
}

const sumsOf = (all: Map<string, EntitySums>, id: string): EntitySums => {
  const known = all.get(id);
  if (known) return known;
  const sums = new EntitySums();
  all.set(id, sums);
  return sums;
};

/**
 * Counts what the reasons are made of over the transactions of one month, in any order but for cards of employee discounts,
 * whose count does not depend on it. Holds sums of each person, terminal and pair, no transactions.
 *
 * @param offers items that were on offer, of the whole population; see `offersOf`.
 */
export const createMonthCounter = (offers: ReadonlySet<string>) => {
  const staff = new Map<string, EntitySums>();
  const terminals = new Map<string, EntitySums>();
  const pairs = new Map<string, Map<string, Tallies>>();
  const stores = new Map<string, string>();
  return {
    add: (transaction: RetailTransaction): void => {
      const { staffId, terminalId, storeId } = transaction;
      stores.set(terminalId, storeId);
      sumsOf(terminals, terminalId).add(transaction, offers);
      if (staffId === null) return;
      sumsOf(staff, staffId).add(transaction, offers);
      const places = pairs.get(staffId) ?? new Map<string, Tallies>();
      const tallies = places.get(terminalId) ?? emptyTallies();
      addTransaction(tallies, transaction, offers);
      pairs.set(staffId, places.set(terminalId, tallies));
    },
    counts: (): MonthCounts => ({
      entities: {
        staff: [...staff].map(([id, sums]) => sums.as(id)),
        terminal: [...terminals].map(([id, sums]) => sums.as(id)),
      },
      pairs: [...pairs].flatMap(([staffId, places]) =>
        [...places].map(([terminalId, tallies]) => ({ staffId, terminalId, tallies })),
      ),
      stores,
    }),
  };
};
