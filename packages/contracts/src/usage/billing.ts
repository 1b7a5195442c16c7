import { MAX_PRICE } from '@redoubt/domain';
import { z } from 'zod';
import { authorship, environmentParams, guid, instant, typedCurrency, versionTag } from '../common.ts';
import { defineEndpoint } from '../define.ts';
import { budgetState } from './budgets.ts';
import { USAGE_CAPABILITIES } from './usage-apis.ts';
import { usageDetails, usageDetailsQuery, usageMonth } from './usage.ts';

const base = '/platform/v1/environments/:environmentId/billing';

/** What is paid for: assessments of a capability with the other calls of it, and the event log that is kept. */
export const BILLED_PARTS = [...USAGE_CAPABILITIES, 'storage'] as const;

const price = z.number().min(0).max(MAX_PRICE);
const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);

export const usagePrices = z.strictObject({
  currency: typedCurrency,
  /** For a thousand counted assessments. */
  purchase: price,
  account: price,
  assessment: price,
  lossPrevention: price,
  /** For a thousand other counted calls. */
  others: price,
  /** For a gigabyte of the event log, kept for a month. */
  storage: price,
  /** What costs the same whatever is called, a month. */
  shared: price,
});

const billedRow = z.strictObject({
  environmentId: guid,
  environment: z.string(),
  /** What was used stays listed after an environment is deleted. */
  isDeleted: z.boolean(),
  isProduction: z.boolean(),
  part: z.enum(BILLED_PARTS),
  /** Counted calls. */
  assessments: z.number().int(),
  others: z.number().int(),
  /** Kept over the whole month, on average. */
  gigabytes: z.number(),
  /** In the currency of the prices; null without prices. */
  cost: z.strictObject({ used: z.number(), shared: z.number(), total: z.number() }).nullable(),
});
export type BilledRow = z.infer<typeof billedRow>;

const billing = z.strictObject({
  asOf: instant,
  /** Usage of the last twelve months, newest first. */
  months: z.array(usageMonth),
  /** The month that rows and costs are of, `2026-03`. */
  month,
  rows: z.array(billedRow),
  /** Of the shared costs, what no row has: nothing was assessed, or by environments that the asking person may not see. */
  unassigned: z.number(),
  /** Of the whole tenant, one for each capability; without their use where the person may not see the whole of it. */
  budgets: z.array(budgetState),
  prices: usagePrices.nullable(),
  changed: authorship.nullable(),
  version: versionTag,
  /** False where the tenant has environments whose billing the asking person may not see; they are left out. */
  isWhole: z.boolean(),
  canWrite: z.boolean(),
});
export type Billing = z.infer<typeof billing>;

export const getBilling = defineEndpoint({
  id: 'billing.get',
  summary: 'What the tenant used in a month, by environment and capability, and what that costs.',
  method: 'GET',
  path: base,
  permission: 'adminBilling:read',
  params: environmentParams,
  query: z.strictObject({
    /** One of the last twelve months, of UTC; the current one without it. */
    month: month.optional(),
  }),
  response: billing,
});

export const getBillingDetails = defineEndpoint({
  id: 'billing.details',
  summary: 'Calls of the whole tenant by hour, day or month, environment and API.',
  method: 'GET',
  path: `${base}/details`,
  permission: 'adminBilling:read',
  params: environmentParams,
  query: usageDetailsQuery,
  response: usageDetails,
});

export const putUsagePrices = defineEndpoint({
  id: 'billing.prices',
  summary: 'Say what usage costs in the whole tenant.',
  method: 'PUT',
  path: `${base}/prices`,
  permission: 'adminBilling:write',
  params: environmentParams,
  body: z.strictObject({ version: versionTag, prices: usagePrices }),
  response: z.strictObject({ version: versionTag, prices: usagePrices }),
  errors: ['BILLING-NOT-ROOT', 'USAGE-PRICES-STALE'],
});
