import type { Random } from '../random.ts';
import type { PurchaseFacts } from '../purchase-body.ts';
import type { Shopper, ShopperFactory } from '../shoppers.ts';

/** Ways fraud shows in a shop's traffic. */
export const FRAUD_PATTERNS = ['cardTesting', 'stolenCard', 'accountFarm', 'reshipping', 'scriptedRetries'] as const;
export type FraudPattern = (typeof FRAUD_PATTERNS)[number];

/** What a fraudster chooses about a purchase; ids and the time are given by the simulator. */
export type FraudulentChoice = Omit<PurchaseFacts, 'purchaseId' | 'trackingId' | 'atMs'>;

/** One way of fraud and how it shows. */
export type Pattern = {
  /** Fewest and most purchases of one campaign. */
  readonly size: readonly [min: number, max: number];
  /** Share of all purchases while a campaign runs: near 1 in a burst, small where the fraudster takes time. */
  readonly intensity: number;
  /** Sends one fraudster to work; every call of the returned function gives his next purchase. */
  readonly start: (context: CampaignContext, nowMs: number) => (atMs: number) => FraudulentChoice;
};

export type CampaignContext = {
  readonly random: Random;
  readonly shoppers: ShopperFactory;
  /** A person with an honest account whose card or account may be misused. */
  readonly victim: () => Shopper;
};

/** What fraudulent purchases have in common unless the pattern says otherwise: in a hurry, without 3-D Secure. */
export const HURRIED = {
  isGuest: false,
  attempt: 1,
  cvvVerify: 'Y',
  is3dsAuthenticated: false,
  basketMinutes: 1.2,
} as const satisfies Partial<FraudulentChoice>;
