import type { LabelArrivals, ReportSeries } from '@redoubt/contracts';
import type { AskedDimension } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import type { Asked, ChartBucket, ChartMark } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useReportAlert } from '../../../shared/alerts/use-report-alert.ts';
import { drillHref } from '../../../shared/report-charts/drill-href.ts';
import type { FieldFilter } from '../../../shared/report-charts/field-where.ts';
import { bucketsOf, knownUntil, seriesOf, shareOf, valueOf, volume } from '../../../shared/report-charts/figures.ts';
import { fraudDrawing } from '../../../shared/report-charts/fraud-drawing.ts';
import type { ReportQuestion } from '../../../shared/report-charts/report-address.ts';
import { ReportChart } from '../../../shared/report-charts/ReportChart.tsx';
import { shadeOf } from '../../../shared/report-charts/shade-of.ts';
import type { FigureFormats } from '../../../shared/report-charts/use-figure-formats.ts';

export const CHART_PX = 180;

export type ThreatChartProps = {
  readonly question: ReportQuestion;
  /** Values that events have. */
  readonly filters: readonly FieldFilter[];
  readonly formats: FigureFormats;
  readonly opens: boolean;
  readonly asTable: boolean;
};
type OverTime = ThreatChartProps & { readonly query: Asked<ReportSeries> };

const barOf = ({ fromMs }: ChartBucket) => ({ barMs: fromMs });

/** Events or their amounts over time. */
export const VolumeChart = (props: OverTime & { readonly marks: readonly ChartMark[] }): ReactNode => {
  const { query, question, filters, formats, opens, asTable, marks } = props;
  const text = useText('threatReport');
  const alert = useReportAlert(question)('events');
  const reports = useText('reports');
  return (
    <ReportChart
      title={text('volume.title')}
      meta={reports('volume.meta')}
      query={query}
      drawingOf={(report) => {
        const buckets = bucketsOf(report, question);
        const line = { id: 'events', name: reports('tile.events'), fill: 'var(--chart-1)' };
        return { buckets, series: [seriesOf(report, buckets, line, volume(question, 'events'))] };
      }}
      step={question.step}
      shape="lines"
      height={CHART_PX}
      format={formats.volume}
      beforeName={question.compare === 'none' ? undefined : reports(`before.${question.compare}`)}
      marks={marks}
      onOpen={opens ? (bucket) => drillHref(question, 'events', { ...barOf(bucket), filters }) : undefined}
      file="threats-volume"
      none={reports('none')}
      asTable={asTable}
      // An alert watches all values.
      alertHref={filters.length === 0 ? alert : undefined}
    />
  );
};

/** The share of fraud among all events by the day of the event, as far as labels say and as they will once all have arrived. */
export const FraudRateChart = ({ query, question, filters, formats, opens, asTable }: OverTime): ReactNode => {
  const text = useText('threatReport');
  const alert = useReportAlert(question)('fraudPercent');
  const reports = useText('reports');
  const numbers = useFormats();
  const names = { labelled: reports('fraud.labelled'), expected: reports('fraud.expected') };
  return (
    <ReportChart
      title={text('rateOverTime.title')}
      meta={query.data?.maturity ? text('rateOverTime.metaArrived') : text('rateOverTime.meta')}
      query={query}
      drawingOf={(report) => fraudDrawing(report, question, names, (arrived) => numbers.percent(arrived, 0))}
      step={question.step}
      shape="bars"
      height={CHART_PX}
      format={formats.share}
      onOpen={
        opens
          ? (bucket, id) => (id === 'labelled' ? drillHref(question, 'fraud', { ...barOf(bucket), filters }) : null)
          : undefined
      }
      file="threats-fraud-rate"
      none={reports('fraud.none')}
      asTable={asTable}
      // An alert watches all values.
      alertHref={filters.length === 0 ? alert : undefined}
    />
  );
};

const LABELS = [
  { id: 'fraud', fill: 'var(--reject-fill)' },
  { id: 'nonFraud', fill: 'var(--chart-bar)' },
] as const;

/** Labels by the day on which they arrived, and the events of that day that are fraud by now as a share of its volume. */
export const ArrivalChart = (
  props: ThreatChartProps & { readonly arrivals: Asked<LabelArrivals>; readonly report: ReportSeries | undefined },
): ReactNode => {
  const { arrivals, report, question, formats, asTable } = props;
  const text = useText('threatReport');
  const { view, currency } = question;
  return (
    <ReportChart
      title={text('arrivals.title')}
      meta={text('arrivals.meta')}
      query={arrivals}
      drawingOf={(answer) => {
        const buckets = bucketsOf(answer, question);
        const figureOf = (figure: LabelArrivals['arrived'][number], id: 'fraud' | 'nonFraud'): number => {
          if (view === 'count') return figure.counts[id];
          return (currency === null ? figure.converted?.[id] : figure.amounts[currency]?.[id]) ?? 0;
        };
        return {
          buckets,
          series: LABELS.map(({ id, fill }) => ({
            id,
            name: text(`arrivals.${id}`),
            fill,
            values: knownUntil(
              answer.arrived.map((figure) => figureOf(figure, id)),
              buckets,
              answer,
            ),
          })),
          // The rate stands below the bars: fraud that was told of that day, of the volume of that day.
          footer: answer.arrived.map((figure, at) => {
            const events = valueOf(report?.total.bars[at], 'events', question);
            const rate = shareOf(figureOf(figure, 'fraud'), events);
            return rate === null || (buckets[at]?.fromMs ?? 0) > Date.parse(answer.asOf) ? '' : formats.share(rate);
          }),
        };
      }}
      step={question.step}
      shape="bars"
      height={CHART_PX}
      format={formats.volume}
      file="threats-arrivals"
      none={text('arrivals.none')}
      asTable={asTable}
    />
  );
};

/** Values that a chart tells apart. */
export const MOST_LINES = 8;

/** The largest values of a dimension over time. */
export const ValuesChart = (
  props: OverTime & {
    readonly title: string;
    readonly meta: string;
    readonly measure: 'events' | 'fraud';
    readonly by: AskedDimension;
    readonly nameOf: (value: string) => string;
    readonly file: string;
    readonly none: string;
  },
): ReactNode => {
  const { query, question, filters, formats, opens, asTable, title, meta, measure, by, nameOf, file, none } = props;
  return (
    <ReportChart
      title={title}
      meta={meta}
      query={query}
      drawingOf={(report) => {
        const buckets = bucketsOf(report, question);
        return {
          buckets,
          series: report.series.slice(0, MOST_LINES).map(({ value, bars }, at, shown) => ({
            id: value ?? '',
            name: nameOf(value ?? ''),
            fill: shadeOf(at, Math.min(shown.length, MOST_LINES)),
            values: knownUntil(bars.map(volume(question, measure)), buckets, report),
          })),
        };
      }}
      step={question.step}
      shape="bars"
      height={CHART_PX}
      format={formats.volume}
      onOpen={
        opens ? (bucket, value) => drillHref(question, measure, { ...barOf(bucket), by, value, filters }) : undefined
      }
      file={file}
      none={none}
      asTable={asTable}
    />
  );
};
