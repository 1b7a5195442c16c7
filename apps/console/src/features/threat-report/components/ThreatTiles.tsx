import type { ReportSeries } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import { drillHref } from '../../../shared/report-charts/drill-href.ts';
import type { FieldFilter } from '../../../shared/report-charts/field-where.ts';
import { share, volume, type FigureOf } from '../../../shared/report-charts/figures.ts';
import type { ReportQuestion } from '../../../shared/report-charts/report-address.ts';
import styles from '../../../shared/report-charts/report-charts.module.css';
import { ReportTile } from '../../../shared/report-charts/ReportTile.tsx';
import type { FigureFormats } from '../../../shared/report-charts/use-figure-formats.ts';
import { changePercent } from '../../../shared/reports/day.ts';

export type ThreatTilesProps = {
  readonly report: ReportSeries;
  readonly question: ReportQuestion;
  readonly filters: readonly FieldFilter[];
  readonly formats: FigureFormats;
  readonly opens: boolean;
};

/** How many events there were, how many of them were fraud, and what share that is. */
export const ThreatTiles = ({ report, question, filters, formats, opens }: ThreatTilesProps): ReactNode => {
  const text = useText('reports');
  const own = useText('threatReport');
  const { total } = report;
  const trendOf = (figureOf: FigureOf): readonly (number | null)[] =>
    total.bars.filter((_, at) => Date.parse(report.bars[at] ?? '') <= Date.parse(report.asOf)).map(figureOf);
  const sum = (measure: 'events' | 'fraud'): ReactNode => {
    const figureOf = volume(question, measure);
    const [now, before] = [figureOf(total.total) ?? 0, figureOf(total.before?.total) ?? 0];
    const change = changePercent(now, before);
    const note = total.before === null ? '' : change === undefined ? text('nothingBefore') : formats.change(change);
    return (
      <ReportTile
        title={text(`tile.${measure}`)}
        formula={text(`formula.${measure}`)}
        value={formats.volume(now)}
        href={opens && now > 0 ? drillHref(question, measure, { filters }) : null}
        note={note}
        trend={trendOf(figureOf)}
      />
    );
  };
  const rateOf = share(question, 'fraud', 'events');
  const [rate, before] = [rateOf(total.total), rateOf(total.before?.total)];
  const count = formats.volume(volume(question, 'fraud')(total.total) ?? 0);
  return (
    <dl className={styles.tiles}>
      {sum('events')}
      {sum('fraud')}
      <ReportTile
        title={own('rate.title')}
        formula={own('rate.formula')}
        value={rate === null ? '–' : formats.share(rate)}
        href={opens && rate !== null && rate > 0 ? drillHref(question, 'fraud', { filters }) : null}
        note={
          rate === null || before === null
            ? count
            : text('tile.points', { count, change: formats.points(rate - before) })
        }
        trend={trendOf(rateOf)}
      />
    </dl>
  );
};
