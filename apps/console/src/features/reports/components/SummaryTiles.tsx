import type { ReportSeries } from '@redoubt/contracts';
import { DECISIONS, type ReportMeasure } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { DecisionChip } from '@redoubt/ui';
import { Fragment, type ReactNode } from 'react';
import { drillHref } from '../../../shared/report-charts/drill-href.ts';
import type { ReportQuestion } from '../../../shared/report-charts/report-address.ts';
import { ReportTile } from '../../../shared/report-charts/ReportTile.tsx';
import styles from '../../../shared/report-charts/report-charts.module.css';
import { changePercent } from '../../../shared/reports/day.ts';
import { share, volume, type FigureOf } from '../../../shared/report-charts/figures.ts';
import type { FigureFormats } from '../../../shared/report-charts/use-figure-formats.ts';

const MEASURE_OF = {
  Approve: 'approved',
  Reject: 'rejected',
  Review: 'reviewed',
  Challenge: 'challenged',
} as const;

export type SummaryTilesProps = {
  readonly report: ReportSeries;
  /** The same of approved events alone; undefined until they are read. */
  readonly approved: ReportSeries | undefined;
  readonly question: ReportQuestion;
  readonly formats: FigureFormats;
  /** Whether figures may lead to their events. */
  readonly opens: boolean;
};

/** The figures of the period, each with its change and its trend. */
export const SummaryTiles = ({ report, approved, question, formats, opens }: SummaryTilesProps): ReactNode => {
  const text = useText('reports');
  const isCompared = report.total.before !== null;
  const hrefOf = (measure: ReportMeasure, ofApproved = false): string | null =>
    opens
      ? drillHref(
          question,
          measure,
          ofApproved ? { filters: [{ dimension: 'decision', values: ['Approve'] }] } : undefined,
        )
      : null;
  const trendOf = (of: ReportSeries, figureOf: FigureOf): readonly (number | null)[] =>
    of.total.bars.filter((_, at) => Date.parse(of.bars[at] ?? '') <= Date.parse(of.asOf)).map(figureOf);
  const sum = (measure: ReportMeasure, title: ReactNode, formula: string): ReactNode => {
    const figureOf = volume(question, measure);
    const [now, before] = [figureOf(report.total.total) ?? 0, figureOf(report.total.before?.total) ?? 0];
    const change = changePercent(now, before);
    return (
      <ReportTile
        title={title}
        formula={formula}
        value={formats.volume(now)}
        href={now === 0 ? null : hrefOf(measure)}
        note={!isCompared ? '' : change === undefined ? text('nothingBefore') : formats.change(change)}
        trend={trendOf(report, figureOf)}
      />
    );
  };
  const rate = (
    of: ReportSeries,
    title: ReactNode,
    formula: string,
    asked: readonly [ReportMeasure, ...ReportMeasure[]],
    href: string | null,
  ): ReactNode => {
    const [part, ...whole] = asked;
    const figureOf = share(question, part, ...whole);
    const [now, before] = [figureOf(of.total.total), figureOf(of.total.before?.total)];
    const count = formats.volume(volume(question, part)(of.total.total) ?? 0);
    return (
      <ReportTile
        title={title}
        formula={formula}
        value={now === null ? '–' : formats.share(now)}
        href={now === null || now === 0 ? null : href}
        note={
          now === null || before === null ? count : text('tile.points', { count, change: formats.points(now - before) })
        }
        trend={trendOf(of, figureOf)}
      />
    );
  };
  const { counts } = report.total.total;
  const hasBank = (counts.bankApproved ?? 0) + (counts.bankDeclined ?? 0) > 0;
  return (
    <dl className={styles.tiles}>
      {sum('events', text('tile.events'), text('formula.events'))}
      {DECISIONS.map((decision) => {
        const measure = MEASURE_OF[decision];
        return (
          <Fragment key={decision}>
            {rate(
              report,
              <DecisionChip decision={decision} appearance="plain" />,
              text('formula.decision'),
              [measure, 'events'],
              hrefOf(measure),
            )}
          </Fragment>
        );
      })}
      {sum('fraud', text('tile.fraud'), text('formula.fraud'))}
      {approved === undefined
        ? null
        : rate(
            approved,
            text('tile.fraudInApproved'),
            text('formula.fraudInApproved'),
            ['fraud', 'events'],
            hrefOf('fraud', true),
          )}
      {hasBank
        ? rate(report, text('tile.bank'), text('formula.bank'), ['bankApproved', 'bankApproved', 'bankDeclined'], null)
        : null}
      {(counts.chargebacks ?? 0) > 0
        ? rate(report, text('tile.chargebacks'), text('formula.chargebacks'), ['chargebacks', 'events'], null)
        : null}
    </dl>
  );
};
