import type { ObservationReport } from '@redoubt/contracts';
import { DELAY_HOURS } from '@redoubt/domain';
import { shareOf } from '../../shared/report-charts/figures.ts';
import type { DayQuestion } from '../../shared/report-charts/report-address.ts';

export type ObservationFigure = ObservationReport['total']['total'];
type Shown = Pick<DayQuestion, 'view' | 'currency'>;

/** How many observations there were, or what they were worth in the currency asked for. */
export const volumeOf = (figure: ObservationFigure | undefined, { view, currency }: Shown): number => {
  if (view === 'count') return figure?.observations ?? 0;
  return (currency === null ? figure?.converted : figure?.amounts[currency]) ?? 0;
};

/** The share of observations whose assessment is not known, in percent; null of none. */
export const orphanShare = (figure: ObservationFigure | undefined): number | null =>
  figure === undefined ? null : shareOf(figure.observations - figure.linked, figure.observations);

/** The class of delay that the middle observation lies in, as the hours where it begins; null of none. @param report by delay */
export const middleDelay = (report: Pick<ObservationReport, 'total'>): number | null => {
  const counts = DELAY_HOURS.map((_, at) => report.total.bars[at]?.observations ?? 0);
  const all = counts.reduce((sum, count) => sum + count, 0);
  if (all === 0) return null;
  let reached = 0;
  const at = counts.findIndex((count) => (reached += count) >= all / 2);
  return DELAY_HOURS[at] ?? null;
};

/** A value of a field with its share of all observations now and before, in percent. */
export type ValueRow = {
  readonly value: string;
  readonly volume: number;
  readonly share: number | null;
  /** In percentage points; null where nothing is compared. */
  readonly moved: number | null;
  readonly orphans: number | null;
};

/** The values of a field, the largest first. @param report by the field */
export const valueRows = (report: ObservationReport, question: Shown): readonly ValueRow[] => {
  const [all, allBefore] = [
    volumeOf(report.total.total, question),
    report.total.before === null ? 0 : volumeOf(report.total.before.total, question),
  ];
  return report.series
    .map(({ value, total, before }) => {
      const volume = volumeOf(total, question);
      const share = shareOf(volume, all);
      const earlier = allBefore === 0 ? null : shareOf(volumeOf(before?.total, question), allBefore);
      const moved = share === null || earlier === null ? null : share - earlier;
      return { value: value ?? '', volume, share, moved, orphans: orphanShare(total) };
    })
    .toSorted((a, b) => b.volume - a.volume);
};
