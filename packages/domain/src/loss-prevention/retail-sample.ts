import { seededRandom } from '@redoubt/kernel';
import { monthAfter, type PaymentKind, type RetailLine, type RetailTransaction } from './loss-prevention.ts';

/** What seeded wrongdoers do. */
export const SEEDED_PATTERNS = [
  'refundFraud',
  'sweethearting',
  'employeeDiscount',
  'pocketedDiscounts',
  'voidedSales',
] as const;
export type SeededPattern = (typeof SEEDED_PATTERNS)[number];

export type RetailSampleOptions = {
  readonly seed: number;
  readonly staff: number;
  /** Wrongdoers among them. */
  readonly wrongdoers: number;
  readonly staffPerStore: number;
  /** `2026-01-01` */
  readonly firstMonth: string;
  readonly months: number;
  /** Of one full-time cashier in a month. */
  readonly transactionsPerMonth: number;
};

type Habits = {
  readonly volume: number;
  readonly returns: number;
  readonly withoutReceipt: number;
  readonly cashRefund: number;
  readonly manualDiscount: number;
  readonly missedDiscount: number;
  readonly employeeDiscount: number;
  readonly employeeCards: number;
  readonly voids: number;
};

type Person = {
  readonly id: string;
  readonly store: number;
  /** The terminals that the person works at, of a store. */
  readonly terminals: readonly number[];
  readonly habits: Habits;
  readonly pattern: SeededPattern | null;
};

const CASHIERS_TERMINALS = 4;
/** The terminal of a store that takes returns. */
const RETURNS_DESK = 5;
const ITEMS = 160;
const CATEGORIES = ['Groceries', 'Clothing', 'Electronics', 'Household', 'Toys', 'Sports', 'Beauty', 'Garden'] as const;
const CURRENCY = 'EUR';
/** Units of 1e-4 in a cent. */
const CENT = 100;

const pad = (value: number, digits: number): string => String(value).padStart(digits, '0');

/** What people of a store do by the way: stores differ, and so do people. */
const honest = (random: () => number, store: Habits): Habits => {
  const vary = (share: number): number => share * (0.7 + 0.6 * random());
  return {
    volume: 0.25 + 1.1 * random(),
    returns: vary(store.returns),
    withoutReceipt: vary(store.withoutReceipt),
    cashRefund: vary(store.cashRefund),
    manualDiscount: vary(store.manualDiscount),
    missedDiscount: vary(store.missedDiscount),
    employeeDiscount: vary(store.employeeDiscount),
    employeeCards: 1 + Math.floor(random() * 3),
    voids: vary(store.voids),
  };
};

const storeHabits = (random: () => number): Habits => {
  const isOutlet = random() < 0.06;
  const isForTourists = random() < 0.05;
  return {
    volume: 1,
    returns: 0.05 + 0.03 * random(),
    withoutReceipt: isForTourists ? 0.35 : 0.12 + 0.08 * random(),
    cashRefund: isForTourists ? 0.55 : 0.2 + 0.1 * random(),
    manualDiscount: isOutlet ? 0.12 : 0.02 + 0.015 * random(),
    missedDiscount: 0.03 + 0.03 * random(),
    employeeDiscount: 0.02 + 0.015 * random(),
    employeeCards: 1,
    voids: 0.012 + 0.008 * random(),
  };
};

const WRONG: Readonly<Record<SeededPattern, (habits: Habits) => Partial<Habits>>> = {
  refundFraud: ({ returns }) => ({ returns: returns + 0.1, withoutReceipt: 0.7, cashRefund: 0.75 }),
  sweethearting: ({ manualDiscount }) => ({ manualDiscount: manualDiscount + 0.13 }),
  employeeDiscount: () => ({ employeeDiscount: 0.16, employeeCards: 40 }),
  pocketedDiscounts: () => ({ missedDiscount: 0.38 }),
  voidedSales: ({ voids }) => ({ voids: voids + 0.09 }),
};

/** Honest people who look odd: returns desks, supervisors who void for others, and those who work a few hours. */
const honestOutlier = (at: number, random: () => number, habits: Habits): { habits: Habits; isDesk: boolean } => {
  if (at < 2) return { habits: { ...habits, returns: 0.6 + 0.2 * random(), volume: 0.9 }, isDesk: true };
  if (at === 2)
    return {
      habits: { ...habits, voids: habits.voids * 2.2, manualDiscount: habits.manualDiscount * 1.6 },
      isDesk: false,
    };
  if (random() < 0.12) return { habits: { ...habits, volume: 0.06 + 0.1 * random() }, isDesk: false };
  return { habits, isDesk: false };
};

const peopleOf = (options: RetailSampleOptions, random: () => number): readonly Person[] => {
  const { staff, wrongdoers, staffPerStore } = options;
  const everySo = Math.floor(staff / Math.max(1, wrongdoers));
  let store = storeHabits(random);
  return Array.from({ length: staff }, (_, index): Person => {
    const place = index % staffPerStore;
    if (place === 0) store = storeHabits(random);
    const seed = Math.floor(index / everySo);
    const isWrong = seed < wrongdoers && index % everySo === Math.floor(everySo / 2) + (place === 0 ? 1 : 0);
    const pattern = isWrong ? (SEEDED_PATTERNS[seed % SEEDED_PATTERNS.length] ?? null) : null;
    const usual = honest(random, store);
    const outlier = honestOutlier(place, random, usual);
    const habits =
      pattern === null ? outlier.habits : { ...usual, volume: Math.max(0.8, usual.volume), ...WRONG[pattern](usual) };
    const isDesk = pattern === null && outlier.isDesk;
    return {
      id: `E${pad(10_000 + index, 5)}`,
      store: Math.floor(index / staffPerStore),
      terminals: isDesk ? [RETURNS_DESK] : Array.from({ length: CASHIERS_TERMINALS }, (_unused, at) => at + 1),
      habits,
      pattern,
    };
  });
};

/** Items that are on offer on a day: a tenth of the range, changed each week. */
const isOnOffer = (item: number, day: number): boolean => (item * 7 + Math.floor(day / 7) * 13) % 10 === 0;

const lineOf = (random: () => number, { missedDiscount, manualDiscount }: Habits, day: number): RetailLine => {
  const item = Math.floor(random() * random() * ITEMS);
  const amount = CENT * Math.round(250 + 6000 * random() * random());
  const offer = isOnOffer(item, day) && random() >= missedDiscount ? 0.2 : 0;
  const manual = random() < manualDiscount ? 0.15 + 0.35 * random() : 0;
  const part = (share: number): number => CENT * Math.round((amount * share) / CENT);
  return {
    itemId: `SKU-${pad(1000 + item, 4)}`,
    category: CATEGORIES[item % CATEGORIES.length] ?? 'Groceries',
    amount: amount - part(offer) - part(manual),
    discount: part(offer) + part(manual),
    manualDiscount: part(manual),
    hasOriginal: false,
  };
};

const paymentKind = (random: () => number, cashShare: number): PaymentKind => {
  const drawn = random();
  if (drawn < cashShare) return 'cash';
  return drawn > 0.98 ? 'voucher' : 'card';
};

const transactionOf = (random: () => number, person: Person, date: string, id: string): RetailTransaction => {
  const { habits, store, terminals } = person;
  const day = Math.floor(Date.parse(date) / 86_400_000);
  const isVoid = random() < habits.voids;
  const isReturn = !isVoid && random() < habits.returns;
  const sold = Array.from({ length: isReturn ? 1 : 1 + Math.floor(random() * 4) }, () => lineOf(random, habits, day));
  const hasOriginal = isReturn && random() >= habits.withoutReceipt;
  const lines = isReturn ? sold.map((line) => ({ ...line, discount: 0, manualDiscount: 0, hasOriginal })) : sold;
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  const isEmployee = !isVoid && !isReturn && random() < habits.employeeDiscount;
  const employeeDiscount = isEmployee ? CENT * Math.round((total * 0.1) / CENT) : 0;
  const amount = total - employeeDiscount;
  const kind = isEmployee ? 'card' : paymentKind(random, isReturn ? habits.cashRefund : 0.35);
  const card = isEmployee
    ? `card-${person.id}-${Math.floor(random() * habits.employeeCards)}`
    : `card-${Math.floor(random() * 1e9)}`;
  return {
    id,
    date,
    storeId: `S${pad(store + 1, 3)}`,
    terminalId: `S${pad(store + 1, 3)}-T${terminals[Math.floor(random() * terminals.length)] ?? 1}`,
    staffId: person.id,
    kind: isVoid ? 'void' : isReturn ? 'return' : 'sale',
    currency: CURRENCY,
    amount,
    discount: lines.reduce((sum, line) => sum + line.discount, 0) + employeeDiscount,
    employeeDiscount,
    manualDiscount: 0,
    hasOriginal,
    lines,
    payments: isVoid ? [] : [{ kind, amount, card: kind === 'card' ? card : null }],
  };
};

/** A made-up retail chain: who does wrong, and what its tills recorded. */
export type RetailSample = {
  readonly wrongdoers: ReadonlyMap<string, SeededPattern>;
  /** Of one month from 0 on, in no order of time. */
  readonly transactions: (month: number) => Generator<RetailTransaction>;
};

/** The chain that tests and `redoubt loss-prevention demo` look at: 20 wrongdoers among 2,000. */
export const RETAIL_SAMPLE: RetailSampleOptions = {
  seed: 20_260_101,
  staff: 2000,
  wrongdoers: 20,
  staffPerStore: 20,
  firstMonth: '2026-01-01',
  months: 3,
  transactionsPerMonth: 240,
};

/**
 * Makes up a chain of stores with honest people, honest outliers (returns desks, supervisors, outlet stores, stores for
 * tourists, people with few hours) and wrongdoers of five patterns. The same options give the same chain.
 */
export const retailSample = (options: RetailSampleOptions): RetailSample => {
  const { seed, firstMonth, transactionsPerMonth } = options;
  const people = peopleOf(options, seededRandom(seed));
  return {
    wrongdoers: new Map(people.flatMap(({ id, pattern }) => (pattern === null ? [] : [[id, pattern] as const]))),
    *transactions(month) {
      const random = seededRandom(seed + 7919 * (month + 1));
      const first = monthAfter(firstMonth, month);
      for (const person of people) {
        const count = Math.round(transactionsPerMonth * person.habits.volume * (0.85 + 0.3 * random()));
        for (let at = 0; at < count; at += 1) {
          const date = `${first.slice(0, 8)}${pad(1 + Math.floor(random() * 28), 2)}`;
          yield transactionOf(random, person, date, `${first.slice(0, 7)}-${person.id}-${pad(at, 4)}`);
        }
      }
    },
  };
};
