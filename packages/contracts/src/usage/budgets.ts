import {
  BUDGET_PERIODS,
  isBudgetStart,
  isRising,
  MAX_ALERT_PERCENT,
  MAX_ALERTS_AT,
  MAX_BUDGET,
  MAX_BUDGET_DAY,
} from '@redoubt/domain';
import { z } from 'zod';
import { authorship, environmentParams, instant, versionTag } from '../common.ts';
import { defineEndpoint } from '../define.ts';
import { USAGE_CAPABILITIES } from './usage-apis.ts';

const environment = '/platform/v1/environments/:environmentId';
const capability = z.enum(USAGE_CAPABILITIES);

export const usageBudget = z.strictObject({
  /** Counted assessments. */
  amount: z.number().int().min(1).max(MAX_BUDGET),
  period: z.enum(BUDGET_PERIODS),
  /** The first day of the first period, of UTC; later periods begin on the same day of the month or year. */
  startsOn: z.string().refine(isBudgetStart, `is no day from the 1st to the ${MAX_BUDGET_DAY}th, such as 2026-03-01`),
  /** Percent of the amount at which those who may see billing are notified, rising; none: never. */
  alertsAt: z
    .array(z.number().int().min(1).max(MAX_ALERT_PERCENT))
    .max(MAX_ALERTS_AT)
    .refine(isRising, 'do not rise, or name a percent twice'),
});

export const budgetState = z.strictObject({
  capability,
  /** Null where none is set. */
  budget: usageBudget.nullable(),
  /** Of the running period; null where there is none yet. */
  use: z
    .strictObject({
      from: instant,
      to: instant,
      /** Counted assessments since the period began. */
      used: z.number().int(),
      percent: z.number(),
      /** Assessments by the end of the period at the pace so far. */
      projected: z.number().int().nullable(),
    })
    .nullable(),
  changed: authorship.nullable(),
  version: versionTag,
});
export type BudgetState = z.infer<typeof budgetState>;

const budgetBody = z.strictObject({
  capability,
  version: versionTag,
  /** Null takes it away. */
  budget: usageBudget.nullable(),
});

export const putUsageBudget = defineEndpoint({
  id: 'usage.budget',
  summary: 'Set what an environment, with those below it, is planned to use of a capability; it stops no decision.',
  method: 'PUT',
  path: `${environment}/usage/budget`,
  permission: 'adminBilling:write',
  params: environmentParams,
  body: budgetBody,
  response: budgetBody,
  errors: ['USAGE-BUDGET-STALE'],
});

export const putTenantBudget = defineEndpoint({
  id: 'billing.budget',
  summary: 'Set what the whole tenant is planned to use of a capability; it stops no decision.',
  method: 'PUT',
  path: `${environment}/billing/budget`,
  permission: 'adminBilling:write',
  params: environmentParams,
  body: budgetBody,
  response: budgetBody,
  errors: ['BILLING-NOT-ROOT', 'USAGE-BUDGET-STALE'],
});
