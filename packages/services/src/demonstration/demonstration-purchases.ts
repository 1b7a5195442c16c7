import { HOUR_MS, MINUTE_MS, type JsonObject } from '@redoubt/kernel';
import { purchaseBody, type Basket, type Ring } from './demonstration-bodies.ts';

/** What became of the case of a purchase; the rest is open. */
export type Ending = 'open' | 'escalated' | 'onHold' | 'decided' | 'reopened' | 'overturned' | 'timedOut';

/** A purchase of the demonstration that its rules send to review. */
export type DemonstrationPurchase = {
  readonly number: number;
  readonly id: string;
  readonly receivedAtMs: number;
  readonly ring: Ring | null;
  readonly ending: Ending;
  readonly body: JsonObject;
};

/** So many purchases of one basket, the newest so long ago, one each `everyMinutes` before it. */
type Run = {
  readonly count: number;
  readonly basket: Basket;
  readonly newestHours: number;
  readonly everyMinutes: number;
  readonly ring?: Ring;
  readonly ending: Ending;
};

/** Sixty open cases, and those that came to an end before; none is due before an evening of looking around is over. */
const RUNS: readonly Run[] = [
  { count: 4, basket: 'other', newestHours: 25, everyMinutes: 47, ending: 'timedOut' },
  { count: 10, basket: 'digital', newestHours: 30, everyMinutes: 190, ending: 'decided' },
  { count: 10, basket: 'large', newestHours: 12, everyMinutes: 170, ending: 'decided' },
  { count: 3, basket: 'large', newestHours: 9, everyMinutes: 65, ring: 'address', ending: 'decided' },
  { count: 6, basket: 'firstOrder', newestHours: 10, everyMinutes: 75, ending: 'decided' },
  { count: 3, basket: 'firstOrder', newestHours: 9, everyMinutes: 20, ring: 'device', ending: 'decided' },
  { count: 4, basket: 'other', newestHours: 8, everyMinutes: 120, ending: 'decided' },
  { count: 2, basket: 'digital', newestHours: 14, everyMinutes: 61, ring: 'card', ending: 'decided' },
  { count: 2, basket: 'large', newestHours: 11, everyMinutes: 95, ending: 'overturned' },
  { count: 2, basket: 'digital', newestHours: 13, everyMinutes: 88, ending: 'reopened' },
  { count: 2, basket: 'large', newestHours: 7, everyMinutes: 50, ending: 'escalated' },
  { count: 1, basket: 'other', newestHours: 5, everyMinutes: 1, ending: 'onHold' },
  { count: 16, basket: 'large', newestHours: 0.4, everyMinutes: 21, ending: 'open' },
  { count: 6, basket: 'large', newestHours: 0.6, everyMinutes: 33, ring: 'address', ending: 'open' },
  { count: 6, basket: 'firstOrder', newestHours: 0.5, everyMinutes: 31, ending: 'open' },
  { count: 7, basket: 'firstOrder', newestHours: 0.8, everyMinutes: 9, ring: 'device', ending: 'open' },
  { count: 8, basket: 'digital', newestHours: 0.3, everyMinutes: 41, ending: 'open' },
  { count: 5, basket: 'digital', newestHours: 0.7, everyMinutes: 14, ring: 'card', ending: 'open' },
  { count: 7, basket: 'other', newestHours: 0.2, everyMinutes: 26, ending: 'open' },
];

/**
 * Purchases of the last days, the oldest first: the same ones for the same time.
 *
 * @param nowMs when they begin to be looked at.
 * @param firstNumber before the first one: other numbers bring other customers.
 */
export const demonstrationPurchases = (nowMs: number, firstNumber: number): readonly DemonstrationPurchase[] => {
  let number = firstNumber;
  const purchases = RUNS.flatMap((run) =>
    Array.from({ length: run.count }, (_, index): DemonstrationPurchase => {
      number += 1;
      const receivedAtMs = nowMs - run.newestHours * HOUR_MS - index * run.everyMinutes * MINUTE_MS;
      const { ring = null, ending, basket } = run;
      const id = `demo-${number}`;
      const purchase = { id, customer: number, basket, ring: run.ring, atMs: receivedAtMs, hurried: true };
      return { number, id, receivedAtMs, ring, ending, body: purchaseBody(purchase) };
    }),
  );
  return purchases.toSorted((left, right) => left.receivedAtMs - right.receivedAtMs);
};
