import type { RuleMeasure } from './rule-report.ts';

type Counts = Readonly<Partial<Record<RuleMeasure, number>>>;

/**
 * What is worked out of the counts of a rule or clause. Rates of decisions, and that of fraud, are shares of hits; that of the
 * bank is a share of the hits that it answered about. What another rule or clause decided is in no rate of a decision.
 */
export const RULE_RATES = [
  'approveRate',
  'reviewRate',
  'challengeRate',
  'rejectRate',
  'fraudRate',
  'bankRate',
] as const;
export type RuleRate = (typeof RULE_RATES)[number];

const PARTS: Readonly<Record<RuleRate, RuleMeasure>> = {
  approveRate: 'approved',
  reviewRate: 'reviewed',
  challengeRate: 'challenged',
  rejectRate: 'rejected',
  fraudRate: 'fraud',
  bankRate: 'bankApproved',
};

/** Hits that went to the bank: those that it answered about. */
export const sentToBankOf = ({ bankApproved = 0, bankDeclined = 0 }: Counts): number => bankApproved + bankDeclined;

/** A rate from 0 to 1; null where there is nothing that it could be a share of. */
export const ruleRateOf = (counts: Counts, rate: RuleRate): number | null => {
  const whole = rate === 'bankRate' ? sentToBankOf(counts) : (counts.hits ?? 0);
  return whole === 0 ? null : (counts[PARTS[rate]] ?? 0) / whole;
};

/** Hits of rules together: an event that two of them hit counts twice. */
export const hitsTogether = (rules: readonly { readonly total: { readonly counts: Counts } }[]): number =>
  rules.reduce((sum, { total }) => sum + (total.counts.hits ?? 0), 0);
