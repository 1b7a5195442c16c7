import type { ObservationReport } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import styles from '../../../shared/report-charts/report-charts.module.css';
import { ReportTile } from '../../../shared/report-charts/ReportTile.tsx';
import type { FigureFormats } from '../../../shared/report-charts/use-figure-formats.ts';
import { changePercent } from '../../../shared/reports/day.ts';
import { middleDelay, orphanShare, volumeOf, type ObservationFigure } from '../observation-figures.ts';
import type { DayQuestion } from '../../../shared/report-charts/report-address.ts';
import { useDelayNames } from '../use-delay-names.ts';

export type ObservationTilesProps = {
  readonly report: ObservationReport;
  /** The same by how long after their assessment observations came; undefined while it is loaded. */
  readonly delays: ObservationReport | undefined;
  readonly question: DayQuestion;
  readonly formats: FigureFormats;
  readonly orphansHref: string | null;
};

/** How many observations came, how many of them are about nothing known, and how long they took. */
export const ObservationTiles = (props: ObservationTilesProps): ReactNode => {
  const { report, delays, question, formats, orphansHref } = props;
  const text = useText('observationReport');
  const reports = useText('reports');
  const delayName = useDelayNames();
  const { total } = report;
  const trendOf = (figureOf: (figure: ObservationFigure) => number | null): readonly (number | null)[] =>
    total.bars.filter((_, at) => Date.parse(report.bars[at] ?? '') <= Date.parse(report.asOf)).map(figureOf);
  const volume = (figure: ObservationFigure | undefined): number => volumeOf(figure, question);
  const [now, before] = [volume(total.total), volume(total.before?.total)];
  const change = changePercent(now, before);
  const [orphans, orphansBefore] = [orphanShare(total.total), orphanShare(total.before?.total)];
  const count = formats.volume(total.total.observations - total.total.linked);
  const delay = delays === undefined ? null : middleDelay(delays);
  return (
    <dl className={styles.tiles}>
      <ReportTile
        title={text('tile.observations')}
        formula={text('formula.observations')}
        value={formats.volume(now)}
        href={null}
        note={total.before === null ? '' : change === undefined ? reports('nothingBefore') : formats.change(change)}
        trend={trendOf(volume)}
      />
      <ReportTile
        title={text('tile.orphans')}
        formula={text('formula.orphans')}
        value={orphans === null ? '–' : formats.share(orphans)}
        href={orphans !== null && orphans > 0 ? orphansHref : null}
        note={
          orphans === null || orphansBefore === null || question.view === 'amount'
            ? ''
            : reports('tile.points', { count, change: formats.points(orphans - orphansBefore) })
        }
        trend={trendOf(orphanShare)}
      />
      <ReportTile
        title={text('tile.delay')}
        formula={text('formula.delay')}
        value={delay === null ? '–' : delayName(delay)}
        href={null}
        note=""
        trend={[]}
      />
    </dl>
  );
};
