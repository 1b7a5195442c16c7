import type { ReportSeries } from '@redoubt/contracts';
import { SCORE_MEASURES } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { decisionFill, type Asked, type ChartBucket } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useRead } from '../../../api/use-read.ts';
import { NumberField } from '../../../shared/cut-off/CutOffBar.tsx';
import { valueAxis } from '../../../shared/cut-off/cut-off.ts';
import { drillHref } from '../../../shared/report-charts/drill-href.ts';
import { bucketsOf, seriesOf, share, volume, type FigureOf } from '../../../shared/report-charts/figures.ts';
import { bodyOf } from '../../../shared/report-charts/report-address.ts';
import { ReportChart } from '../../../shared/report-charts/ReportChart.tsx';
import { reportQuery } from '../../../shared/report-charts/report.queries.ts';
import { BIN, binsOf, LAST_SCORE, snapDown } from '../score-report-address.ts';
import charts from '../../../shared/report-charts/report-charts.module.css';
import type { ScorePartProps } from './part-props.ts';
import { StatusChart } from './StatusChart.tsx';

const CHART_PX = 200;
const DECIDED = [
  { measure: 'approved', decision: 'Approve' },
  { measure: 'challenged', decision: 'Challenge' },
  { measure: 'reviewed', decision: 'Review' },
  { measure: 'rejected', decision: 'Reject' },
] as const;

/** A line or stack of a chart, and what it shows of the events of a bucket. */
type Drawn = { readonly id: string; readonly name: string; readonly fill: string; readonly figureOf: FigureOf };

/** Which events a bucket of a chart stands for. */
type EventsOf = (bucket: ChartBucket) => Parameters<typeof drillHref>[2];

/** How scores are spread, how they were decided and how much fraud they hold, by score and over time. */
export const DistributionTab = (
  props: ScorePartProps & {
    /** The same with every measure, of the chosen scores. */
    readonly byScore: Asked<ReportSeries>;
  },
): ReactNode => {
  const { question, address, update, figures, opens, asTable, byScore } = props;
  const text = useText('scoreReport');
  const reports = useText('reports');
  const common = useText('common');
  const { low, high } = address;
  const scores = [{ dimension: 'score' as const, values: [...binsOf(address)] }];
  const byTime = useRead(reportQuery, bodyOf(question, { filters: scores, measures: [...SCORE_MEASURES] }));
  const buckets: readonly ChartBucket[] = binsOf(address).map((from) => ({
    fromMs: Number(from),
    toMs: Number(from) + BIN,
  }));
  const axis = valueAxis({ name: text('score'), formatValue: String });
  const hasBank =
    (byTime.data?.total.total.counts.bankApproved ?? 0) + (byTime.data?.total.total.counts.bankDeclined ?? 0) > 0;
  const decided: readonly Drawn[] = DECIDED.map(({ measure, decision }) => ({
    id: measure,
    name: common(`decision.${decision}`),
    fill: decisionFill(decision),
    figureOf: volume(question, measure),
  }));
  const rates: readonly Drawn[] = [
    { id: 'fraud', name: text('fraudRate'), fill: 'var(--reject-fill)', figureOf: share(question, 'fraud', 'events') },
    ...(hasBank
      ? [
          {
            id: 'bankApproved',
            name: reports('tile.bank'),
            fill: 'var(--chart-1)',
            figureOf: share(question, 'bankApproved', 'bankApproved', 'bankDeclined'),
          },
        ]
      : []),
  ];
  const overScores = (drawn: readonly Drawn[]) => (report: ReportSeries) => {
    const found = new Map(report.series.map(({ value, total }) => [value, total]));
    return {
      buckets,
      series: drawn.map(({ figureOf, ...series }) => ({
        ...series,
        values: buckets.map(({ fromMs }) => figureOf(found.get(String(fromMs)))),
      })),
    };
  };
  const overTime = (drawn: readonly Drawn[]) => (report: ReportSeries) => {
    const bars = bucketsOf(report, question);
    return { buckets: bars, series: drawn.map(({ figureOf, ...series }) => seriesOf(report, bars, series, figureOf)) };
  };
  const ofBin: EventsOf = ({ fromMs }) => ({ by: 'score', value: String(fromMs) });
  const ofBar: EventsOf = ({ fromMs }) => ({ barMs: fromMs, filters: scores });
  const decidedHref = (eventsOf: EventsOf) =>
    opens
      ? (bucket: ChartBucket, measure: string) =>
          drillHref(question, DECIDED.find((each) => each.measure === measure)?.measure ?? 'events', eventsOf(bucket))
      : undefined;
  const fraudHref = (eventsOf: EventsOf) =>
    opens
      ? (bucket: ChartBucket, id: string) => (id === 'fraud' ? drillHref(question, 'fraud', eventsOf(bucket)) : null)
      : undefined;
  const shared = { step: question.step, height: CHART_PX, none: reports('none'), asTable } as const;
  const problem = text('rangeProblem');
  return (
    <>
      <div className="row-wrap align-end gap-x-4" role="group" aria-label={text('range')}>
        <NumberField
          label={text('low')}
          value={low}
          least={0}
          most={high}
          problem={problem}
          onChange={(value) => update({ low: snapDown(value) })}
        />
        <NumberField
          label={text('high')}
          value={high}
          least={low}
          most={LAST_SCORE}
          problem={problem}
          onChange={(value) => update({ high: snapDown(value) + BIN - 1 })}
        />
      </div>
      <div className={charts.pair}>
        <ReportChart
          {...shared}
          title={text('spread.title')}
          meta={text('spread.meta')}
          query={byScore}
          drawingOf={overScores(decided)}
          shape="bars"
          format={figures.volume}
          axis={axis}
          onOpen={decidedHref(ofBin)}
          file="scores-spread"
        />
        <ReportChart
          {...shared}
          title={text('fraud.title')}
          meta={text('fraud.meta')}
          query={byScore}
          drawingOf={overScores(rates)}
          shape="lines"
          format={figures.share}
          axis={axis}
          onOpen={fraudHref(ofBin)}
          file="scores-fraud"
        />
        <ReportChart
          {...shared}
          title={text('volume.title')}
          meta={text('volume.meta', { low, high })}
          query={byTime}
          drawingOf={overTime(decided)}
          shape="bars"
          format={figures.volume}
          onOpen={decidedHref(ofBar)}
          file="scores-volume"
        />
        <ReportChart
          {...shared}
          title={text('fraudOverTime.title')}
          meta={text('volume.meta', { low, high })}
          query={byTime}
          drawingOf={overTime(rates)}
          shape="lines"
          format={figures.share}
          onOpen={fraudHref(ofBar)}
          file="scores-fraud-over-time"
        />
        <StatusChart {...props} />
      </div>
    </>
  );
};
