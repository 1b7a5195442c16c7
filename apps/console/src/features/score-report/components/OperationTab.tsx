import type { ReportSeries } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import { RatesChart, RocChart } from '../../../shared/cut-off/CutOffCharts.tsx';
import { CutOffTiles } from '../../../shared/cut-off/CutOffTiles.tsx';
import { ImpactTable } from '../../../shared/cut-off/ImpactTable.tsx';
import { drillHref } from '../../../shared/report-charts/drill-href.ts';
import { bucketsOf, knownUntil } from '../../../shared/report-charts/figures.ts';
import { ReportChart } from '../../../shared/report-charts/ReportChart.tsx';
import { overTime } from '../score-bins.ts';
import { binsOf, LAST_SCORE } from '../score-report-address.ts';
import charts from '../../../shared/report-charts/report-charts.module.css';
import { LabelChoice } from './LabelChoice.tsx';
import type { ScorePartProps } from './part-props.ts';
import { ScoreCutOff } from './ScoreCutOff.tsx';
import { useScoreScale } from './use-score-scale.ts';

const CHART_PX = 170;

/** What a cut-off among the scores would stop, catch and let through. */
export const OperationTab = (props: ScorePartProps & { readonly report: ReportSeries }): ReactNode => {
  const { report, query, question, address, update, choice, figures, money, opens, asTable } = props;
  const text = useText('scoreReport');
  const reports = useText('reports');
  const scale = useScoreScale(report, props);
  const { cut, margin, x, y } = address;
  const scores = (low: number, high: number) => [{ dimension: 'score' as const, values: [...binsOf({ low, high })] }];
  const [above, under] = [scores(cut, LAST_SCORE), scores(0, cut - 1)];
  const buckets = bucketsOf(report, question);
  const times = overTime(report, choice, cut);
  const shared = { query, step: question.step, height: CHART_PX, none: reports('none'), asTable } as const;
  return (
    <LabelChoice {...{ report, address, update, choice }}>
      <ScoreCutOff scale={scale} question={question} />
      <CutOffTiles
        scale={scale}
        money={money === null ? null : { margin: margin / 100, format: money }}
        hrefs={{
          above: opens && cut <= LAST_SCORE ? drillHref(question, 'events', { filters: above }) : null,
          fraudUnder: opens && cut > 0 ? drillHref(question, 'fraud', { filters: under }) : null,
        }}
      />
      <div className={charts.pair}>
        <RatesChart scale={scale} query={query} />
        <RocChart scale={scale} query={query} axes={{ x, y }} onAxes={(axes) => update(axes)} />
        <ReportChart
          {...shared}
          title={text('stopped.title', { cutOff: cut })}
          meta={text('stopped.meta')}
          drawingOf={() => ({
            buckets,
            series: [
              {
                id: 'stopped',
                name: text('stopped.share'),
                fill: 'var(--chart-1)',
                values: knownUntil(times.stopped, buckets, report),
              },
            ],
          })}
          shape="lines"
          format={figures.share}
          onOpen={
            opens && cut <= LAST_SCORE
              ? ({ fromMs }) => drillHref(question, 'events', { barMs: fromMs, filters: above })
              : undefined
          }
          file="scores-stopped"
        />
        <ReportChart
          {...shared}
          title={text('under.title', { cutOff: cut })}
          meta={text('under.meta')}
          drawingOf={() => ({
            buckets,
            series: [
              {
                id: 'under',
                name: text('fraudRate'),
                fill: 'var(--reject-fill)',
                values: knownUntil(times.fraudUnder, buckets, report),
              },
            ],
          })}
          shape="lines"
          format={figures.share}
          onOpen={
            opens && cut > 0
              ? ({ fromMs }) => drillHref(question, 'fraud', { barMs: fromMs, filters: under })
              : undefined
          }
          file="scores-fraud-under"
        />
      </div>
      <ImpactTable scale={scale} />
      <p className="quiet-small m-0">{text('unknown')}</p>
    </LabelChoice>
  );
};
