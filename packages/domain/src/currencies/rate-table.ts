import { DAY_MS, fromMoneyUnits, toMoneyUnits } from '@redoubt/kernel';
import { dayStartMs, type ExchangeRate } from './exchange-rate.ts';

/** What an amount is multiplied by, and the day that it is from. */
export type DatedRate = { readonly rate: number; readonly dayMs: number };

/** Rates into one currency. */
export type RateTable = {
  readonly currency: string;
  /** Currencies that have a rate on some day, and the one that amounts become. */
  readonly currencies: ReadonlySet<string>;
  /** The rate of a day or the last one before it; null where there is none that is new enough. */
  readonly rateOn: (from: string, dayMs: number) => DatedRate | null;
};

type Rated = Pick<ExchangeRate, 'base' | 'quote' | 'rate'>;

/** What one unit of each currency is worth in others on one day: as published, then turned round. */
const worthOf = (rates: readonly Rated[]): ReadonlyMap<string, ReadonlyMap<string, number>> => {
  const worth = new Map<string, Map<string, number>>();
  const put = (from: string, to: string, rate: number): void => {
    const known = worth.get(from) ?? new Map<string, number>();
    if (!known.has(to)) known.set(to, rate);
    worth.set(from, known);
  };
  for (const { base, quote, rate } of rates) put(base, quote, rate);
  for (const { base, quote, rate } of rates) put(quote, base, 1 / rate);
  return worth;
};

/** Rates of one day into a currency: directly, else over one other currency, the first by its letters. */
const ratesInto = (target: string, rates: readonly Rated[]): ReadonlyMap<string, number> => {
  const worth = worthOf(rates);
  const into = new Map<string, number>();
  for (const [from, others] of worth) {
    if (from === target) continue;
    const direct = others.get(target);
    if (direct !== undefined) {
      into.set(from, direct);
      continue;
    }
    for (const [over, rate] of [...others].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      const rest = worth.get(over)?.get(target);
      if (rest === undefined) continue;
      into.set(from, rate * rest);
      break;
    }
  }
  return into;
};

/** The last of rates in the order of their days that is not after a day. */
const lastUntil = (rates: readonly DatedRate[], dayMs: number): DatedRate | undefined => {
  let [low, high] = [0, rates.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rates[middle]?.dayMs ?? Infinity) <= dayMs) low = middle + 1;
    else high = middle;
  }
  return rates[low - 1];
};

/**
 * Rates into one currency from what was published. A rate over a third currency takes both halves from one day, as a mix of
 * days is a rate that never was.
 *
 * @param maxAgeDays how far before the day of an event the newest rate may lie.
 */
export const rateTable = (target: string, published: readonly ExchangeRate[], maxAgeDays: number): RateTable => {
  const byDay = Map.groupBy(published, ({ day }) => day);
  const dated = new Map<string, DatedRate[]>();
  for (const day of [...byDay.keys()].toSorted()) {
    const dayMs = dayStartMs(day);
    if (dayMs === null) continue;
    for (const [from, rate] of ratesInto(target, byDay.get(day) ?? [])) {
      const known = dated.get(from);
      if (known) known.push({ rate, dayMs });
      else dated.set(from, [{ rate, dayMs }]);
    }
  }
  return {
    currency: target,
    currencies: new Set([target, ...dated.keys()]),
    rateOn: (from, dayMs) => {
      if (from === target) return { rate: 1, dayMs };
      const last = lastUntil(dated.get(from) ?? [], dayMs);
      return last === undefined || dayMs - last.dayMs > maxAgeDays * DAY_MS ? null : last;
    },
  };
};

/** An amount at a rate, rounded to a ten-thousandth of a unit as amounts are kept. */
export const convert = (amount: number, { rate }: Pick<DatedRate, 'rate'>): number =>
  fromMoneyUnits(toMoneyUnits(amount * rate));
