import type { Monitor, MonitorUsual } from '@redoubt/contracts';
import type { AlertFigure, AssessmentName } from '@redoubt/domain';
import { useFormats } from '@redoubt/i18n';
import type { Asked, ChartMark, ChartSeries } from '@redoubt/ui';
import type { ReportChartProps, ReportDrawing } from '../../../shared/report-charts/ReportChart.tsx';
import { asShares, monitorBuckets } from '../monitor-series.ts';
import { useMonitorTimes } from '../use-monitor-times.ts';
import type { MonitorView } from '../use-monitor-view.ts';

/** What every chart of a monitor is drawn of. */
export type MonitorChartProps = {
  readonly assessment: AssessmentName;
  readonly view: MonitorView;
  readonly query: Asked<Monitor>;
  readonly usual: MonitorUsual | undefined;
  readonly marks: readonly ChartMark[];
  /** Whether values lead to Search. */
  readonly opens: boolean;
  /** Address of a new alert on a figure; absent for people who make none. */
  readonly alertHref?: ((figure: AlertFigure) => string) | undefined;
  readonly height: number;
};

/** What charts of parts of a whole have in common: counts or shares that stand on each other, times, marks and table. */
export const useChartFrame = ({ view, query, marks, height }: MonitorChartProps) => {
  const formats = useFormats();
  const { asShare, asTable, stepMinutes } = view;
  const bars = query.data?.bars.length ?? 0;
  const times = useMonitorTimes(bars * stepMinutes, query.data?.stepMinutes ?? stepMinutes);
  const whole = { query, step: times, height, marks, asTable } satisfies Partial<ReportChartProps<Monitor>>;
  return {
    whole,
    parts: {
      ...whole,
      shape: 'bars' as const,
      ceiling: asShare ? 100 : undefined,
      format: asShare ? (value: number) => formats.percent(value) : formats.number,
    },
    drawn: (monitor: Monitor, series: readonly ChartSeries[]): ReportDrawing => ({
      buckets: monitorBuckets(monitor),
      series: asShare ? asShares(series) : series,
    }),
  };
};
