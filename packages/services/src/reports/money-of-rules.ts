import type { RuleReport } from '@redoubt/contracts';
import {
  judgeStopped,
  moneyTotal,
  netOfPart,
  ruleMoney,
  type CostModel,
  type MoneyTotal,
  type RateTable,
  type RuleMoney,
} from '@redoubt/domain';
import { fromMoneyUnits, toMoneyUnits } from '@redoubt/kernel';
import type { RuleMoneySums } from '@redoubt/storage';

type Money = NonNullable<RuleReport['rules'][number]['money']>;

/** What rules and clauses came to in money, by their names as `RuleSums` has them. */
export type MoneyOfRules = {
  readonly of: (value: string) => Money;
  /** The net value of a rule by bar; bars without any are left out. They add up to its net value. */
  readonly netsOf: (value: string) => ReadonlyMap<number, number>;
  readonly total: MoneyTotal;
};

const rounded = (amount: number): number => fromMoneyUnits(toMoneyUnits(amount));
const tenth = (events: number): number => Math.round(events * 10) / 10;

/** Money to the ten-thousandth that amounts are kept in, estimated events to a tenth. */
const shownMoney = <Shown extends Omit<RuleMoney, 'basis' | 'evidence'>>(money: Shown): Shown => ({
  ...money,
  prevented: rounded(money.prevented),
  insult: rounded(money.insult),
  review: rounded(money.review),
  net: rounded(money.net),
  lower: rounded(money.lower),
  upper: rounded(money.upper),
  fraudEvents: tenth(money.fraudEvents),
  goodEvents: tenth(money.goodEvents),
});

/** The money of each rule and clause, and of all rules together: an event is decided by one of them. */
export const moneyOfRules = (costs: CostModel, { stopped, passed, approved }: RuleMoneySums): MoneyOfRules => {
  const byValue = Map.groupBy(stopped, ({ value }) => value);
  const passedBy = Map.groupBy(
    passed.flatMap(({ rule, hit, ...purchase }) => [
      { value: rule, purchase },
      ...(hit === '' ? [] : [{ value: hit, purchase }]),
    ]),
    ({ value }) => value,
  );
  const sumsOf = (value: string) => {
    const sums = byValue.get(value) ?? [];
    const bins = sums.flatMap(({ lowestScore }) => (lowestScore === null ? [] : [lowestScore]));
    const below = bins.length === 0 ? undefined : approved.get(Math.min(...bins) - 1);
    return { sums, purchases: passedBy.get(value)?.map(({ purchase }) => purchase) ?? [], below: below ?? null };
  };
  const moneyOf = (value: string): RuleMoney => {
    const { sums, purchases, below } = sumsOf(value);
    return ruleMoney(costs, sums, purchases, below);
  };
  const netsOf = (value: string): ReadonlyMap<number, number> => {
    const { sums, purchases, below } = sumsOf(value);
    const judgement = judgeStopped(sums, purchases, below);
    const bars = new Set([...sums, ...purchases].flatMap(({ barMs }) => (barMs === null ? [] : [barMs])));
    const sumsIn = Map.groupBy(sums, ({ barMs }) => barMs);
    const passedIn = Map.groupBy(purchases, ({ barMs }) => barMs);
    return new Map(
      [...bars].map((barMs) => [
        barMs,
        rounded(netOfPart(costs, judgement, sumsIn.get(barMs) ?? [], passedIn.get(barMs) ?? [])),
      ]),
    );
  };
  const values = new Set([...byValue.keys(), ...passedBy.keys()]);
  const known = new Map([...values].map((value) => [value, moneyOf(value)]));
  // Clauses are named by the rule, a space and their own name: what they came to is in their rule.
  const rules = [...known].flatMap(([value, money]) => (value.includes(' ') ? [] : [money]));
  return {
    of: (value) => shownMoney(known.get(value) ?? moneyOf(value)),
    netsOf,
    total: shownMoney(moneyTotal(rules)),
  };
};

/** The currency that money is given in: what the tree converts to, else that of most events. */
export const moneyCurrency = (
  rates: RateTable | null,
  sums: Iterable<
    readonly { readonly value: string; readonly currency: string; readonly counts: { readonly hits?: number } }[]
  >,
): string | null => {
  if (rates !== null) return rates.currency;
  const hits = new Map<string, number>();
  for (const { currency, counts } of [...sums].flat()) {
    if (currency !== '') hits.set(currency, (hits.get(currency) ?? 0) + (counts.hits ?? 0));
  }
  const [most] = [...hits].toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  return most?.[0] ?? null;
};
