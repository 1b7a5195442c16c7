import type { ReportSeries } from '@redoubt/contracts';
import type { UsualRange } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import type { Asked } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useReportAlert } from '../alerts/use-report-alert.ts';
import { drillHref } from './drill-href.ts';
import type { FieldFilter } from './field-where.ts';
import { bucketsOf, seriesOf, volume } from './figures.ts';
import { PeriodChart, type PeriodChartProps } from './PeriodChart.tsx';
import type { ReportQuestion } from './report-address.ts';

export type EventsChartProps = Pick<
  PeriodChartProps<ReportSeries>,
  'title' | 'meta' | 'formats' | 'marks' | 'height' | 'file' | 'asTable'
> & {
  readonly query: Asked<ReportSeries>;
  readonly question: ReportQuestion;
  /** Whether the reader may see the events. */
  readonly opens: boolean;
  /** Values that events have. */
  readonly filters?: readonly FieldFilter[];
  /** The range of each bar that is usual, where it is known. */
  readonly usual?: readonly (UsualRange | null)[] | null;
};

/** Events or their amounts over time. */
export const EventsChart = (props: EventsChartProps): ReactNode => {
  const { question, opens, filters = [], usual, ...chart } = props;
  const text = useText('reports');
  const alert = useReportAlert(question)('events');
  return (
    <PeriodChart
      {...chart}
      question={question}
      shape="lines"
      drawingOf={(report) => {
        const buckets = bucketsOf(report, question);
        const line = { id: 'events', name: text('tile.events'), fill: 'var(--chart-1)' };
        const drawn = seriesOf(report, buckets, line, volume(question, 'events'));
        return { buckets, series: [usual?.length === buckets.length ? { ...drawn, band: usual } : drawn] };
      }}
      onOpen={opens ? ({ fromMs }) => drillHref(question, 'events', { barMs: fromMs, filters }) : undefined}
      // An alert watches all values.
      alertHref={filters.length === 0 ? alert : undefined}
    />
  );
};
