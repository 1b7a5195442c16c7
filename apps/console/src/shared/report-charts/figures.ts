import type { ReportSeries } from '@redoubt/contracts';
import { barEndMs, reportSpan, type ReportMeasure } from '@redoubt/domain';
import type { ChartBucket, ChartSeries } from '@redoubt/ui';
import type { ReportQuestion } from './report-address.ts';

/** Counts and amounts of a bar, a series or all events. */
export type ReportFigure = ReportSeries['total']['total'];

/** What a figure says of a measure: a count, the sum in the currency asked for, or all amounts converted where none is. */
export const valueOf = (
  figure: Pick<ReportFigure, 'counts' | 'amounts' | 'converted'> | undefined,
  measure: ReportMeasure,
  { view, currency }: Pick<ReportQuestion, 'view' | 'currency'>,
): number => {
  if (view === 'count') return figure?.counts[measure] ?? 0;
  return (currency === null ? figure?.converted?.[measure] : figure?.amounts[currency]?.[measure]) ?? 0;
};

/** A share in percent; null of nothing. */
export const shareOf = (part: number, whole: number): number | null => (whole === 0 ? null : (part / whole) * 100);

/** The bars of an answer as a chart takes them: cut to the period, the one that still fills marked. */
export const bucketsOf = (
  report: Pick<ReportSeries, 'asOf' | 'bars'>,
  question: Pick<ReportQuestion, 'from' | 'to' | 'step'>,
): ChartBucket[] => {
  const span = reportSpan(question);
  const asOfMs = Date.parse(report.asOf);
  return report.bars.map((bar) => {
    const barMs = Date.parse(bar);
    const endMs = barEndMs(barMs, question.step);
    return {
      fromMs: Math.max(barMs, span?.fromMs ?? barMs),
      toMs: Math.min(endMs, span?.toMs ?? endMs),
      unfinished: barMs <= asOfMs && asOfMs < endMs,
    };
  });
};

/** Values of bars that have not begun are not known yet: lines end before them. */
export const knownUntil = <Value>(
  values: readonly Value[],
  buckets: readonly ChartBucket[],
  report: Pick<ReportSeries, 'asOf'>,
): readonly (Value | null)[] =>
  values.map((value, at) => ((buckets[at]?.fromMs ?? 0) > Date.parse(report.asOf) ? null : value));

/** A figure worked out of others: a sum, or a share of one in percent. */
export type FigureOf = (figure: ReportFigure | undefined) => number | null;

/** The sum of measures. */
export const volume =
  (question: ReportQuestion, ...measures: readonly ReportMeasure[]): FigureOf =>
  (figure) =>
    measures.reduce((sum, measure) => sum + valueOf(figure, measure, question), 0);

/** The share of a measure in the sum of others, in percent; null of nothing. */
export const share =
  (question: ReportQuestion, part: ReportMeasure, ...whole: readonly ReportMeasure[]): FigureOf =>
  (figure) =>
    shareOf(valueOf(figure, part, question), volume(question, ...whole)(figure) ?? 0);

/** A series of a chart of all events, beside what they are compared with. */
export const seriesOf = (
  report: ReportSeries,
  buckets: readonly ChartBucket[],
  { id, name, fill }: Pick<ChartSeries, 'id' | 'name' | 'fill'>,
  figureOf: FigureOf,
): ChartSeries => ({
  id,
  name,
  fill,
  values: knownUntil(report.total.bars.map(figureOf), buckets, report),
  before: report.total.before?.bars.map(figureOf),
});

/** Below it so few labels have arrived that what is still to come would be a guess. */
export const LEAST_MATURITY = 0.1;
