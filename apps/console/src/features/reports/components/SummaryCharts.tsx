import type { ReportSeries } from '@redoubt/contracts';
import type { ReportMeasure, UsualRange } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { ChoiceChips, decisionFill, type Asked, type ChartBucket, type ChartMark } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useRead } from '../../../api/use-read.ts';
import { useReportAlert } from '../../../shared/alerts/use-report-alert.ts';
import { drillHref } from '../../../shared/report-charts/drill-href.ts';
import { EventsChart } from '../../../shared/report-charts/EventsChart.tsx';
import { bucketsOf, seriesOf, share, volume } from '../../../shared/report-charts/figures.ts';
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

/** How charts of parts show them: as a share of the whole, or how many they are. */
export const RATED = ['share', 'number'] as const;
export type Rated = (typeof RATED)[number];

export type RatedChartProps = SummaryChartProps & {
  readonly rated: Rated;
  readonly onRated: (rated: Rated) => void;
};

const RatedChoice = ({ rated, onRated }: Pick<RatedChartProps, 'rated' | 'onRated'>): ReactNode => {
  const text = useText('reports');
  return (
    <ChoiceChips
      label={text('rated.label')}
      choices={RATED}
      chosen={rated}
      nameOf={(each) => text(`rated.${each}`)}
      onChoose={onRated}
    />
  );
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

/** How parts of events are drawn over time. */
const parts = (of: Pick<SummaryChartProps, 'question' | 'formats' | 'marks' | 'asTable'>, rated: Rated) => ({
  ...of,
  shape: 'lines' as const,
  height: LOW_PX,
  format: rated === 'share' ? of.formats.share : of.formats.volume,
});

const DECIDED = [
  { measure: 'rejected', decision: 'Reject' },
  { measure: 'reviewed', decision: 'Review' },
  { measure: 'challenged', decision: 'Challenge' },
] as const;

/** Decisions that are no approval. */
export const DecisionsChart = (props: RatedChartProps): ReactNode => {
  const { query, question, formats, marks, opens, asTable, rated } = props;
  const text = useText('reports');
  const alert = useReportAlert(question)('decisionPercent', { decision: 'Reject' });
  const common = useText('common');
  return (
    <PeriodChart
      title={text('decisions.title')}
      meta={text(rated === 'share' ? 'decisions.meta' : 'decisions.metaNumber')}
      choice={<RatedChoice {...props} />}
      query={query}
      drawingOf={(report) => {
        const buckets = bucketsOf(report, question);
        const series = DECIDED.map(({ measure, decision }) =>
          seriesOf(
            report,
            buckets,
            { id: measure, name: common(`decision.${decision}`), fill: decisionFill(decision) },
            rated === 'share' ? share(question, measure, 'events') : volume(question, measure),
          ),
        );
        return { buckets, series };
      }}
      {...parts({ question, formats, marks, asTable }, rated)}
      onOpen={opens ? (bucket, measure) => drillHref(question, measure as ReportMeasure, barOf(bucket)) : undefined}
      file="summary-decisions"
      alertHref={alert}
    />
  );
};

const APPROVED = [{ dimension: 'decision' as const, values: ['Approve'] }];

/** Fraud among what was approved, as far as labels say and as they will say once all have arrived. */
export const FraudChart = (props: SummaryChartProps & Pick<RatedChartProps, 'rated'>): ReactNode => {
  const { query, question, formats, opens, asTable, rated } = props;
  const text = useText('reports');
  const alert = useReportAlert(question)('fraudPercent');
  return (
    <FraudRateChart
      {...{ query, question, formats, opens, asTable }}
      title={text('fraud.title')}
      asNumber={rated === 'number'}
      meta={
        query.data?.maturity
          ? text(rated === 'share' ? 'fraud.metaArrived' : 'fraud.metaNumberArrived')
          : text(rated === 'share' ? 'fraud.meta' : 'fraud.metaNumber')
      }
      height={LOW_PX}
      filters={APPROVED}
      file="summary-fraud"
      alertHref={alert}
    />
  );
};

/** What banks answered; drawn where they did. */
export const BankChart = (props: RatedChartProps): ReactNode => {
  const { query, question, formats, marks, asTable, rated } = props;
  const text = useText('reports');
  const counts = query.data?.total.total.counts;
  const hasBank = (counts?.bankApproved ?? 0) + (counts?.bankDeclined ?? 0) > 0;
  return hasBank ? (
    <PeriodChart
      title={text('bank.title')}
      meta={text(rated === 'share' ? 'bank.meta' : 'bank.metaNumber')}
      choice={<RatedChoice {...props} />}
      query={query}
      drawingOf={(report) => {
        const buckets = bucketsOf(report, question);
        const approved = { id: 'bank', name: text('tile.bank'), fill: 'var(--chart-1)' };
        const declined = { id: 'declined', name: text('bank.declined'), fill: 'var(--reject-fill)' };
        const series =
          rated === 'share'
            ? [seriesOf(report, buckets, approved, share(question, 'bankApproved', 'bankApproved', 'bankDeclined'))]
            : [
                seriesOf(report, buckets, approved, volume(question, 'bankApproved')),
                seriesOf(report, buckets, declined, volume(question, 'bankDeclined')),
              ];
        return { buckets, series };
      }}
      {...parts({ question, formats, marks, asTable }, rated)}
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
