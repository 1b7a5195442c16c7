import type { FinancialSnapshot } from '@redoubt/contracts';
import { spikesOf } from '@redoubt/domain';
import { DAY_MS } from '@redoubt/kernel';
import type { ReturnedMoney, SearchRow } from '@redoubt/storage';

const WEEK_MS = 7 * DAY_MS;
const MONTH_MS = 30 * DAY_MS;

type Period = { readonly fromMs: number; readonly toMs: number; readonly nowMs: number };
type Money = { readonly atMs: number; readonly amount: number };

const sumOf = (money: readonly Money[]): number => money.reduce((sum, { amount }) => sum + amount, 0);

/** A sum with its share of a month since the first purchase, and of the last 30 days. */
const figureOf = (
  money: readonly Money[],
  value: (money: readonly Money[]) => number,
  { nowMs }: Period,
  months: number,
): FinancialSnapshot['spending'] => ({
  total: value(money),
  perMonth: value(money) / months,
  last30Days: value(money.filter(({ atMs }) => atMs > nowMs - MONTH_MS)),
});

const countOf = (money: readonly Money[]): number => money.length;

const weeksOf = (purchases: readonly Money[], { toMs, nowMs }: Period): FinancialSnapshot['weeks'] => {
  const endMs = Math.min(toMs, nowMs);
  const firstMs = Math.min(endMs, ...purchases.map(({ atMs }) => atMs));
  const count = Math.max(1, Math.ceil((endMs - firstMs + 1) / WEEK_MS));
  const weeks = Array.from({ length: count }, (_unused, index) => {
    const fromMs = endMs - (count - index) * WEEK_MS;
    const own = purchases.filter(({ atMs }) => atMs > fromMs && atMs <= fromMs + WEEK_MS);
    return { from: new Date(fromMs).toISOString(), purchases: own.length, spending: sumOf(own) };
  });
  const spikes = [spikesOf(weeks.map(({ spending }) => spending)), spikesOf(weeks.map((week) => week.purchases))];
  return weeks.map((week, index) => ({ ...week, isSpike: spikes.some((each) => each[index] === true) }));
};

/** What was spent and came back, one for each currency, the one with most purchases first. */
export const financialSnapshots = (
  rows: readonly SearchRow[],
  returned: readonly ReturnedMoney[],
  period: Period,
): readonly FinancialSnapshot[] => {
  const currencyOf = new Map(rows.map(({ eventId, currency }) => [eventId, currency ?? '']));
  const groups = [...Map.groupBy(rows, ({ currency }) => currency ?? '')].toSorted(
    ([, left], [, right]) => right.length - left.length,
  );
  return groups.map(([currency, own]) => {
    const purchases = own.map(({ eventTime, amount }): Money => ({ atMs: eventTime.getTime(), amount: amount ?? 0 }));
    const firstMs = Math.min(period.nowMs, ...purchases.map(({ atMs }) => atMs));
    const months = Math.max(1, (Math.min(period.toMs, period.nowMs) - firstMs) / MONTH_MS);
    const back = (kind: ReturnedMoney['kind']): readonly Money[] =>
      returned
        .filter((each) => each.kind === kind && (each.currency ?? currencyOf.get(each.purchaseId)) === currency)
        .map(({ at, amount }) => ({ atMs: at.getTime(), amount: amount ?? 0 }));
    const figure = (money: readonly Money[], value: (money: readonly Money[]) => number) =>
      figureOf(money, value, period, months);
    return {
      currency,
      purchases: figure(purchases, countOf),
      spending: figure(purchases, sumOf),
      chargebacks: figure(back('chargeback'), countOf),
      chargebackAmount: figure(back('chargeback'), sumOf),
      refunds: figure(back('refund'), countOf),
      refundAmount: figure(back('refund'), sumOf),
      weeks: weeksOf(purchases, period),
    };
  });
};
