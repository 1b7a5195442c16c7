import { MONITOR_PERIODS } from '@redoubt/domain';
import { z } from 'zod';
import { assessmentName, decision, decisionCounts, environmentParams, guid, instant, recentChange } from '../common.ts';
import { defineEndpoint } from '../define.ts';

const count = z.number().int();

const clause = z.strictObject({
  rule: z.string(),
  clause: z.string(),
  decision,
  events: count,
  /** The same part of the period before. */
  before: count,
});

export const monitor = z.strictObject({
  asOf: instant,
  from: instant,
  /** End of the last bar, which still fills. */
  to: instant,
  stepMinutes: count,
  /** Environments counted: this one, and its descendants where asked. */
  environmentIds: z.array(guid),
  totals: z.strictObject({ events: count, decisions: decisionCounts }),
  /** The period before, up to the same place in it. */
  previous: z.strictObject({ events: count, decisions: decisionCounts }),
  bars: z.array(
    z.strictObject({
      from: instant,
      decisions: decisionCounts,
      /** Volume of the bar one period earlier. */
      before: count,
    }),
  ),
  /** Rules that decided most, at most ten, with what they decided in each bar. */
  rules: z.array(
    z.strictObject({ rule: z.string(), events: count, before: count, decisions: decisionCounts, bars: z.array(count) }),
  ),
  /** Clauses that decided most, at most twenty. */
  clauses: z.array(clause),
  /** What the other clauses decided together. */
  otherClauses: count,
  /** Events told later: each kind with its volume by bar of receipt, and for labels what they said. */
  related: z.array(
    z.strictObject({
      kind: z.string(),
      /** What a customer calls it; null for a kind of the product. */
      name: z.string().nullable(),
      events: count,
      bars: z.array(count),
      verdicts: z.record(z.string(), count),
    }),
  ),
  /** Writes that can move decisions, newest first. */
  changes: z.array(recentChange),
});
export type Monitor = z.infer<typeof monitor>;

export const getMonitor = defineEndpoint({
  id: 'monitor.get',
  summary: 'How the live traffic of an assessment behaves: volume, decisions, rules and what was told later, by time.',
  method: 'GET',
  path: '/platform/v1/environments/:environmentId/monitor/:assessment',
  permission: 'monitoring:read',
  params: environmentParams.extend({ assessment: assessmentName }),
  query: z.strictObject({
    period: z.enum(MONITOR_PERIODS).default('48h'),
    /** Minutes a bar stands for; one that the period does not offer is its first. */
    stepMinutes: z.coerce.number().int().min(1).max(1440).optional(),
    includeChildren: z.stringbool().default(true),
  }),
  response: monitor,
  errors: ['ASSESSMENT-UNKNOWN', 'ENV-UNKNOWN'],
});
