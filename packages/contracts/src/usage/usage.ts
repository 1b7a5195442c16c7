import { z } from 'zod';
import { environmentParams, guid, instant } from '../common.ts';
import { defineEndpoint } from '../define.ts';
import { budgetState } from './budgets.ts';
import { USAGE_CAPABILITIES, USED_APIS, type UsageApi } from './usage-apis.ts';

const base = '/platform/v1/environments/:environmentId/usage';

export const USAGE_PERIODS = ['7d', '30d', '90d', '12m'] as const;
export type UsagePeriod = (typeof USAGE_PERIODS)[number];

export const USAGE_RESPONSES = ['accepted', 'refused', 'failed'] as const;
export type UsageResponse = (typeof USAGE_RESPONSES)[number];

const api = z.enum(USED_APIS.map((each) => each.api) as [UsageApi, ...UsageApi[]]);

export const usageMonth = z.strictObject({
  from: instant,
  capability: z.enum(USAGE_CAPABILITIES),
  /** Counted calls of APIs that assess: 2xx and 4xx, in production. */
  assessments: z.number().int(),
  /** Counted calls of the other APIs. */
  others: z.number().int(),
  /** Assessments by the end of the month at the pace so far; null for months that are over. */
  projected: z.number().int().nullable(),
});
export type UsageMonth = z.infer<typeof usageMonth>;

const usageSummary = z.strictObject({
  asOf: instant,
  /** False where no environment here or below is production: nothing is counted then. */
  hasProduction: z.boolean(),
  /** Newest first. */
  months: z.array(usageMonth),
  /** Of this environment with those below it, one for each capability. */
  budgets: z.array(budgetState),
  canWriteBudgets: z.boolean(),
});
export type UsageSummary = z.infer<typeof usageSummary>;

const usageRow = z.strictObject({
  from: instant,
  environmentId: guid.nullable(),
  environment: z.string().nullable(),
  isProduction: z.boolean(),
  api,
  calls: z.number().int(),
  /** Those among them that count as used. */
  counted: z.number().int(),
  refused: z.number().int(),
  failed: z.number().int(),
});
export type UsageRow = z.infer<typeof usageRow>;

export const usageDetails = z.strictObject({
  from: instant,
  to: instant,
  asOf: instant,
  unit: z.enum(['hour', 'day', 'month']),
  /** Newest first. */
  rows: z.array(usageRow),
  /** True where there is more than a screen shows; narrow the period then. */
  isCut: z.boolean(),
});
export type UsageDetails = z.infer<typeof usageDetails>;

export const usageDetailsQuery = z.strictObject({
  period: z.enum(USAGE_PERIODS).default('30d'),
  /** Hours for seven days at most; longer periods are given by day. */
  unit: z.enum(['hour', 'day']).default('day'),
  api: api.optional(),
  response: z.enum(USAGE_RESPONSES).optional(),
});

export const getUsageSummary = defineEndpoint({
  id: 'usage.summary',
  summary: 'Counted calls by month and capability over the last twelve months.',
  method: 'GET',
  path: `${base}/summary`,
  permission: 'usage:read',
  params: environmentParams,
  response: usageSummary,
});

export const getUsageDetails = defineEndpoint({
  id: 'usage.details',
  summary: 'Calls by hour, day or month, environment and API.',
  method: 'GET',
  path: `${base}/details`,
  permission: 'usage:read',
  params: environmentParams,
  query: usageDetailsQuery,
  response: usageDetails,
});
