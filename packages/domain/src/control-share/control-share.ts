import type { Id } from '@redoubt/kernel';
import type { Decision } from '../events/decision.ts';

/** Decisions that stop or hold a purchase, of which a share may pass. */
export const CONTROLLED_DECISIONS = ['Reject', 'Review', 'Challenge'] as const satisfies readonly Decision[];
export type ControlledDecision = (typeof CONTROLLED_DECISIONS)[number];

/** The largest amount that may pass in one currency, in units of that currency. */
export type ControlLimit = {
  /** ISO 4217 code. */
  readonly currency: string;
  readonly amount: number;
};

/** A share of its own for what one rule stops; 0 lets nothing pass. */
export type ControlledRule = { readonly ruleId: Id; readonly sharePercent: number };

/**
 * Which part of the purchases that rules would stop passes, drawn at random, so that what they become can be known. Estimates
 * weigh what passed by one through its probability (Horvitz and Thompson, "A generalization of sampling without replacement
 * from a finite universe", Journal of the American Statistical Association 47, 1952).
 */
export type ControlShare = {
  /** Per cent of what is stopped, for rules without a share of their own. */
  readonly sharePercent: number;
  /** Which decisions may pass. */
  readonly decisions: readonly ControlledDecision[];
  /** One for a currency; purchases in other currencies, without an amount or above it never pass. */
  readonly limits: readonly ControlLimit[];
  readonly rules: readonly ControlledRule[];
};

/** Nothing passes. */
export const DEFAULT_CONTROL_SHARE: ControlShare = { sharePercent: 0, decisions: ['Reject'], limits: [], rules: [] };

export const MAX_CONTROL_SHARE_PERCENT = 10;
export const MAX_CONTROL_LIMITS = 40;
export const MAX_CONTROLLED_RULES = 200;

/** Whether anything can pass. */
export const isControlShareOn = ({ sharePercent, decisions, limits, rules }: ControlShare): boolean =>
  decisions.length > 0 && limits.length > 0 && (sharePercent > 0 || rules.some((rule) => rule.sharePercent > 0));

/** A purchase that a rule stops. */
export type StoppedPurchase = {
  readonly decision: Decision;
  readonly ruleId: Id;
  readonly amount: number | null;
  readonly currency: string | null;
};

/** Probability, from 0 to 1, that a stopped purchase passes; 0 where it may not. */
export const controlProbability = (
  share: ControlShare,
  { decision, ruleId, amount, currency }: StoppedPurchase,
): number => {
  if (!share.decisions.some((each) => each === decision)) return 0;
  if (amount === null || !(amount >= 0)) return 0;
  const code = currency?.trim().toUpperCase();
  if (!share.limits.some((limit) => limit.currency === code && amount <= limit.amount)) return 0;
  const ofRule = share.rules.find((rule) => rule.ruleId === ruleId);
  return (ofRule ?? share).sharePercent / 100;
};

const shareOf = ({ sharePercent, rules }: ControlShare, ruleId: Id): number =>
  (rules.find((rule) => rule.ruleId === ruleId) ?? { sharePercent }).sharePercent;

const limitOf = ({ limits }: ControlShare, currency: string): number =>
  limits.find((limit) => limit.currency === currency)?.amount ?? 0;

/** Whether some purchase may pass, or is more likely to, that could not before. */
export const letsMorePass = (before: ControlShare, after: ControlShare): boolean => {
  if (!isControlShareOn(after)) return false;
  if (!isControlShareOn(before)) return true;
  const ruleIds = [...before.rules, ...after.rules].map(({ ruleId }) => ruleId);
  return (
    after.sharePercent > before.sharePercent ||
    after.decisions.some((decision) => !before.decisions.includes(decision)) ||
    after.limits.some(({ currency, amount }) => amount > limitOf(before, currency)) ||
    ruleIds.some((ruleId) => shareOf(after, ruleId) > shareOf(before, ruleId))
  );
};
