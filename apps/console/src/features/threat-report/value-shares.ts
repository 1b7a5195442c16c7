import type { ReportSeries } from '@redoubt/contracts';
import { shareOf, valueOf, type ReportFigure } from '../../shared/report-charts/figures.ts';
import type { ReportQuestion } from '../../shared/report-charts/report-address.ts';
import type { ThreatMeasure } from './threat-report-address.ts';

/** What events of a value came to, in counts or amounts; shares and rates in percent, null of nothing. */
export type ValueShare = {
  readonly value: string;
  readonly events: number;
  readonly fraud: number;
  readonly fraudRate: number | null;
  /** Of all events, or of all fraud. */
  readonly share: number | null;
  /** Before; null where nothing was, or is compared. */
  readonly shareBefore: number | null;
  /** In percentage points; of a value that was not there before its whole share. Null where nothing is compared. */
  readonly moved: number | null;
};

/** The values of a field, the largest first. @param report by the field, beside what it is compared with */
export const valueShares = (
  report: ReportSeries,
  question: Pick<ReportQuestion, 'view' | 'currency'>,
  measure: ThreatMeasure,
): readonly ValueShare[] => {
  const of = (figure: ReportFigure | undefined, which: ThreatMeasure): number => valueOf(figure, which, question);
  const [all, allBefore] = [of(report.total.total, measure), of(report.total.before?.total, measure)];
  const isCompared = report.total.before !== null && allBefore > 0;
  return report.series
    .map(({ value, total, before }) => {
      const share = shareOf(of(total, measure), all);
      const shareBefore = isCompared ? shareOf(of(before?.total, measure), allBefore) : null;
      return {
        value: value ?? '',
        events: of(total, 'events'),
        fraud: of(total, 'fraud'),
        fraudRate: shareOf(of(total, 'fraud'), of(total, 'events')),
        share,
        shareBefore,
        moved: share === null || shareBefore === null ? null : share - shareBefore,
      };
    })
    .toSorted((a, b) => (b.share ?? 0) - (a.share ?? 0));
};

/** Values whose share moved, the furthest first. */
export const mostMoved = (values: readonly ValueShare[], most: number): readonly ValueShare[] =>
  values
    .filter(({ moved }) => moved !== null && moved !== 0)
    .toSorted((a, b) => Math.abs(b.moved ?? 0) - Math.abs(a.moved ?? 0))
    .slice(0, most);
