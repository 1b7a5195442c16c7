import { z } from 'zod';
import { decision, decisionCounts, environmentParams, guid, instant, recentChange } from '../common.ts';
import { defineEndpoint } from '../define.ts';

export const dashboard = z.strictObject({
  asOf: instant,
  /** Midnight of today in the time zone asked for. */
  since: instant,
  /** Environments counted: this one, and its descendants where asked. */
  environmentIds: z.array(guid),
  totals: z.strictObject({
    events: z.number().int(),
    decisions: decisionCounts,
    /** In the currency that amounts are converted to; without one in that of today's events, null where they share none. */
    amount: z.number().nullable(),
    currency: z.string().nullable(),
    rejectedAmount: z.number().nullable(),
    /** Events that are missing from the amounts, because their currency has no exchange rate that is new enough. */
    unconverted: z.number().int(),
    /** Labelled fraud received today. */
    fraudLabels: z.number().int(),
    /** Time the rules took to decide. */
    latencyP50Ms: z.number().nullable(),
    latencyP99Ms: z.number().nullable(),
  }),
  /** The same hours of the day before, for the change shown beside each number. */
  previous: z.strictObject({ events: z.number().int(), decisions: decisionCounts }),
  /** One bucket per 15 minutes from `since` to now; the last one is unfinished. */
  series: z.array(z.strictObject({ from: instant, decisions: decisionCounts })),
  topClauses: z.array(z.strictObject({ rule: z.string(), clause: z.string(), decision, events: z.number().int() })),
  drafts: z.array(z.strictObject({ ruleId: guid, assessment: z.string(), name: z.string(), savedAt: instant })),
  /** Newest writes in these environments, for "what changed". */
  changes: z.array(recentChange),
});
export type Dashboard = z.infer<typeof dashboard>;

export const getDashboard = defineEndpoint({
  id: 'dashboard.get',
  summary: 'Live numbers of today, what changed and what waits for me.',
  method: 'GET',
  path: '/platform/v1/environments/:environmentId/dashboard',
  permission: 'dashboard:read',
  params: environmentParams,
  query: z.strictObject({
    /** Minutes east of UTC of the reader, so that "today" is theirs. */
    utcOffsetMinutes: z.coerce.number().int().min(-840).max(840).default(0),
    includeChildren: z.stringbool().default(true),
  }),
  response: dashboard,
});
