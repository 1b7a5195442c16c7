import type { BacktestCount, BacktestResult } from '@redoubt/contracts';

type Amount = BacktestCount['amounts'][number];
export type Money = readonly Pick<Amount, 'currency' | 'amount'>[];

/** Several counts as one. */
export type Group = {
  readonly events: number;
  readonly fraud: number;
  readonly genuine: number;
  readonly money: Money;
};

const NONE: Group = { events: 0, fraud: 0, genuine: 0, money: [] };

const addMoney = (a: Money, b: Money): Money => {
  const sums = new Map(a.map(({ currency, amount }) => [currency, amount]));
  for (const { currency, amount } of b) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  return [...sums].map(([currency, amount]) => ({ currency, amount }));
};

const join = (counts: readonly BacktestCount[]): Group =>
  counts.reduce<Group>(
    (sum, { events, fraud, genuine, amounts }) => ({
      events: sum.events + events,
      fraud: sum.fraud + fraud,
      genuine: sum.genuine + genuine,
      money: addMoney(sum.money, amounts),
    }),
    NONE,
  );

/** What an analyst asks of a backtest first. */
export type Summary = {
  readonly events: number;
  readonly changed: number;
  readonly newlyRejected: Group;
  /** Would no longer be rejected. */
  readonly newlySpared: Group;
  /** Would newly wait for a person. */
  readonly newlyReviewed: Group;
  /** Labelled fraud that is stopped, before and after, of all there is. */
  readonly fraud: { readonly before: number; readonly after: number; readonly all: number };
  /** Newly held up, though labelled as genuine. */
  readonly goodCustomers: number;
};

const isStopped = (decision: string): boolean => decision !== 'Approve';

export const summarise = (result: BacktestResult): Summary => {
  const changes = (test: (change: BacktestResult['changes'][number]) => boolean): Group =>
    join(result.changes.filter(test));
  const fraudOf = (side: BacktestResult['before']): { all: number; stopped: number } => {
    const entries = Object.entries(side);
    const sum = (list: typeof entries): number => list.reduce((total, [, { fraud }]) => total + fraud, 0);
    return { all: sum(entries), stopped: sum(entries.filter(([decision]) => isStopped(decision))) };
  };
  const [before, after] = [fraudOf(result.before), fraudOf(result.after)];
  return {
    events: result.events,
    changed: changes(() => true).events,
    newlyRejected: changes(({ after: now }) => now === 'Reject'),
    newlySpared: changes(({ before: then }) => then === 'Reject'),
    newlyReviewed: changes(({ after: now }) => now === 'Review'),
    fraud: { before: before.stopped, after: after.stopped, all: before.all },
    goodCustomers: changes(({ before: then, after: now }) => !isStopped(then) && isStopped(now)).genuine,
  };
};
