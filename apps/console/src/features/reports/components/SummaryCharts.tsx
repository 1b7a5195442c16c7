import type { ReportSeries } from '@redoubt/contracts';
import type { ReportMeasure, UsualRange } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { decisionFill, type Asked, type ChartBucket, type ChartMark } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useReportAlert } from '../../../shared/alerts/use-report-alert.ts';
import { drillHref } from '../../../shared/report-charts/drill-href.ts';
import { bucketsOf, seriesOf, share, volume } from '../../../shared/report-charts/figures.ts';
import type { ReportQuestion } from '../../../shared/report-charts/report-address.ts';
import { ReportChart } from '../../../shared/report-charts/ReportChart.tsx';
import { fraudDrawing } from '../../../shared/report-charts/fraud-drawing.ts';
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

/** What the period before is called; undefined where nothing is compared. */
const useBeforeName = ({ compare }: ReportQuestion): string | undefined => {
  const text = useText('reports');
  return compare === 'none' ? undefined : text(`before.${compare}`);
};

const barOf = ({ fromMs }: ChartBucket) => ({ barMs: fromMs });

/** Events or their amounts over time, with the usual range of each day where it is known. */
export const VolumeChart = ({
  query,
  question,
  formats,
  marks,
  opens,
  asTable,
  usual,
}: SummaryChartProps & { readonly usual: readonly (UsualRange | null)[] | null }): ReactNode => {
  const text = useText('reports');
  const alert = useReportAlert(question)('events');
  const beforeName = useBeforeName(question);
  return (
    <ReportChart
      title={text('volume.title')}
      meta={text(beforeName === undefined ? 'volume.meta' : 'volume.metaBefore', { before: beforeName ?? '' })}
      query={query}
      drawingOf={(report) => {
        const buckets = bucketsOf(report, question);
        const line = { id: 'events', name: text('tile.events'), fill: 'var(--chart-1)' };
        const drawn = seriesOf(report, buckets, line, volume(question, 'events'));
        return { buckets, series: [usual?.length === buckets.length ? { ...drawn, band: usual } : drawn] };
      }}
      step={question.step}
      shape="lines"
      height={TALL_PX}
      format={formats.volume}
      beforeName={beforeName}
      marks={marks}
      onOpen={opens ? (bucket) => drillHref(question, 'events', barOf(bucket)) : undefined}
      file="summary-volume"
      none={text('none')}
      asTable={asTable}
      alertHref={alert}
    />
  );
};

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
  const beforeName = useBeforeName(question);
  return (
    <ReportChart
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
      step={question.step}
      shape="lines"
      height={LOW_PX}
      format={formats.share}
      beforeName={beforeName}
      marks={marks}
      onOpen={opens ? (bucket, measure) => drillHref(question, measure as ReportMeasure, barOf(bucket)) : undefined}
      file="summary-decisions"
      none={text('none')}
      asTable={asTable}
      alertHref={alert}
    />
  );
};

/** Fraud among what was approved, as far as labels say and as they will say once all have arrived. */
export const FraudChart = ({ query, question, formats, opens, asTable }: SummaryChartProps): ReactNode => {
  const text = useText('reports');
  const alert = useReportAlert(question)('fraudPercent');
  const numbers = useFormats();
  const names = { labelled: text('fraud.labelled'), expected: text('fraud.expected') };
  return (
    <ReportChart
      title={text('fraud.title')}
      meta={query.data?.maturity ? text('fraud.metaArrived') : text('fraud.meta')}
      query={query}
      drawingOf={(report) => fraudDrawing(report, question, names, (arrived) => numbers.percent(arrived, 0))}
      step={question.step}
      shape="bars"
      height={LOW_PX}
      format={formats.share}
      onOpen={
        opens
          ? (bucket, id) =>
              id === 'labelled'
                ? drillHref(question, 'fraud', {
                    ...barOf(bucket),
                    filters: [{ dimension: 'decision', values: ['Approve'] }],
                  })
                : null
          : undefined
      }
      file="summary-fraud"
      none={text('fraud.none')}
      asTable={asTable}
      alertHref={alert}
    />
  );
};

/** Shares of charges that banks approved and of events that were charged back; drawn where there are any. */
export const BankChart = ({ query, question, formats, marks, asTable }: SummaryChartProps): ReactNode => {
  const text = useText('reports');
  const counts = query.data?.total.total.counts;
  const hasBank = (counts?.bankApproved ?? 0) + (counts?.bankDeclined ?? 0) > 0;
  const beforeName = useBeforeName(question);
  return hasBank ? (
    <ReportChart
      title={text('bank.title')}
      meta={text('bank.meta')}
      query={query}
      drawingOf={(report) => {
        const buckets = bucketsOf(report, question);
        const line = { id: 'bank', name: text('tile.bank'), fill: 'var(--chart-1)' };
        const figureOf = share(question, 'bankApproved', 'bankApproved', 'bankDeclined');
        return { buckets, series: [seriesOf(report, buckets, line, figureOf)] };
      }}
      step={question.step}
      shape="lines"
      height={LOW_PX}
      format={formats.share}
      beforeName={beforeName}
      marks={marks}
      file="summary-bank"
      none={text('none')}
      asTable={asTable}
    />
  ) : null;
};

/** Chargebacks and refunds by the day of the event; drawn where there are any. */
export const ReturnsChart = ({ query, question, formats, asTable }: SummaryChartProps): ReactNode => {
  const text = useText('reports');
  const counts = query.data?.total.total.counts;
  if ((counts?.chargebacks ?? 0) + (counts?.refunds ?? 0) === 0) return null;
  return (
    <ReportChart
      title={text('returns.title')}
      meta={text('returns.meta')}
      query={query}
      drawingOf={(report) => {
        const buckets = bucketsOf(report, question);
        const lines = [
          { id: 'chargebacks', name: text('returns.chargebacks'), fill: 'var(--reject-fill)' },
          { id: 'refunds', name: text('returns.refunds'), fill: 'var(--chart-bar)' },
        ] as const;
        const series = lines.map((line) => ({
          ...seriesOf(report, buckets, line, volume(question, line.id)),
          before: undefined,
        }));
        return { buckets, series };
      }}
      step={question.step}
      shape="bars"
      height={LOW_PX}
      format={formats.volume}
      file="summary-chargebacks"
      none={text('none')}
      asTable={asTable}
    />
  );
};
