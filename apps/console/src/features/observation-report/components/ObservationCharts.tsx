import type { ObservationReport } from '@redoubt/contracts';
import { DELAY_HOURS, type AskedOfObservations } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import type { Asked, ChartBucket, ChartMark, ChartSeries } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { bucketsOf, knownUntil } from '../../../shared/report-charts/figures.ts';
import { PeriodChart } from '../../../shared/report-charts/PeriodChart.tsx';
import type { DayQuestion } from '../../../shared/report-charts/report-address.ts';
import type { ChartAxis } from '../../../shared/report-charts/ReportChart.tsx';
import { shadeOf } from '../../../shared/report-charts/shade-of.ts';
import type { FigureFormats } from '../../../shared/report-charts/use-figure-formats.ts';
import { volumeOf } from '../observation-figures.ts';
import type { Picked } from '../observation-report-address.ts';
import { useDelayNames } from '../use-delay-names.ts';

/** Values that a chart tells apart. */
export const MOST_LINES = 8;

export type ObservationChartProps = {
  readonly question: DayQuestion;
  readonly formats: FigureFormats;
  readonly asTable: boolean;
  /** Address of the list of what a figure counts; null for people who may not see events. */
  readonly listHref: ((at: string | undefined, picked: readonly Picked[]) => string) | null;
};
type Drawn = ObservationChartProps & { readonly query: Asked<ObservationReport> };

const barAt = ({ fromMs }: ChartBucket): string => new Date(fromMs).toISOString();

/** Observations by the day of their arrival, beside those of the period compared with. */
export const VolumeChart = (
  props: Drawn & { readonly marks: readonly ChartMark[]; readonly alertHref: string | undefined },
): ReactNode => {
  const { query, question, formats, asTable, listHref, marks, alertHref } = props;
  const text = useText('observationReport');
  return (
    <PeriodChart
      title={text('volume.title')}
      meta={text('volume.meta')}
      query={query}
      drawingOf={(report) => {
        const buckets = bucketsOf(report, question);
        const values = report.total.bars.map((bar) => volumeOf(bar, question));
        return {
          buckets,
          series: [
            {
              id: 'observations',
              name: text('tile.observations'),
              fill: 'var(--chart-1)',
              values: knownUntil(values, buckets, report),
              before: report.total.before?.bars.map((bar) => volumeOf(bar, question)),
            },
          ],
        };
      }}
      question={question}
      formats={formats}
      shape="lines"
      marks={marks}
      onOpen={listHref ? (bucket) => listHref(barAt(bucket), []) : undefined}
      file="observations-volume"
      asTable={asTable}
      alertHref={alertHref}
    />
  );
};

export type ByChartProps = Drawn & {
  readonly title: string;
  readonly meta: string;
  readonly by: AskedOfObservations;
  readonly nameOf: (value: string) => string;
  /** Absent for shades of one colour. */
  readonly fillOf?: (value: string) => string;
  /** Bars in place of days of arrival. */
  readonly axis?: ChartAxis & { readonly bars: readonly string[]; readonly dimension: AskedOfObservations };
  readonly file: string;
  readonly none?: string;
  readonly alertHref?: string | undefined;
};

/** Observations grouped by a dimension or a field, over time or over another axis. */
export const ByChart = (props: ByChartProps): ReactNode => {
  const { query, question, formats, asTable, listHref, title, meta, by, nameOf, fillOf, axis, file, none } = props;
  const seriesOf = (report: ObservationReport): readonly ChartSeries[] => {
    const buckets = bucketsOf(report, question);
    return report.series.slice(0, MOST_LINES).map(({ value, bars }, at, shown) => {
      const values = bars.map((bar) => volumeOf(bar, question));
      return {
        id: value ?? '',
        name: nameOf(value ?? ''),
        fill: fillOf?.(value ?? '') ?? shadeOf(at, Math.min(shown.length, MOST_LINES)),
        values: axis === undefined ? knownUntil(values, buckets, report) : values,
      };
    });
  };
  return (
    <PeriodChart
      title={title}
      meta={meta}
      query={query}
      drawingOf={(report) => ({
        buckets:
          axis === undefined
            ? bucketsOf(report, question)
            : axis.bars.map((_, at): ChartBucket => ({ fromMs: at, toMs: at + 1 })),
        series: seriesOf(report),
      })}
      question={question}
      formats={formats}
      shape="bars"
      axis={axis}
      onOpen={
        listHref
          ? (bucket, value) =>
              axis === undefined
                ? listHref(barAt(bucket), [{ dimension: by, value }])
                : listHref(undefined, [
                    { dimension: by, value },
                    { dimension: axis.dimension, value: axis.bars[bucket.fromMs] ?? '' },
                  ])
          : undefined
      }
      file={file}
      none={none}
      asTable={asTable}
      alertHref={props.alertHref}
    />
  );
};

const DELAYS = DELAY_HOURS.map(String);

/** How long after their assessment observations came. */
export const DelayChart = ({ query, question, formats, asTable, listHref }: Drawn): ReactNode => {
  const text = useText('observationReport');
  const delayName = useDelayNames();
  const nameAt = ({ fromMs }: ChartBucket): string => delayName(DELAY_HOURS[fromMs] ?? 0);
  return (
    <PeriodChart
      title={text('delay.title')}
      meta={text('delay.meta')}
      query={query}
      drawingOf={(report) => ({
        buckets: DELAYS.map((_, at): ChartBucket => ({ fromMs: at, toMs: at + 1 })),
        series: [
          {
            id: 'observations',
            name: text('tile.observations'),
            fill: 'var(--chart-1)',
            values: report.total.bars.map((bar) => volumeOf(bar, question)),
          },
        ],
      })}
      question={question}
      formats={formats}
      shape="bars"
      axis={{ name: text('delay.axis'), formatTick: nameAt, formatBucket: nameAt }}
      onOpen={
        listHref
          ? ({ fromMs }) => listHref(undefined, [{ dimension: 'delay', value: DELAYS[fromMs] ?? '' }])
          : undefined
      }
      file="observations-delay"
      asTable={asTable}
    />
  );
};
