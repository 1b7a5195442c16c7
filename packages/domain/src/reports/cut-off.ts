/** Events whose value lies in one bin; `from` is its least value. Figures need not be whole: labels still to come are weighed. */
export type ValueBin = {
  readonly from: number;
  readonly events: number;
  readonly fraud: number;
  /** Sums of one currency, in whole units of it. */
  readonly amount: number;
  readonly fraudAmount: number;
};

/** Figures of the events on one side of a cut-off. */
export type CutOffSums = Omit<ValueBin, 'from'>;

/** What a cut-off does: events at or above it are stopped, those under it go through. */
export type CutOffPoint = {
  readonly cutOff: number;
  readonly above: CutOffSums;
  readonly under: CutOffSums;
};

/** Labelled frauds that curves need at least. A choice, not a figure from elsewhere: with 20 the standard error of a share is up to 11 points. */
export const MIN_CURVE_FRAUD = 20;

const NOTHING: CutOffSums = { events: 0, fraud: 0, amount: 0, fraudAmount: 0 };

const plus = (a: CutOffSums, b: CutOffSums): CutOffSums => ({
  events: a.events + b.events,
  fraud: a.fraud + b.fraud,
  amount: a.amount + b.amount,
  fraudAmount: a.fraudAmount + b.fraudAmount,
});

/** A point for each bin as cut-off, ascending, and a last one at `end` that stops nothing. @param bins in ascending order */
export const cutOffPoints = (bins: readonly ValueBin[], end: number): readonly CutOffPoint[] => {
  const above: CutOffSums[] = [NOTHING];
  for (const bin of bins.toReversed()) above.push(plus(above.at(-1) ?? NOTHING, bin));
  above.reverse();
  let under = NOTHING;
  const points = bins.map((bin, at) => {
    const point = { cutOff: bin.from, above: above[at] ?? NOTHING, under };
    under = plus(under, bin);
    return point;
  });
  return [...points, { cutOff: end, above: NOTHING, under }];
};

const ratio = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/**
 * Shares of a cut-off, from 0 to 1; null of nothing. Events without a label of fraud count as good.
 *
 * - `stopped`: of all events those at or above the cut-off.
 * - `detection`: of all fraud that at or above it (recall, true positive rate).
 * - `falsePositive`: of all good events those at or above it.
 * - `precision`: of the events at or above it those that are fraud.
 * - `fraudUnder`: of the events under it those that are fraud.
 * - `amountDetection`: of the amount of all fraud that at or above it.
 */
export const cutOffRates = ({ above, under }: CutOffPoint) => {
  const all = plus(above, under);
  return {
    stopped: ratio(above.events, all.events),
    detection: ratio(above.fraud, all.fraud),
    falsePositive: ratio(above.events - above.fraud, all.events - all.fraud),
    precision: ratio(above.fraud, above.events),
    fraudUnder: ratio(under.fraud, under.events),
    amountDetection: ratio(above.fraudAmount, all.fraudAmount),
  };
};
export type CutOffRate = keyof ReturnType<typeof cutOffRates>;

/**
 * The area under the curve of detection over false positives, by trapezoids: 0.5 for values that say nothing, 1 for those that
 * tell fraud apart without a mistake. It is the chance that a fraud has a higher value than a good event, ties counting half
 * (Hanley, McNeil: The meaning and use of the area under a receiver operating characteristic (ROC) curve, Radiology 143, 1982,
 * p. 29–36). Null without fraud or without good events.
 */
export const rocArea = (points: readonly CutOffPoint[]): number | null => {
  let area = 0;
  let [lastX, lastY] = [0, 0];
  for (const point of points.toReversed()) {
    const { detection, falsePositive } = cutOffRates(point);
    if (detection === null || falsePositive === null) return null;
    area += ((falsePositive - lastX) * (detection + lastY)) / 2;
    [lastX, lastY] = [falsePositive, detection];
  }
  return points.length === 0 ? null : area;
};

/**
 * What approved purchases earn: the margin on good ones, less the cost of the goods of fraudulent ones, whose payment is taken
 * back. An assumption: fees of chargebacks, work and annoyed customers are not in it. @param margin share of the amount, above 0 and up to 1
 */
export const netProfit = (
  { amount, fraudAmount }: Pick<CutOffSums, 'amount' | 'fraudAmount'>,
  margin: number,
): number => (amount - fraudAmount) * margin - fraudAmount * (1 - margin);

/** The cut-off whose approved events earn most; of equal ones the highest, which stops fewest customers. Null without points. */
export const bestCutOff = (points: readonly CutOffPoint[], margin: number): CutOffPoint | null => {
  let best: CutOffPoint | null = null;
  for (const point of points) {
    if (best === null || netProfit(point.under, margin) >= netProfit(best.under, margin)) best = point;
  }
  return best;
};

/** The value of a curve at a place, between its nearest points; null where it does not reach. @param curve in any order */
export const curveAt = (curve: readonly (readonly [x: number, y: number])[], x: number): number | null => {
  const sorted = curve.toSorted(([a], [b]) => a - b);
  const after = sorted.findIndex(([at]) => at >= x);
  const right = sorted[after];
  if (right === undefined) return null;
  const left = sorted[after - 1];
  if (left === undefined || right[0] === x)
    return right[0] === x ? Math.max(...sorted.filter(([at]) => at === x).map(([, y]) => y)) : null;
  return left[1] + ((right[1] - left[1]) * (x - left[0])) / (right[0] - left[0]);
};
