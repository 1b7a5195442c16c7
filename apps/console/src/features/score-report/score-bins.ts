import type { ReportSeries } from '@redoubt/contracts';
import { cutOffPoints, cutOffRates, type CutOffPoint, type ValueBin } from '@redoubt/domain';
import { LEAST_MATURITY, valueOf } from '../../shared/report-charts/figures.ts';
import { BIN, LAST_SCORE } from './score-report-address.ts';

export type BinChoice = {
  /** Fraud divided by the share of labels that should have arrived; days of almost none are left out then. */
  readonly isWeighed: boolean;
  /** The currency of amounts; null for all converted. */
  readonly currency: string | null;
};

/** By how much fraud of a bar is multiplied; null where the bar is left out. */
const weightOf = ({ maturity }: Pick<ReportSeries, 'maturity'>, at: number, isWeighed: boolean): number | null => {
  if (!isWeighed || maturity === null) return 1;
  const arrived = maturity.bars[at] ?? 0;
  return arrived < LEAST_MATURITY ? null : 1 / arrived;
};

const FROMS = Array.from({ length: (LAST_SCORE + 1) / BIN }, (_, at) => at * BIN);

/** Events by score, bins of ten from 0 to 990, of one bar or of all. @param report grouped by score */
export const scoreBins = (
  report: ReportSeries,
  { isWeighed, currency }: BinChoice,
  bar?: number,
): readonly ValueBin[] => {
  const amounts = { view: 'amount', currency } as const;
  const byScore = new Map(report.series.map((series) => [series.value, series]));
  return FROMS.map((from) => {
    const sums = { from, events: 0, fraud: 0, amount: 0, fraudAmount: 0 };
    for (const [at, figure] of (byScore.get(String(from))?.bars ?? []).entries()) {
      const weight = weightOf(report, at, isWeighed);
      if (weight === null || (bar !== undefined && bar !== at)) continue;
      sums.events += figure.counts.events ?? 0;
      sums.amount += valueOf(figure, 'events', amounts);
      // No more fraud than there are events.
      sums.fraud += Math.min(figure.counts.events ?? 0, (figure.counts.fraud ?? 0) * weight);
      sums.fraudAmount += Math.min(valueOf(figure, 'events', amounts), valueOf(figure, 'fraud', amounts) * weight);
    }
    return sums;
  });
};

export const scorePoints = (bins: readonly ValueBin[]): readonly CutOffPoint[] => cutOffPoints(bins, LAST_SCORE + 1);

/** What a cut-off stopped of each bar and what fraud was under it, in percent; null of nothing. */
export const overTime = (
  report: ReportSeries,
  choice: BinChoice,
  cutOff: number,
): {
  readonly stopped: readonly (number | null)[];
  readonly events: readonly number[];
  readonly fraudUnder: readonly (number | null)[];
} => {
  const points = report.bars.map((_, at) =>
    scorePoints(scoreBins(report, choice, at)).find((point) => point.cutOff === cutOff),
  );
  const percent = (rate: number | null | undefined): number | null =>
    rate === null || rate === undefined ? null : rate * 100;
  return {
    events: points.map((point) => point?.above.events ?? 0),
    stopped: points.map((point) => percent(point && cutOffRates(point).stopped)),
    fraudUnder: points.map((point) => percent(point && cutOffRates(point).fraudUnder)),
  };
};

/** Labelled frauds with a score, weighed by nothing. */
export const fraudOf = (report: ReportSeries): number =>
  report.series.reduce((sum, { value, total }) => sum + (value === '' ? 0 : (total.counts.fraud ?? 0)), 0);

/** Events that carry no score. */
export const unscoredOf = (report: ReportSeries): number =>
  report.series.find(({ value }) => value === '')?.total.counts.events ?? 0;
