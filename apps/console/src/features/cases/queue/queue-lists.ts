import type { CaseSummary } from '@redoubt/contracts';
import { isMoneyOrdering } from '@redoubt/domain';

export const idOf = ({ id }: Pick<CaseSummary, 'id'>): string => id;

/** Up to how many cases the server counts a list. */
export const MAX_COUNTED = 10_000;

/** Midnight of the day of a moment, in the time that the reader chose. */
export const startOfDay = (nowMs: number, zone: 'local' | 'utc'): string => {
  const day = new Date(nowMs);
  if (zone === 'utc') day.setUTCHours(0, 0, 0, 0);
  else day.setHours(0, 0, 0, 0);
  return day.toISOString();
};

/** Whether cases of several currencies stand in one order by amount or by loss: where no rate is known, they are compared by number. */
export const comparesCurrencies = (
  orderBy: string,
  cases: readonly Pick<CaseSummary, 'amount' | 'currency'>[],
): boolean =>
  isMoneyOrdering(orderBy) &&
  new Set(cases.filter(({ amount }) => amount !== null).map(({ currency }) => currency)).size > 1;
