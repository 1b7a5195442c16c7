import type { Backtest, BacktestCount } from '@redoubt/contracts';
import type { Clause } from '@redoubt/contracts';
import { cutOffPoints, sectionsOf, type AssessmentName, type CutOffPoint, type ValueBin } from '@redoubt/domain';

/** Thresholds that are tried at once; with the one that counts all events fewer clauses than a rule may have. */
export const MAX_STEPS = 60;

/** 1, 2 and 5 times the powers of ten: for a first look at a value whose range is not known. */
export const LADDER: readonly number[] = [0.1, 1, 10, 100, 1000, 10_000, 100_000].flatMap((power) => [
  power,
  2 * power,
  5 * power,
]);

/** So many thresholds from one number to another, both included, of at most twelve digits. */
export const evenSteps = (from: number, to: number, steps: number): readonly number[] =>
  Array.from({ length: steps + 1 }, (_, at) => Number((from + ((to - from) * at) / steps).toPrecision(12)));

const ALL = 'all';

/**
 * A rule that decides nothing and tells by its clauses how many events reach each threshold: the first counts all events, each of
 * the others those at or above one.
 */
export const countingClauses = (
  assessment: AssessmentName,
  expression: string,
  thresholds: readonly number[],
  newId: () => string,
): Clause[] => {
  // The last section may read every score.
  const section = sectionsOf(assessment).at(-1);
  const clause = (name: string, condition: string): Clause => ({
    id: newId(),
    name,
    code: `OBSERVE Trace(counted = true)\nWHEN ${condition}`,
    ...(section === undefined || section === 'prior' ? {} : { section }),
  });
  return [
    clause(ALL, 'true'),
    ...thresholds.map((threshold) => clause(String(threshold), `(${expression}) >= ${threshold}`)),
  ];
};

/** The expression that a backtest of counting clauses tried. */
export const expressionOf = ({ clauses }: Pick<Backtest, 'clauses'>): string | null =>
  /\nWHEN \(([\s\S]*)\) >= \S+$/.exec(clauses[1]?.code ?? '')?.[1] ?? null;

const NOTHING: BacktestCount = { events: 0, fraud: 0, genuine: 0, amounts: [] };

const sumsOf = ({ events, fraud, amounts }: BacktestCount, currency: string | null) => {
  const of = amounts.find((each) => each.currency === currency);
  return { events, fraud, amount: of?.amount ?? 0, fraudAmount: of?.fraudAmount ?? 0 };
};

/** What a finished run found: bins between its thresholds, with those under the first, and the thresholds as cut-offs. */
export type TunedScale = {
  readonly bins: readonly ValueBin[];
  readonly points: readonly CutOffPoint[];
  readonly end: number;
};

/** Thresholds that no event reaches are left out but for the first of them. Null where the run counted no thresholds. */
export const scaleOf = (backtest: Pick<Backtest, 'result'>, currency: string | null): TunedScale | null => {
  const [all, ...rest] = backtest.result?.clauses ?? [];
  if (all === undefined || all.name !== ALL || rest.length === 0) return null;
  const counted = rest.map(({ name, fired }) => ({ threshold: Number(name), fired }));
  const unreached = counted.findIndex(({ fired }) => fired.events === 0);
  const shown = unreached < 0 ? counted : counted.slice(0, Math.max(2, unreached + 1));
  const last = shown.at(-1);
  const first = shown[0];
  if (first === undefined || last === undefined) return null;
  const minus = (a: BacktestCount, b: BacktestCount) => {
    const [of, less] = [sumsOf(a, currency), sumsOf(b, currency)];
    return {
      events: of.events - less.events,
      fraud: of.fraud - less.fraud,
      amount: of.amount - less.amount,
      fraudAmount: of.fraudAmount - less.fraudAmount,
    };
  };
  // Below the first threshold lies all the rest, events without the value among them.
  const step = (shown[1]?.threshold ?? first.threshold * 2) - first.threshold;
  const bins = [
    { from: first.threshold - step, ...minus(all.fired, first.fired) },
    ...shown.map(({ threshold, fired }, at) => ({ from: threshold, ...minus(fired, shown[at + 1]?.fired ?? NOTHING) })),
  ];
  const end = last.threshold + step;
  return { bins, points: cutOffPoints(bins, end), end };
};

/** Currencies of the events of a run, those of most events first as far as amounts tell. */
export const currenciesOf = ({ result }: Pick<Backtest, 'result'>): readonly string[] =>
  (result?.clauses[0]?.fired.amounts ?? [])
    .filter(({ currency }) => currency !== '')
    .toSorted((a, b) => b.amount - a.amount)
    .map(({ currency }) => currency);
