import type { ReportSeries } from '@redoubt/contracts';
import type { ReportMeasure } from '@redoubt/domain';
import type { ChartBucket, ChartSeries } from '@redoubt/ui';
import { bucketsOf, knownUntil, shareOf, valueOf, type ReportFigure } from '../../shared/report-charts/figures.ts';
import type { ReportDrawing } from '../../shared/report-charts/ReportChart.tsx';
import type { ReportQuestion } from '../../shared/report-charts/report-address.ts';

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
const LEAST_SHARE = 0.1;

/**
 * The fraud rate of each bar as far as labels say, and what should come on top of it by how soon labels arrive; `before` is
 * left out. @param report of approved events alone
 */
export const fraudDrawing = (
  report: ReportSeries,
  question: ReportQuestion,
  names: { readonly labelled: string; readonly expected: string },
  percent: (share: number) => string,
): ReportDrawing => {
  const buckets = bucketsOf(report, question);
  const known = knownUntil(report.total.bars.map(share(question, 'fraud', 'events')), buckets, report);
  const { maturity } = report;
  const labelled = { id: 'labelled', name: names.labelled, fill: 'var(--chart-1)', values: known };
  if (maturity === null) return { buckets, series: [labelled] };
  const expected = known.map((value, at) => {
    const arrived = maturity.bars[at] ?? 0;
    return value === null || arrived < LEAST_SHARE ? null : value / arrived - value;
  });
  return {
    buckets,
    series: [labelled, { id: 'expected', name: names.expected, fill: 'var(--chart-bar-soft)', values: expected }],
    footer: maturity.bars.map((arrived, at) =>
      (buckets[at]?.fromMs ?? 0) > Date.parse(report.asOf) ? '' : percent(arrived * 100),
    ),
  };
};
