import type { UsageCapability } from './usage-budget.ts';

/**
 * What the operator of the installation charges for its use, tenant-wide, so that the house can charge it on. Amounts are in
 * whole units of `currency`.
 */
export type UsagePrices = {
  /** ISO 4217. */
  readonly currency: string;
  /** For a thousand counted assessments of a capability. */
  readonly purchase: number;
  readonly account: number;
  readonly assessment: number;
  readonly lossPrevention: number;
  /** For a thousand counted calls that assess nothing: observations, labels, updates. */
  readonly others: number;
  /** For a gigabyte of the event log that is kept for a month. */
  readonly storage: number;
  /** Models, servers and what else costs the same whatever is called, a month; shared out by counted assessments. */
  readonly shared: number;
};

export const PRICE_FIELDS = [
  'purchase',
  'account',
  'assessment',
  'lossPrevention',
  'others',
  'storage',
  'shared',
] as const satisfies readonly (keyof UsagePrices)[];
export type PriceField = (typeof PRICE_FIELDS)[number];

/** In whole units of a currency. */
export const MAX_PRICE = 1_000_000_000;

/** What one environment used in a month of one capability, or what it kept of the log. */
export type UsedPart = {
  readonly part: UsageCapability | 'storage';
  /** Counted calls. */
  readonly assessments: number;
  readonly others: number;
  /** Kept over the whole month, on average; 0 for calls. */
  readonly gigabytes: number;
};

/** What it costs, in the currency of the prices. */
export type UsageCost = { readonly used: number; readonly shared: number; readonly total: number };

const PER = 1000;

/**
 * What a part costs. @param allAssessments counted in the month in the whole tenant, by which shared costs are shared out.
 */
export const costOf = (prices: UsagePrices, used: UsedPart, allAssessments: number): UsageCost => {
  const { part, assessments, others, gigabytes } = used;
  const own =
    part === 'storage'
      ? gigabytes * prices.storage
      : (assessments / PER) * prices[part] + (others / PER) * prices.others;
  const shared = allAssessments === 0 ? 0 : prices.shared * (assessments / allAssessments);
  return { used: own, shared, total: own + shared };
};
