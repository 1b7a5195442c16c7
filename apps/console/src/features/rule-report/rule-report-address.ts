import type { ReportStep } from '@redoubt/domain';
import { z } from 'zod';
import {
  assessmentOf,
  dayOf,
  periodDays,
  REPORT_PERIODS,
  type ReportPeriod,
} from '../../shared/report-charts/report-address.ts';

/** The width of a bar that suits a period. */
const STEPS: Readonly<Record<ReportPeriod, Exclude<ReportStep, 'hour'>>> = { '7d': 'day', '28d': 'day', '91d': 'week' };

export const TABS = ['decisions', 'observe', 'overlap'] as const;
export const COMPARED = ['none', 'previous', 'lastWeek'] as const;

/** Columns that the table is ordered by. */
export const SORTED_COLUMNS = [
  'name',
  'hits',
  'decided',
  'reviewed',
  'fraudStopped',
  'goodHit',
  'precision',
  'chargebacks',
  'change',
] as const;
export type SortedColumn = (typeof SORTED_COLUMNS)[number];

export const ruleReportAddress = z.object({
  tab: z.enum(TABS).default('decisions').catch('decisions'),
  assessment: z.string().optional().catch(undefined),
  period: z.enum(REPORT_PERIODS).default('7d').catch('7d'),
  compare: z.enum(COMPARED).default('previous').catch('previous'),
  children: z.enum(['no']).optional().catch(undefined),
  sort: z.enum(SORTED_COLUMNS).default('goodHit').catch('goodHit'),
  up: z.enum(['yes']).optional().catch(undefined),
  /** The currency that amounts are shown in; counts where absent. */
  currency: z.string().optional().catch(undefined),
  /** Rules whose clauses are shown, joined by commas. */
  open: z.string().default('').catch(''),
});
export type RuleReportAddress = z.output<typeof ruleReportAddress>;

/** What the report is asked on a day. */
export const questionOf = (address: RuleReportAddress, nowMs: number) => ({
  assessment: assessmentOf(address.assessment),
  ...periodDays(address.period, dayOf(nowMs)),
  step: STEPS[address.period],
  compare: address.compare,
  includeChildren: address.children !== 'no',
  filters: [],
});
export type RuleQuestion = ReturnType<typeof questionOf>;
