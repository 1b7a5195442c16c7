import { ASSESSMENTS, isDefinedAssessment, type AssessmentName, type ReportStep } from '@redoubt/domain';
import { z } from 'zod';

const DAY_MS = 86_400_000;

/** Days that end today, as they are offered, and the width of a bar that suits them. */
export const PERIODS = ['7d', '28d', '91d'] as const;
const DAYS: Readonly<
  Record<(typeof PERIODS)[number], { readonly days: number; readonly step: Exclude<ReportStep, 'hour'> }>
> = {
  '7d': { days: 7, step: 'day' },
  '28d': { days: 28, step: 'day' },
  '91d': { days: 91, step: 'week' },
};

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
  period: z.enum(PERIODS).default('7d').catch('7d'),
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

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const assessmentOf = (name = ''): AssessmentName =>
  isDefinedAssessment(name) ? name : (ASSESSMENTS.find((each) => each === name) ?? 'purchase');

/** What the report is asked on a day. */
export const questionOf = (address: RuleReportAddress, nowMs: number) => {
  const { days, step } = DAYS[address.period];
  return {
    assessment: assessmentOf(address.assessment),
    from: dayOf(nowMs - (days - 1) * DAY_MS),
    to: dayOf(nowMs),
    step,
    compare: address.compare,
    includeChildren: address.children !== 'no',
    filters: [],
  };
};
export type RuleQuestion = ReturnType<typeof questionOf>;
