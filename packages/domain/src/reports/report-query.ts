import { DAY_MS, HOUR_MS } from '@redoubt/kernel';
import type { AssessmentName } from '../events/event-kinds.ts';
import type { FieldDimension } from './report-fields.ts';

/** What the events of a report can be grouped by. `hit` is a clause whose condition held, whether it decided or not. */
export const REPORT_DIMENSIONS = [
  'environment',
  'rule',
  'clause',
  'decision',
  'score',
  'currency',
  'label',
  'status',
  'bank',
  'chargeback',
  'refunded',
  'country',
  'hit',
] as const;
export type ReportDimension = (typeof REPORT_DIMENSIONS)[number];
/** The same, or a report field. */
export type AskedDimension = ReportDimension | FieldDimension;

/** What is counted, and summed by currency: all events, or those with one outcome. */
export const REPORT_MEASURES = [
  'events',
  'approved',
  'rejected',
  'reviewed',
  'challenged',
  'fraud',
  'nonFraud',
  'bankApproved',
  'bankDeclined',
  'chargebacks',
  'refunds',
] as const;
export type ReportMeasure = (typeof REPORT_MEASURES)[number];

/** Which amounts stand beside counts: by currency with all converted, where there are rates those alone, or none. */
export const REPORT_AMOUNTS = ['byCurrency', 'converted', 'none'] as const;
export type ReportAmounts = (typeof REPORT_AMOUNTS)[number];

/** Widths of a bar; weeks begin on Monday, all in UTC. */
export const REPORT_STEPS = ['hour', 'day', 'week', 'month'] as const;
export type ReportStep = (typeof REPORT_STEPS)[number];

/**
 * What a period is set beside: the one of the same length before it, the same days a week earlier, or 52 weeks earlier, which
 * are the same days of the week.
 */
export const REPORT_COMPARISONS = ['none', 'previous', 'lastWeek', 'lastYear'] as const;
export type ReportComparison = (typeof REPORT_COMPARISONS)[number];

/**
 * Values of a dimension that events may have, any of them; the empty text stands for none. A score is the first one of its
 * bin of ten: `30` means 30 to 39. `bank` is an answer, `chargeback` and `refunded` are `true` or `false`, an environment its
 * id, a hit the id of the rule, a space and the clause.
 */
export type ReportFilter = { readonly dimension: AskedDimension; readonly values: readonly string[] };

/** One question to reports. Every chart, table, file and saved view is the answer to one. */
export type ReportQuery = {
  readonly assessment: AssessmentName;
  /** First and last day of events, `2026-03-04`, in UTC. */
  readonly from: string;
  readonly to: string;
  readonly step: ReportStep;
  /** What the series are grouped by; null for one series. */
  readonly by: AskedDimension | null;
  readonly filters: readonly ReportFilter[];
  readonly compare: ReportComparison;
  /** Series at most; the largest are answered. */
  readonly most: number;
};

/** Four months, the longest of them. */
export const MAX_REPORT_DAYS = 124;
export const MAX_REPORT_HOUR_DAYS = 14;
/** All bins of ten of a score, and events without one. */
export const MAX_REPORT_SERIES = 101;
export const MAX_REPORT_FILTERS = 13;
/** Single events that a report may read where no sums answer it. */
export const MAX_REPORT_EVENTS = 500_000;

/** Where a period begins and ends, the end not included, in milliseconds since 1970; null where a day is none. */
export const reportSpan = ({
  from,
  to,
}: Pick<ReportQuery, 'from' | 'to'>): { readonly fromMs: number; readonly toMs: number } | null => {
  const fromMs = dayMs(from);
  const lastMs = dayMs(to);
  return fromMs === null || lastMs === null ? null : { fromMs, toMs: lastMs + DAY_MS };
};

const DAY = /^\d{4}-\d{2}-\d{2}$/;

const dayMs = (text: string): number | null => {
  const ms = DAY.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== text ? null : ms;
};

/** Where a bar ends. @param barMs where it begins. */
export const barEndMs = (barMs: number, step: ReportStep): number => {
  if (step === 'month') {
    const bar = new Date(barMs);
    return Date.UTC(bar.getUTCFullYear(), bar.getUTCMonth() + 1, 1);
  }
  return barMs + { hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS }[step];
};

/** Where the bar begins that holds a moment. */
const barStartMs = (atMs: number, step: ReportStep): number => {
  const day = new Date(atMs);
  if (step === 'month') return Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 1);
  const midnightMs = Math.floor(atMs / DAY_MS) * DAY_MS;
  return step === 'week' ? midnightMs - ((day.getUTCDay() + 6) % 7) * DAY_MS : midnightMs;
};

/** Where the bars of a period begin: the first may begin before the period, and the last end after it. */
export const reportBars = (
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  step: ReportStep,
): readonly number[] => {
  const bars: number[] = [];
  for (let atMs = barStartMs(fromMs, step); atMs < toMs; atMs = barEndMs(atMs, step)) bars.push(atMs);
  return bars;
};

/** How far before a period lies what it is compared with. */
export const comparisonShiftMs = (
  compare: ReportComparison,
  span: { readonly fromMs: number; readonly toMs: number },
): number => ({ none: 0, previous: span.toMs - span.fromMs, lastWeek: 7 * DAY_MS, lastYear: 52 * 7 * DAY_MS })[compare];
