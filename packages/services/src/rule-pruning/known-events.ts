import { judgeStopped, MONEY_BASES, type FraudEstimate, type MoneyBasis, type StoppedJudgement } from '@redoubt/domain';
import type { EventOutcome, RuleMoneySums } from '@redoubt/storage';
import type { KnownEvents } from '../backtests/protocol.ts';

const FRAUD: FraudEstimate = { share: { value: 1, lower: 1, upper: 1 } };
const GOOD: FraudEstimate = { share: { value: 0, lower: 0, upper: 0 } };
const [FRAUD_PLACE, GOOD_PLACE] = [0, 1];

/** How likely the events of a period are fraud, and on what that rests. */
export type KnownOutcomes = Pick<KnownEvents, 'outcomes' | 'goodEstimate'> & {
  readonly fraudEstimates: readonly FraudEstimate[];
  /** How many stopped events rest on what. */
  readonly stoppedBy: Readonly<Record<MoneyBasis, number>>;
};

/** What says, for each rule that stopped events, what those would have become: as the money of rules has it. */
const judgementsOf = ({ stopped, passed, approved }: RuleMoneySums): ((ruleId: string) => StoppedJudgement) => {
  const sumsBy = Map.groupBy(stopped, ({ value }) => value);
  const passedBy = Map.groupBy(passed, ({ rule }) => rule);
  const known = new Map<string, StoppedJudgement>();
  return (ruleId) => {
    const found = known.get(ruleId);
    if (found !== undefined) return found;
    const sums = sumsBy.get(ruleId) ?? [];
    const bins = sums.flatMap(({ lowestScore }) => (lowestScore === null ? [] : [lowestScore]));
    const below = bins.length === 0 ? undefined : approved.get(Math.min(...bins) - 1);
    const judgement = judgeStopped(sums, passedBy.get(ruleId) ?? [], below ?? null);
    known.set(ruleId, judgement);
    return judgement;
  };
};

/**
 * How likely each event of a period is fraud. An approved one without a label counts as good. A stopped one without a label is
 * what the rule that stopped it says of such: purchases that the control share let pass stand for those that it could have let pass,
 * else a share is assumed, else nothing.
 */
export const knownOutcomesOf = (outcomes: readonly EventOutcome[], sums: RuleMoneySums): KnownOutcomes => {
  const judgementOf = judgementsOf(sums);
  const fraudEstimates: FraudEstimate[] = [FRAUD, GOOD];
  const places = new Map<string, number>();
  const stoppedBy = Object.fromEntries(MONEY_BASES.map((basis) => [basis, 0])) as Record<MoneyBasis, number>;
  const placeOf = (ruleId: string, { share }: StoppedJudgement): number => {
    const place = places.get(ruleId) ?? fraudEstimates.push({ share }) - 1;
    places.set(ruleId, place);
    return place;
  };
  const known = new Map<string, readonly [number, number]>();
  for (const { environmentId, eventId, decision, outcome, isFraud, ruleId, probability, passed } of outcomes) {
    const say = (fraudEstimate: number, weight = 1): void => {
      known.set(`${environmentId} ${eventId}`, [fraudEstimate, weight]);
    };
    if (passed && probability !== null) {
      say(isFraud ? FRAUD_PLACE : GOOD_PLACE, 1 / probability);
      continue;
    }
    if (decision === 'Approve') {
      say(isFraud ? FRAUD_PLACE : GOOD_PLACE);
      continue;
    }
    const judgement = judgementOf(ruleId);
    stoppedBy[judgement.basis] += 1;
    const isRepresented = judgement.basis === 'control' && probability !== null;
    const counted = judgement.countsReviews ? ({ refused: 'fraud', released: 'good' } as const) : null;
    const told = counted !== null && (outcome === 'refused' || outcome === 'released') ? counted[outcome] : outcome;
    if (isRepresented) say(GOOD_PLACE, 0);
    else if (told === 'fraud') say(FRAUD_PLACE);
    else if (told === 'good') say(GOOD_PLACE);
    else say(placeOf(ruleId, judgement));
  }
  return { outcomes: known, goodEstimate: GOOD_PLACE, fraudEstimates, stoppedBy };
};
