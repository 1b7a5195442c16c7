import { STOPPING_DECISIONS, type RateTable } from '@redoubt/domain';
import { DAY_MS } from '@redoubt/kernel';
import type { UnratedEvents } from '@redoubt/storage';
import { isRule, MEASURE_OF, type SumsByValue } from './reported-rules.ts';

/** Events that rules stopped, by their currency; those without any are left out. */
const stoppedIn = (total: SumsByValue): ReadonlyMap<string, number> => {
  const stopped = new Map<string, number>();
  for (const { currency, counts } of [...total].flatMap(([value, sums]) => (isRule(value) ? sums : []))) {
    const events = STOPPING_DECISIONS.reduce((sum, decision) => sum + (counts[MEASURE_OF[decision]] ?? 0), 0);
    if (currency !== '' && events > 0) stopped.set(currency, (stopped.get(currency) ?? 0) + events);
  }
  return stopped;
};

/**
 * What money of rules leaves out: events in a currency without a rate on their day, by currency, most events first.
 *
 * @param total sums of a period, which know that where each currency has a rate on all of its days or on none
 * @param read finds it out where one has a rate on some
 */
export const unratedEvents = async (
  total: SumsByValue,
  rates: RateTable,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  read: () => Promise<readonly UnratedEvents[]>,
): Promise<readonly UnratedEvents[]> => {
  const days = Array.from({ length: Math.ceil((toMs - fromMs) / DAY_MS) }, (_, at) => fromMs + at * DAY_MS);
  const found = [...stoppedIn(total)].map(([currency, events]) => {
    const rated = days.filter((dayMs) => rates.rateOn(currency, dayMs) !== null).length;
    return { currency, events, rated };
  });
  const unrated = found.some(({ rated }) => rated > 0 && rated < days.length)
    ? await read()
    : found.flatMap(({ currency, events, rated }) => (rated === 0 ? [{ currency, events }] : []));
  return unrated.toSorted((a, b) => b.events - a.events || (a.currency < b.currency ? -1 : 1));
};
