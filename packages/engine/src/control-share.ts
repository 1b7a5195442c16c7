import { controlProbability, CONTROL_SHARE_REASON, textAt, type ControlShare } from '@redoubt/domain';
import { seededRandom } from '@redoubt/kernel';
import type { EngineInput } from './engine-input.ts';
import type { RuleVerdict, Verdict } from './engine-result.ts';

/** Keeps the draw apart from what `RandomInt` draws from the same seed. */
const DRAW = 0x517c_c1b7;

/**
 * Lets a purchase pass that a rule stops, with the probability that the control share says for it. The draw depends on
 * nothing but the event's seed, so a replay comes to the same.
 *
 * @returns the verdict with its probability, and, where the purchase passes, an approval that names what would have been decided.
 */
export const applyControlShare = (
  share: ControlShare | null,
  { payload, seed }: Pick<EngineInput, 'payload' | 'seed'>,
  verdict: RuleVerdict,
): Verdict => {
  if (share === null || verdict.rule === null) return verdict;
  const probability = controlProbability(share, {
    decision: verdict.decision,
    ruleId: verdict.rule.id,
    amount: typeof payload.totalAmount === 'number' ? payload.totalAmount : null,
    currency: textAt(payload, 'currency'),
  });
  if (probability === 0) return verdict;
  if (seededRandom((seed ^ DRAW) >>> 0)() >= probability)
    return { ...verdict, control: { probability, stopped: null } };
  return {
    decision: 'Approve',
    reason: CONTROL_SHARE_REASON,
    supportMessage: null,
    challengeType: null,
    rule: null,
    clause: null,
    control: { probability, stopped: verdict },
  };
};
