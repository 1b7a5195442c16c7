import type { CostModel } from '../cost-model/cost-model.ts';
import type { Decision } from '../events/decision.ts';
import { Z, type Estimate } from './estimate.ts';
import { insultOf, lossOf } from './rule-money.ts';

/**
 * What is believed of events: known fraud has a share of 1, known good ones of 0, others one that is estimated; null where nothing
 * is assumed, and they count as neither.
 */
export type FraudEstimate = { readonly share: Estimate | null };

/** Events that share what they are worth: one purchase that the control share let pass, or many others. */
export type ValuedEvents = {
  /** Place among the estimates of fraud. */
  readonly fraudEstimate: number;
  readonly events: number;
  readonly amount: number;
  /**
   * How many purchases each of them stands for: 1, of one that the control share let pass one through its probability, and 0 of
   * those that such ones stand for, and of those without a known amount.
   */
  readonly weight: number;
};

/** What a change of decisions comes to, and what it is known to lie in. */
export type Worth = { readonly net: number; readonly lower: number; readonly upper: number };

/**
 * Adds up what decisions are worth beside letting everything pass: for each estimate of fraud a line over the share that is fraud, so that
 * events of one estimate are right or wrong together.
 */
export class WorthSum {
  readonly #costs: CostModel;
  readonly #fraudEstimates: readonly FraudEstimate[];
  readonly #atNone: Float64Array;
  readonly #slope: Float64Array;
  #review = 0;
  #variance = 0;

  constructor(costs: CostModel, fraudEstimates: readonly FraudEstimate[]) {
    this.#costs = costs;
    this.#fraudEstimates = fraudEstimates;
    this.#atNone = new Float64Array(fraudEstimates.length);
    this.#slope = new Float64Array(fraudEstimates.length);
  }

  /** Adds what it is worth that events get one decision and not another. */
  add(events: ValuedEvents, decision: Decision, instead: Decision = 'Approve'): void {
    const { fraudEstimate, weight } = events;
    if (weight === 0 || decision === instead) return;
    const [mine, other] = [this.#lineOf(events, decision), this.#lineOf(events, instead)];
    const atNone = mine.atNone - other.atNone;
    const slope = mine.slope - other.slope;
    this.#review += weight * (mine.review - other.review);
    this.#atNone[fraudEstimate] = (this.#atNone[fraudEstimate] ?? 0) + weight * atNone;
    this.#slope[fraudEstimate] = (this.#slope[fraudEstimate] ?? 0) + weight * slope;
    if (weight > 1) {
      // Of a sample where each is drawn for itself: (1 − p) / p² · y², with p = 1 / weight.
      const value =
        atNone + slope * (this.#fraudEstimates[fraudEstimate]?.share?.value ?? 0) - (mine.review - other.review);
      this.#variance += (weight ** 2 - weight) * value ** 2;
    }
  }

  get result(): Worth {
    let net = -this.#review;
    let [squaresBelow, squaresAbove, boundBelow, boundAbove] = [0, 0, 0, 0];
    this.#fraudEstimates.forEach(({ share }, at) => {
      const [atNone, slope] = [this.#atNone[at] ?? 0, this.#slope[at] ?? 0];
      if (share === null) {
        // From all good to all fraud; the value itself leaves them out.
        boundBelow += Math.min(0, atNone, atNone + slope);
        boundAbove += Math.max(0, atNone, atNone + slope);
        return;
      }
      net += atNone + slope * share.value;
      const [down, up] = [slope * (share.value - share.lower), slope * (share.upper - share.value)];
      squaresBelow += (slope >= 0 ? down : up) ** 2;
      squaresAbove += (slope >= 0 ? up : down) ** 2;
    });
    const sampled = Z ** 2 * this.#variance;
    return {
      net,
      lower: net - Math.sqrt(squaresBelow + sampled) + boundBelow,
      upper: net + Math.sqrt(squaresAbove + sampled) + boundAbove,
    };
  }

  #lineOf({ events, amount }: ValuedEvents, decision: Decision) {
    if (decision === 'Approve') return { atNone: 0, slope: 0, review: 0 };
    const insult = insultOf(this.#costs, decision, { events, amount });
    const review = decision === 'Review' ? events * this.#costs.reviewCost : 0;
    return { atNone: -insult, slope: lossOf(this.#costs, { events, amount }) + insult, review };
  }
}
