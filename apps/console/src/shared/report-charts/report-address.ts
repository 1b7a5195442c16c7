import type { BodyIn, queryReports } from '@redoubt/contracts';
import {
  answersFromSums,
  ASSESSMENTS,
  formatReportFilters,
  isDefinedAssessment,
  MAX_REPORT_DAYS,
  MAX_REPORT_HOUR_DAYS,
  parseReportFilters,
  REPORT_COMPARISONS,
  REPORT_STEPS,
  reportSpan,
  type AssessmentName,
  type NarrowedPage,
  type ReportComparison,
  type ReportFilter,
  type ReportStep,
} from '@redoubt/domain';
import { useCallback, useMemo } from 'react';
import { oneOf, textsOf, useAddressBy, type RawSearch } from '../../routes/address.ts';
import { useNow } from '../use-now.ts';

const DAY_MS = 86_400_000;

/** Days that end today, as they are offered. */
export const REPORT_PERIODS = ['7d', '28d', '91d'] as const;
export type ReportPeriod = (typeof REPORT_PERIODS)[number];
const PERIOD_DAYS: Readonly<Record<ReportPeriod, number>> = { '7d': 7, '28d': 28, '91d': 91 };

/** Whether events are counted or their amounts summed. */
export const REPORT_VIEWS = ['count', 'amount'] as const;
export type ReportView = (typeof REPORT_VIEWS)[number];

const textsIn = textsOf(
  'assessment',
  'period',
  'from',
  'to',
  'step',
  'compare',
  'view',
  'currency',
  'children',
  'only',
);

/** What every report has in its address; without `period` the days `from` and `to` count. */
const reportAddress = (search: RawSearch) => {
  const texts = textsIn(search);
  return {
    /** With `currency`, `children`, and with `only`, what pages that take filters narrow events to, as `formatReportFilters` writes it. */
    ...texts,
    period: oneOf(REPORT_PERIODS, texts.period),
    step: oneOf(REPORT_STEPS, texts.step),
    compare: oneOf(REPORT_COMPARISONS, texts.compare) ?? ('previous' as const),
    view: oneOf(REPORT_VIEWS, texts.view) ?? ('count' as const),
  };
};

type ReportAddress = ReturnType<typeof reportAddress>;

/** What a report is asked, as its address says it, with what cannot be asked set right. */
export type ReportQuestion = {
  readonly assessment: AssessmentName;
  /** Null where the days were chosen one by one. */
  readonly period: ReportPeriod | null;
  /** First and last day in UTC, `2026-03-04`. */
  readonly from: string;
  readonly to: string;
  readonly step: ReportStep;
  readonly compare: ReportComparison;
  readonly view: ReportView;
  /** The only currency counted; null for all. */
  readonly currency: string | null;
  readonly includeChildren: boolean;
  /** What events are narrowed to besides; none where absent. */
  readonly filters?: readonly ReportFilter[];
};

/** The day of a moment, in UTC: `2026-03-04`. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** First and last day of a period that ends with a day. */
export const periodDays = (period: ReportPeriod, today: string) => ({
  from: dayOf(Date.parse(today) - (PERIOD_DAYS[period] - 1) * DAY_MS),
  to: today,
});

/** Days of a period, both ends included. */
export const daysOf = ({ from, to }: Pick<ReportQuestion, 'from' | 'to'>): number => {
  const span = reportSpan({ from, to });
  return span === null ? 0 : Math.round((span.toMs - span.fromMs) / DAY_MS);
};

/** Widths of a bar that make a readable chart of so many days. */
export const stepsOf = (days: number): readonly ReportStep[] =>
  REPORT_STEPS.filter((step) =>
    step === 'hour' ? days <= MAX_REPORT_HOUR_DAYS : step === 'week' ? days > 7 : step === 'month' ? days > 31 : true,
  );

const isAsked = (from: string | undefined, to: string | undefined): boolean => {
  const days = daysOf({ from: from ?? '', to: to ?? '' });
  return days > 0 && days <= MAX_REPORT_DAYS;
};

/** The assessment of an address; purchases where it names none. */
export const assessmentOf = (name = ''): AssessmentName =>
  isDefinedAssessment(name) ? name : (ASSESSMENTS.find((each) => each === name) ?? 'purchase');

/**
 * The question of an address on a day.
 *
 * @param today `2026-03-04` in UTC
 * @param page takes filters; absent for one that has none
 */
export const questionOf = (
  address: Partial<ReportAddress> & Pick<ReportAddress, 'compare' | 'view'>,
  today: string,
  page?: NarrowedPage,
): ReportQuestion => {
  const { from, to, compare, view } = address;
  const isChosen = address.period === undefined && isAsked(from, to);
  const period = isChosen ? null : (address.period ?? '28d');
  const days = { from: from ?? '', to: to ?? '' };
  const span = period === null ? days : periodDays(period, today);
  const steps = stepsOf(daysOf(span));
  const usual = daysOf(span) > 31 ? 'week' : 'day';
  const step = steps.find((each) => each === address.step) ?? usual;
  const filters = page === undefined ? [] : parseReportFilters(page, address.only);
  return {
    assessment: assessmentOf(address.assessment),
    period,
    ...span,
    // Sums by the hour know fewer dimensions.
    step: answersFromSums({ step, by: null, filters }) ? step : 'day',
    compare,
    view,
    currency: address.currency ?? null,
    includeChildren: address.children !== 'no',
    ...(filters.length === 0 ? {} : { filters }),
  };
};

/** A question whose bars are days at least. */
export type DayQuestion = ReportQuestion & { readonly step: Exclude<ReportStep, 'hour'> };

type Change = (change: Partial<ReportQuestion>) => void;

/** The question in the address of a report, and how it is changed. @param page takes filters; absent for one that has none */
export const useReportQuestion = (page?: NarrowedPage): readonly [ReportQuestion, Change] => {
  const [address, update] = useAddressBy(reportAddress);
  const today = dayOf(useNow(60_000));
  const question = useMemo(() => questionOf(address, today, page), [address, today, page]);
  const change = useCallback(
    (changed: Partial<ReportQuestion>) => {
      const next = { ...question, ...changed };
      const isOfPeriod = next.period !== null;
      update(
        {
          assessment: next.assessment === 'purchase' ? undefined : next.assessment,
          period: next.period ?? undefined,
          from: isOfPeriod ? undefined : next.from,
          to: isOfPeriod ? undefined : next.to,
          step: changed.step ?? (changed.period === undefined ? address.step : undefined),
          compare: next.compare,
          view: next.view,
          currency: next.currency ?? undefined,
          children: next.includeChildren ? undefined : 'no',
          // Values of one assessment are not those of another.
          only: next.assessment === question.assessment ? formatReportFilters(next.filters ?? []) : undefined,
        },
        { replace: true },
      );
    },
    [question, address.step, update],
  );
  return [question, change];
};

/** The same for reports that are kept by the day. */
export const useDayQuestion = (page?: NarrowedPage): readonly [DayQuestion, Change] => {
  const [asked, change] = useReportQuestion(page);
  const question = useMemo(() => ({ ...asked, step: asked.step === 'hour' ? ('day' as const) : asked.step }), [asked]);
  return [question, change];
};

type Body = BodyIn<typeof queryReports>;

/** Amounts of a currency, or of all of them converted. By bar, value and currency they are many times as many figures. */
export const amountsOf = (currency: string | null): 'byCurrency' | 'converted' =>
  currency === null ? 'converted' : 'byCurrency';

/** What a question narrows events to: its currency and its filters. */
export const chosenFilters = ({ currency, filters = [] }: Pick<ReportQuestion, 'currency' | 'filters'>) => [
  ...(currency === null ? [] : [{ dimension: 'currency' as const, values: [currency] }]),
  ...filters.map(({ dimension, values }) => ({ dimension, values: [...values] })),
];

/**
 * A question as the endpoint takes it, grouped and filtered as one chart or table needs it. Where events are counted no amounts
 * are asked for, unless `own` says so.
 */
export const bodyOf = (
  { assessment, from, to, step, compare, currency, includeChildren, view, filters = [] }: ReportQuestion,
  own: Pick<Body, 'by' | 'filters' | 'measures' | 'amounts' | 'amountsIn' | 'most' | 'compare' | 'step'> = {},
): Body => ({
  assessment,
  from,
  to,
  step,
  compare,
  includeChildren,
  amounts: view === 'amount' ? amountsOf(currency) : 'none',
  ...own,
  filters: [...chosenFilters({ currency, filters }), ...(own.filters ?? [])],
});
