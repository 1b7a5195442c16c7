import { DAY_MS, HOUR_MS } from '@redoubt/kernel';

/** Spans that the report of cases looks back, in the order they are offered. */
export const CASE_REPORT_PERIODS = ['24h', '7d', '28d', '91d'] as const;
export type CaseReportPeriod = (typeof CASE_REPORT_PERIODS)[number];

const SCALES: Readonly<Record<CaseReportPeriod, { readonly spanMs: number; readonly stepMs: number }>> = {
  '24h': { spanMs: DAY_MS, stepMs: HOUR_MS },
  '7d': { spanMs: 7 * DAY_MS, stepMs: 6 * HOUR_MS },
  '28d': { spanMs: 28 * DAY_MS, stepMs: DAY_MS },
  '91d': { spanMs: 91 * DAY_MS, stepMs: 7 * DAY_MS },
};

/** Where the bars of a period begin and end, in UTC: the last one holds `nowMs` and still fills. */
export const caseReportSpan = (
  period: CaseReportPeriod,
  nowMs: number,
): { readonly fromMs: number; readonly toMs: number; readonly stepMs: number } => {
  const { spanMs, stepMs } = SCALES[period];
  const toMs = (Math.floor(nowMs / stepMs) + 1) * stepMs;
  return { fromMs: toMs - spanMs, toMs, stepMs };
};

/** Figures of the report whose cases can be listed. */
export const CASE_REPORT_FIGURES = [
  'waiting',
  'received',
  'cancelled',
  'withdrawn',
  'decided',
  'timedOut',
  'approved',
  'rejected',
  'overturned',
  'approvedFraud',
  'rejectedGood',
  'reviewedTwice',
] as const;
export type CaseReportFigure = (typeof CASE_REPORT_FIGURES)[number];

/**
 * What a threshold watches: open cases now and the hours that the oldest of them waits; over the last days the 90th percentile
 * of waiting and handling, the share that timed out, of decisions that were overturned, of approvals that labels call fraud,
 * of rejections that labels call none. `dueSoon` and
 * `secondDueSoon` are the open cases that time out within the hour, and those of them that wait for a second decision.
 */
export const CASE_MEASURES = [
  'backlog',
  'oldestHours',
  'dueSoon',
  'secondDueSoon',
  'waitedHours',
  'handledMinutes',
  'timedOutPercent',
  'overturnedPercent',
  'approvedFraudPercent',
  'rejectedGoodPercent',
] as const;
export type CaseMeasure = (typeof CASE_MEASURES)[number];

const MEASURES_OF_NOW = [
  'backlog',
  'oldestHours',
  'dueSoon',
  'secondDueSoon',
] as const satisfies readonly CaseMeasure[];
export type MeasureOfNow = (typeof MEASURES_OF_NOW)[number];

/** Measures of this moment, for which no days are asked. */
export const isMeasureOfNow = (measure: CaseMeasure): measure is MeasureOfNow =>
  (MEASURES_OF_NOW as readonly CaseMeasure[]).includes(measure);

/** Thresholds of an environment, and days that one may look back. */
export const MAX_CASE_THRESHOLDS = 40;
export const MAX_THRESHOLD_DAYS = 91;

/** Minutes for which a person is not mailed again about the same threshold, however often its figure goes up and down. */
export const THRESHOLD_SILENCE_MINUTES = { least: 1, most: 10_080, usual: 240 } as const;
