import { estimateDifference, estimateShare, type Estimate } from '../reports/estimate.ts';

/** Purchases that were meant to be shared, or were held out, with what their bank said to the newest authorisation or charge. */
export type BoosterArm = {
  readonly purchases: number;
  readonly approved: number;
  readonly declined: number;
};

/** How the two compare. */
export type BoosterComparison = {
  readonly shared: BoosterArm;
  readonly heldOut: BoosterArm;
  /** Of what banks answered, the share they approved; null where none answered. */
  readonly sharedRate: Estimate | null;
  readonly heldOutRate: Estimate | null;
  /** How much larger it is for shared purchases; null where one of the two is not known. */
  readonly difference: Estimate | null;
  /** Approvals of shared purchases that the difference stands for. */
  readonly gained: Estimate | null;
  /** Whether both have enough answers for the difference to be worth acting on. */
  readonly isEnough: boolean;
};

/** Answers that each of the two needs; below it the interval is wider than what sharing can be hoped to change. */
export const MIN_BOOSTER_ANSWERS = 100;

const answersOf = ({ approved, declined }: BoosterArm): number => approved + declined;

const rateOf = (arm: BoosterArm): Estimate | null =>
  answersOf(arm) === 0 ? null : estimateShare(arm.approved, answersOf(arm));

const scaled = ({ value, lower, upper }: Estimate, by: number): Estimate => ({
  value: value * by,
  lower: lower * by,
  upper: upper * by,
});

/** Compares shared purchases with those that were held out. */
export const compareArms = (shared: BoosterArm, heldOut: BoosterArm): BoosterComparison => {
  const sharedRate = rateOf(shared);
  const heldOutRate = rateOf(heldOut);
  const difference =
    sharedRate === null || heldOutRate === null
      ? null
      : estimateDifference(
          { found: shared.approved, of: answersOf(shared) },
          { found: heldOut.approved, of: answersOf(heldOut) },
        );
  return {
    shared,
    heldOut,
    sharedRate,
    heldOutRate,
    difference,
    gained: difference === null ? null : scaled(difference, answersOf(shared)),
    isEnough: Math.min(answersOf(shared), answersOf(heldOut)) >= MIN_BOOSTER_ANSWERS,
  };
};
