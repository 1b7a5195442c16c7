import { z } from 'zod';
import { environmentParams, instant } from '../common.ts';
import { defineEndpoint } from '../define.ts';

const count = z.number().int().min(0);

/** What the purchases of a report are parted by: issuer, network and BIN as they were shared, and currency. */
export const BOOSTER_REPORT_PARTS = ['connector', 'network', 'bin', 'currency'] as const;

/** A value with its interval of 95 per cent. */
const estimate = z.strictObject({ value: z.number(), lower: z.number(), upper: z.number() });

const arm = z.strictObject({
  purchases: count,
  /** By the newest answer of the bank to an authorisation or a charge. */
  approved: count,
  declined: count,
});

const comparison = z.strictObject({
  /** Purchases that were to be shared, also those whose message failed. */
  shared: arm,
  heldOut: arm,
  /** Approved of what banks answered, 0 to 1; null where none answered. */
  sharedRate: estimate.nullable(),
  heldOutRate: estimate.nullable(),
  /** By Newcombe's score interval; null where one of the two is not known. */
  difference: estimate.nullable(),
  /** Approvals of shared purchases that the difference stands for. */
  gained: estimate.nullable(),
  isEnough: z.boolean(),
});
export type BoosterComparisonDetail = z.infer<typeof comparison>;

const boosterReport = z.strictObject({
  from: instant,
  to: instant,
  total: comparison,
  /** Of those that were to be shared, whose message was not taken. */
  failed: count,
  /** Of those that were shared, by what the issuer said to the message. */
  answers: z.array(
    z.strictObject({ answer: z.enum(['accepted', 'declined', 'none']), arm, rate: estimate.nullable() }),
  ),
  /** Asked for and approved, by currency. */
  amounts: z.array(
    z.strictObject({
      currency: z.string(),
      sharedAsked: z.number(),
      sharedApproved: z.number(),
      heldOutAsked: z.number(),
      heldOutApproved: z.number(),
    }),
  ),
  /** Days, or weeks of a longer range, of UTC. */
  periods: z.array(comparison.extend({ from: instant, to: instant })),
  /** Those with most purchases first; null where the value is not known. */
  rows: z.array(comparison.extend({ value: z.string().nullable() })).max(100),
  /** Answers that each of the two needs. */
  least: count,
});
export type BoosterReport = z.infer<typeof boosterReport>;

export const getBoosterReport = defineEndpoint({
  id: 'booster.report',
  summary: 'How often banks approved shared purchases and those that were held out, here and below, with intervals.',
  method: 'GET',
  path: '/platform/v1/environments/:environmentId/acceptance-booster/report',
  permission: 'acceptanceBooster:read',
  params: environmentParams,
  query: z.strictObject({
    days: z.coerce.number().int().min(7).max(365).default(90),
    by: z.enum(BOOSTER_REPORT_PARTS).default('connector'),
  }),
  response: boosterReport,
});
