import type { ReportSeries } from '@redoubt/contracts';
import { bucketsOf, knownUntil, LEAST_MATURITY, share } from './figures.ts';
import type { ReportDrawing } from './ReportChart.tsx';
import type { ReportQuestion } from './report-address.ts';

/**
 * The fraud rate of each bar as far as labels say, and what should come on top of it by how soon labels arrive; `before` is
 * left out. @param report of the events whose rate it is
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
    return value === null || arrived < LEAST_MATURITY ? null : value / arrived - value;
  });
  return {
    buckets,
    series: [labelled, { id: 'expected', name: names.expected, fill: 'var(--chart-bar-soft)', values: expected }],
    footer: maturity.bars.map((arrived, at) =>
      (buckets[at]?.fromMs ?? 0) > Date.parse(report.asOf) ? '' : percent(arrived * 100),
    ),
  };
};
