import type { CostModel } from '../cost-model/cost-model.ts';
import type { ControlledDecision } from '../control-share/control-share.ts';
import { estimateShare, estimateTotal, type Estimate } from './estimate.ts';

/**
 * What is known of a stopped event: its label, or of a reviewed one without a label what the review ended with.
 */
export const STOPPED_OUTCOMES = ['none', 'fraud', 'good', 'refused', 'released'] as const;
export type StoppedOutcome = (typeof STOPPED_OUTCOMES)[number];

/** Events that a rule or clause stopped and that share all that their money depends on. */
export type StoppedSums = {
  readonly decision: ControlledDecision;
  readonly outcome: StoppedOutcome;
  /** Whether the control share could have let them pass. */
  readonly controlled: boolean;
  readonly events: number;
  readonly amount: number;
};

/** A purchase that the rule or clause would have stopped, and that the control share let pass. */
export type PassedPurchase = {
  readonly probability: number;
  /** What would have been decided. */
  readonly decision: ControlledDecision;
  readonly amount: number;
  /** Labelled as fraud or charged back; one that is neither counts as good. */
  readonly fraud: boolean;
};

/** Approved events of the scores just below those that a rule or clause stops. */
export type Neighbours = { readonly events: number; readonly fraud: number };

/**
 * What says what stopped events would have become: purchases that the control share let pass; an assumption, that those without a
 * label are like those with an outcome, or like approved ones just below in score; or nothing, where only labels count.
 */
export const MONEY_BASES = ['control', 'outcomes', 'neighbours', 'labels'] as const;
export type MoneyBasis = (typeof MONEY_BASES)[number];

/** What a rule or clause saved and cost, in one currency. */
export type RuleMoney = {
  /** What stopped fraud would have cost. */
  readonly prevented: number;
  /** What good customers that were stopped cost. */
  readonly insult: number;
  /** What analysts' work cost, and the events in review. */
  readonly review: number;
  readonly reviewEvents: number;
  /** The first without the others, and its interval. */
  readonly net: number;
  readonly lower: number;
  readonly upper: number;
  /** Stopped events that are fraud and good, known or estimated. */
  readonly fraudEvents: number;
  readonly goodEvents: number;
  readonly basis: MoneyBasis;
  /** Events that it rests on: passed ones, ones with an outcome, neighbours, labels. */
  readonly evidence: number;
  /** Events that it stopped. */
  readonly stopped: number;
};

/** Outcomes that others without one are judged by, at least. */
const LEAST_OUTCOMES = 10;
/** Neighbours, at least. */
const LEAST_NEIGHBOURS = 100;

type Sum = { readonly events: number; readonly amount: number };

/** What fraud costs where it passes: the goods, and the fee. */
export const lossOf = ({ marginPercent, chargebackFee }: CostModel, { events, amount }: Sum): number =>
  amount * (1 - marginPercent / 100) + events * chargebackFee;

/** What good customers cost that are stopped: those who do not buy, with their margin and what they would have bought later. */
export const insultOf = (costs: CostModel, decision: ControlledDecision, { events, amount }: Sum): number => {
  const lost = { Reject: 100, Review: costs.reviewLossPercent, Challenge: costs.challengeLossPercent }[decision];
  return (lost / 100) * ((amount * costs.marginPercent) / 100 + events * costs.insultCost);
};

type Parts = { readonly loss: number; readonly insult: number; readonly events: number };

const partsOf = (costs: CostModel, sums: readonly StoppedSums[]): Parts => ({
  loss: sums.reduce((total, sum) => total + lossOf(costs, sum), 0),
  insult: sums.reduce((total, sum) => total + insultOf(costs, sum.decision, sum), 0),
  events: sums.reduce((total, { events }) => total + events, 0),
});

/** All that could pass, from what passed, without that; purchases that could not pass count by their labels. */
const byControl = (costs: CostModel, sums: readonly StoppedSums[], passed: readonly PassedPurchase[]) => {
  const parts = (purchase: PassedPurchase) => {
    const sum = { events: 1, amount: purchase.amount };
    return { loss: lossOf(costs, sum), insult: insultOf(costs, purchase.decision, sum) };
  };
  const weighed = passed.map((purchase) => ({ ...purchase, ...parts(purchase) }));
  const largest = (of: 'loss' | 'insult'): number =>
    Math.max(...weighed.map((purchase) => purchase[of] / purchase.probability));
  const total = (of: (purchase: (typeof weighed)[number]) => number, most: number): Estimate => {
    const passedOnes = weighed.map((purchase) => ({ probability: purchase.probability, value: of(purchase) }));
    const itself = passedOnes.reduce((sum, { value }) => sum + value, 0);
    const { value, lower, upper } = estimateTotal(passedOnes, most);
    return { value: value - itself, lower: lower - itself, upper: upper - itself };
  };
  const prevented = total(({ fraud, loss }) => (fraud ? loss : 0), largest('loss'));
  const insult = total(({ fraud, insult: cost }) => (fraud ? 0 : cost), largest('insult'));
  const net = total(({ fraud, loss, insult: cost }) => (fraud ? loss : -cost), 0);
  const isAnyFraud = passed.some(({ fraud }) => fraud);
  const isAnyGood = passed.some(({ fraud }) => !fraud);
  const others = sums.filter(({ controlled }) => !controlled);
  const fraud = partsOf(
    costs,
    others.filter(({ outcome }) => outcome === 'fraud'),
  );
  const good = partsOf(
    costs,
    others.filter(({ outcome }) => outcome === 'good'),
  );
  const known = fraud.loss - good.insult;
  return {
    prevented: prevented.value + fraud.loss,
    insult: insult.value + good.insult,
    // What none was seen of still may be there.
    lower: net.lower + known - (isAnyGood ? 0 : insult.upper),
    upper: net.upper + known + (isAnyFraud ? 0 : prevented.upper),
    fraudEvents: total(({ fraud: isFraud }) => (isFraud ? 1 : 0), 0).value + fraud.events,
    goodEvents: total(({ fraud: isFraud }) => (isFraud ? 0 : 1), 0).value + good.events,
    basis: 'control' as const,
    evidence: passed.length,
  };
};

/** Known outcomes as they are, the others by a share that is fraud. */
const byShare = ({ fraud, good, unknown }: Readonly<Record<'fraud' | 'good' | 'unknown', Parts>>, share: Estimate) => {
  const netAt = (part: number): number => fraud.loss - good.insult + part * unknown.loss - (1 - part) * unknown.insult;
  return {
    prevented: fraud.loss + share.value * unknown.loss,
    insult: good.insult + (1 - share.value) * unknown.insult,
    lower: netAt(share.lower),
    upper: netAt(share.upper),
    fraudEvents: fraud.events + share.value * unknown.events,
    goodEvents: good.events + (1 - share.value) * unknown.events,
  };
};

const eventsWith = (sums: readonly StoppedSums[], ...outcomes: StoppedOutcome[]): number =>
  sums.reduce((total, { outcome, events }) => total + (outcomes.includes(outcome) ? events : 0), 0);

/** What says what the events without a label would have become that a rule or clause stopped. */
export type StoppedJudgement = {
  readonly basis: MoneyBasis;
  /** The share of them that is fraud, where one is assumed. */
  readonly share: Estimate | null;
  /** Whether what a review ended with counts as a label. */
  readonly countsReviews: boolean;
  /** Events that it rests on. */
  readonly evidence: number;
};

/** The best that there is; `MONEY_BASES` has the best first. */
export const judgeStopped = (
  sums: readonly StoppedSums[],
  passed: readonly PassedPurchase[],
  neighbours: Neighbours | null,
): StoppedJudgement => {
  if (passed.length > 0) return { basis: 'control', share: null, countsReviews: false, evidence: passed.length };
  const fraud = eventsWith(sums, 'fraud', 'refused');
  const outcomes = fraud + eventsWith(sums, 'good', 'released');
  if (outcomes >= LEAST_OUTCOMES)
    return { basis: 'outcomes', share: estimateShare(fraud, outcomes), countsReviews: true, evidence: outcomes };
  if (neighbours !== null && neighbours.events >= LEAST_NEIGHBOURS) {
    const share = estimateShare(neighbours.fraud, neighbours.events);
    return { basis: 'neighbours', share, countsReviews: false, evidence: neighbours.events };
  }
  return { basis: 'labels', share: null, countsReviews: false, evidence: eventsWith(sums, 'fraud', 'good') };
};

/** Whether neighbours would say what a rule or clause stopped, as nothing better does. */
export const asksNeighbours = (sums: readonly StoppedSums[], passed: readonly PassedPurchase[]): boolean =>
  judgeStopped(sums, passed, { events: LEAST_NEIGHBOURS, fraud: 0 }).basis === 'neighbours';

const byOutcomes = (
  costs: CostModel,
  sums: readonly StoppedSums[],
  { basis, share, countsReviews, evidence }: StoppedJudgement,
) => {
  const ofOutcomes = (...outcomes: StoppedOutcome[]): Parts =>
    partsOf(
      costs,
      sums.filter(({ outcome }) => outcomes.includes(outcome)),
    );
  const evidenceSums = countsReviews
    ? {
        fraud: ofOutcomes('fraud', 'refused'),
        good: ofOutcomes('good', 'released'),
        unknown: ofOutcomes('none'),
      }
    : { fraud: ofOutcomes('fraud'), good: ofOutcomes('good'), unknown: ofOutcomes('none', 'refused', 'released') };
  if (share !== null) return { ...byShare(evidenceSums, share), basis, evidence };
  // From all good to all fraud: without an assumption no more can be said (Manski, "Nonparametric bounds on treatment effects", 1990).
  const { lower, upper } = byShare(evidenceSums, { value: 0, lower: 0, upper: 1 });
  return {
    prevented: evidenceSums.fraud.loss,
    insult: evidenceSums.good.insult,
    lower,
    upper,
    fraudEvents: evidenceSums.fraud.events,
    goodEvents: evidenceSums.good.events,
    basis,
    evidence,
  };
};

/** What a rule or clause saved and cost, by the best that is known of what it stopped; `MONEY_BASES` has the best first. */
export const ruleMoney = (
  costs: CostModel,
  sums: readonly StoppedSums[],
  passed: readonly PassedPurchase[],
  neighbours: Neighbours | null,
): RuleMoney => {
  const judgement = judgeStopped(sums, passed, neighbours);
  const found = judgement.basis === 'control' ? byControl(costs, sums, passed) : byOutcomes(costs, sums, judgement);
  const reviewed = partsOf(
    costs,
    sums.filter(({ decision }) => decision === 'Review'),
  ).events;
  const review = reviewed * costs.reviewCost;
  return {
    ...found,
    review,
    reviewEvents: reviewed,
    net: found.prevented - found.insult - review,
    lower: found.lower - review,
    upper: found.upper - review,
    stopped: partsOf(costs, sums).events,
  };
};

/**
 * The net value of a part of what a rule or clause stopped, as the judgement of the whole has it: values of all parts add up to that
 * of the whole.
 */
export const netOfPart = (
  costs: CostModel,
  judgement: StoppedJudgement,
  sums: readonly StoppedSums[],
  passed: readonly PassedPurchase[],
): number => {
  const { prevented, insult } =
    judgement.basis === 'control' ? byControl(costs, sums, passed) : byOutcomes(costs, sums, judgement);
  const reviewed = partsOf(
    costs,
    sums.filter(({ decision }) => decision === 'Review'),
  ).events;
  return prevented - insult - reviewed * costs.reviewCost;
};

/** What several rules came to together. */
export type MoneyTotal = Omit<RuleMoney, 'basis' | 'evidence'> & {
  /** How much of what they stopped rests on what. */
  readonly stoppedBy: Readonly<Record<MoneyBasis, number>>;
};

/**
 * The sum over rules. An event is decided by one of them, so estimates of theirs are independent and their variances add up;
 * bounds that rest on labels alone are no estimates, and add up themselves.
 */
export const moneyTotal = (all: readonly RuleMoney[]): MoneyTotal => {
  const sum = (of: (money: RuleMoney) => number): number => all.reduce((total, money) => total + of(money), 0);
  const net = sum((money) => money.net);
  const estimated = (half: (money: RuleMoney) => number): number =>
    Math.sqrt(sum((money) => (money.basis === 'labels' ? 0 : half(money) ** 2)));
  const bounded = (half: (money: RuleMoney) => number): number =>
    sum((money) => (money.basis === 'labels' ? half(money) : 0));
  const below = (money: RuleMoney): number => money.net - money.lower;
  const above = (money: RuleMoney): number => money.upper - money.net;
  const stoppedBy = (basis: MoneyBasis): number => sum((money) => (money.basis === basis ? money.stopped : 0));
  return {
    prevented: sum((money) => money.prevented),
    insult: sum((money) => money.insult),
    review: sum((money) => money.review),
    reviewEvents: sum((money) => money.reviewEvents),
    net,
    lower: net - estimated(below) - bounded(below),
    upper: net + estimated(above) + bounded(above),
    fraudEvents: sum((money) => money.fraudEvents),
    goodEvents: sum((money) => money.goodEvents),
    stopped: sum((money) => money.stopped),
    stoppedBy: {
      control: stoppedBy('control'),
      outcomes: stoppedBy('outcomes'),
      neighbours: stoppedBy('neighbours'),
      labels: stoppedBy('labels'),
    },
  };
};
