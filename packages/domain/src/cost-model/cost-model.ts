/**
 * What decisions cost and save, for reports. Amounts are in whole units of the currency that reports add up in; where each
 * currency stands alone, of the one that is shown.
 */
export type CostModel = {
  /** Per cent of a sale that is profit: lost with a good customer, while fraud costs the goods, which are the rest. */
  readonly marginPercent: number;
  /** What the acquirer charges for one chargeback. */
  readonly chargebackFee: number;
  /** Work of analysts for one event in review. */
  readonly reviewCost: number;
  /** What a good customer who is turned away would have bought later. */
  readonly insultCost: number;
  /** Of a hundred good customers that are reviewed, how many do not complete their purchase. */
  readonly reviewLossPercent: number;
  /** The same of those that are challenged. */
  readonly challengeLossPercent: number;
};

export const COST_FIELDS = [
  'marginPercent',
  'chargebackFee',
  'reviewCost',
  'insultCost',
  'reviewLossPercent',
  'challengeLossPercent',
] as const satisfies readonly (keyof CostModel)[];
export type CostField = (typeof COST_FIELDS)[number];

/** In whole units of a currency. */
export const MAX_COST = 1_000_000;

/** The largest value of each field; the smallest is 0. */
export const COST_LIMITS: Readonly<Record<CostField, number>> = {
  marginPercent: 100,
  chargebackFee: MAX_COST,
  reviewCost: MAX_COST,
  insultCost: MAX_COST,
  reviewLossPercent: 100,
  challengeLossPercent: 100,
};

/** Costs until an environment, or one above it, says its own. `COST_SOURCES` says where they come from. */
export const DEFAULT_COST_MODEL: CostModel = {
  marginPercent: 30,
  chargebackFee: 15,
  reviewCost: 3,
  insultCost: 25,
  reviewLossPercent: 10,
  challengeLossPercent: 10,
};

/** Where each default comes from; null marks an assumption, which every house has to put right. */
export const COST_SOURCES: Readonly<Record<CostField, { readonly name: string; readonly url: string } | null>> = {
  marginPercent: null,
  // Per dispute, in US dollars, as published for merchants in the United States.
  chargebackFee: { name: 'Stripe', url: 'https://stripe.com/pricing' },
  // Five minutes at 36 an hour.
  reviewCost: null,
  insultCost: null,
  reviewLossPercent: null,
  challengeLossPercent: null,
};
