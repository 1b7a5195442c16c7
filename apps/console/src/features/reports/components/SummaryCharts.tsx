import type { ReportSeries } from '@redoubt/contracts';
import type { ReportMeasure, UsualRange } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { decisionFill, type Asked, type ChartBucket, type ChartMark } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useRead } from '../../../api/use-read.ts';
import { useReportAlert } from '../../../shared/alerts/use-report-alert.ts';
import { drillHref } from '../../../shared/report-charts/drill-href.ts';
import { EventsChart } from '../../../shared/report-charts/EventsChart.tsx';
import { bucketsOf, seriesOf, share } from '../../../shared/report-charts/figures.ts';
import { FraudRateChart } from '../../../shared/report-charts/FraudRateChart.tsx';
import { PeriodChart, useBeforeName } from '../../../shared/report-charts/PeriodChart.tsx';
import { bodyOf, type ReportQuestion } from '../../../shared/report-charts/report-address.ts';
import { reportQuery } from '../../../shared/report-charts/report.queries.ts';
import { MOST_LINES, ValuesChart } from '../../../shared/report-charts/ValuesChart.tsx';
import type { FigureFormats } from '../../../shared/report-charts/use-figure-formats.ts';

const TALL_PX = 200;
const LOW_PX = 170;

export type SummaryChartProps = {
  readonly query: Asked<ReportSeries>;
  readonly question: ReportQuestion;
  readonly formats: FigureFormats;
  readonly marks: readonly ChartMark[];
  readonly opens: boolean;
  readonly asTable: boolean;
};

const barOf = ({ fromMs }: ChartBucket) => ({ barMs: fromMs });

/** Events or their amounts over time, with the usual range of each day where it is known. */
export const VolumeChart = (
  props: SummaryChartProps & { readonly usual: readonly (UsualRange | null)[] | null },
): ReactNode => {
  const text = useText('reports');
  const beforeName = useBeforeName(props.question);
  return (
    <EventsChart
      {...props}
      title={text('volume.title')}
      meta={text(beforeName === undefined ? 'volume.meta' : 'volume.metaBefore', { before: beforeName ?? '' })}
      height={TALL_PX}
      file="summary-volume"
    />
  );
};

/** How shares of events are drawn over time. */
const shares = (of: Pick<SummaryChartProps, 'question' | 'formats' | 'marks' | 'asTable'>) => ({
  ...of,
  shape: 'lines' as const,
  height: LOW_PX,
  format: of.formats.share,
});

const DECIDED = [
  { measure: 'rejected', decision: 'Reject' },
  { measure: 'reviewed', decision: 'Review' },
  { measure: 'challenged', decision: 'Challenge' },
] as const;

/** Shares of the decisions that are no approval. */
export const DecisionsChart = ({ query, question, formats, marks, opens, asTable }: SummaryChartProps): ReactNode => {
  const text = useText('reports');
  const alert = useReportAlert(question)('decisionPercent', { decision: 'Reject' });
  const common = useText('common');
  return (
    <PeriodChart
      title={text('decisions.title')}
      meta={text('decisions.meta')}
      query={query}
      drawingOf={(report) => {
        const buckets = bucketsOf(report, question);
        const series = DECIDED.map(({ measure, decision }) =>
          seriesOf(
            report,
            buckets,
            { id: measure, name: common(`decision.${decision}`), fill: decisionFill(decision) },
            share(question, measure, 'events'),
          ),
        );
        return { buckets, series };
      }}
      {...shares({ question, formats, marks, asTable })}
      onOpen={opens ? (bucket, measure) => drillHref(question, measure as ReportMeasure, barOf(bucket)) : undefined}
      file="summary-decisions"
      alertHref={alert}
    />
  );
};

const APPROVED = [{ dimension: 'decision' as const, values: ['Approve'] }];

/** Fraud among what was approved, as far as labels say and as they will say once all have arrived. */
export const FraudChart = ({ query, question, formats, opens, asTable }: SummaryChartProps): ReactNode => {
  const text = useText('reports');
  const alert = useReportAlert(question)('fraudPercent');
  return (
    <FraudRateChart
      {...{ query, question, formats, opens, asTable }}
      title={text('fraud.title')}
      meta={text(query.data?.maturity ? 'fraud.metaArrived' : 'fraud.meta')}
      height={LOW_PX}
      filters={APPROVED}
      file="summary-fraud"
      alertHref={alert}
    />
  );
};

/** Shares of charges that banks approved and of events that were charged back; drawn where there are any. */
export const BankChart = ({ query, question, formats, marks, asTable }: SummaryChartProps): ReactNode => {
  const text = useText('reports');
  const counts = query.data?.total.total.counts;
  const hasBank = (counts?.bankApproved ?? 0) + (counts?.bankDeclined ?? 0) > 0;
  return hasBank ? (
    <PeriodChart
      title={text('bank.title')}
      meta={text('bank.meta')}
      query={query}
      drawingOf={(report) => {
        const buckets = bucketsOf(report, question);
        const line = { id: 'bank', name: text('tile.bank'), fill: 'var(--chart-1)' };
        const figureOf = share(question, 'bankApproved', 'bankApproved', 'bankDeclined');
        return { buckets, series: [seriesOf(report, buckets, line, figureOf)] };
      }}
      {...shares({ question, formats, marks, asTable })}
      file="summary-bank"
    />
  ) : null;
};

/** Events by the newest status that was sent about them; drawn where there is any. */
export const StatusChart = ({ question, formats, opens, asTable }: SummaryChartProps): ReactNode => {
  const text = useText('reports');
  const query = useRead(
    reportQuery,
    bodyOf(question, { by: 'status', measures: ['events'], most: MOST_LINES, compare: 'none' }),
  );
  return query.data?.series.some(({ value }) => value !== '') ? (
    <ValuesChart
      {...{ query, question, formats, opens, asTable }}
      title={text('statuses.title')}
      meta={text('statuses.meta')}
      measure="events"
      by="status"
      nameOf={(value) => value || text('statuses.noStatus')}
      file="summary-status"
      none={text('none')}
    />
  ) : null;
};
