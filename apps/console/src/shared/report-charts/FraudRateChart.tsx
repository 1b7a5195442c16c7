import type { ReportSeries } from '@redoubt/contracts';
import type { ReportFilter } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import type { Asked } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { drillHref } from './drill-href.ts';
import { bucketsOf, knownUntil, LEAST_MATURITY, share, volume } from './figures.ts';
import { PeriodChart, type PeriodChartProps } from './PeriodChart.tsx';
import type { ReportQuestion } from './report-address.ts';

export type FraudRateChartProps = Pick<
  PeriodChartProps<ReportSeries>,
  'title' | 'meta' | 'formats' | 'height' | 'file' | 'asTable' | 'alertHref'
> & {
  /** The events whose rate it is. */
  readonly query: Asked<ReportSeries>;
  readonly question: ReportQuestion;
  /** Whether the reader may see the events. */
  readonly opens: boolean;
  /** What the events were narrowed to. */
  readonly filters: readonly ReportFilter[];
  /** How many they are in place of their share. */
  readonly asNumber?: boolean;
};

/** The fraud rate of each bar, or its fraud, as far as labels say, and what should come on top of it by how soon labels arrive. */
export const FraudRateChart = (props: FraudRateChartProps): ReactNode => {
  const { question, opens, filters, asNumber = false, ...chart } = props;
  const text = useText('reports');
  const formats = useFormats();
  return (
    <PeriodChart
      {...chart}
      question={question}
      shape="bars"
      format={asNumber ? chart.formats.volume : chart.formats.share}
      none={text('fraud.none')}
      drawingOf={(report) => {
        const buckets = bucketsOf(report, question);
        const figureOf = asNumber ? volume(question, 'fraud') : share(question, 'fraud', 'events');
        const known = knownUntil(report.total.bars.map(figureOf), buckets, report);
        const { maturity } = report;
        const labelled = { id: 'labelled', name: text('fraud.labelled'), fill: 'var(--chart-1)', values: known };
        if (maturity === null) return { buckets, series: [labelled] };
        const expected = known.map((value, at) => {
          const arrived = maturity.bars[at] ?? 0;
          return value === null || arrived < LEAST_MATURITY ? null : value / arrived - value;
        });
        return {
          buckets,
          series: [
            labelled,
            { id: 'expected', name: text('fraud.expected'), fill: 'var(--chart-bar-soft)', values: expected },
          ],
          footer: maturity.bars.map((arrived, at) =>
            (buckets[at]?.fromMs ?? 0) > Date.parse(report.asOf) ? '' : formats.percent(arrived * 100, 0),
          ),
        };
      }}
      onOpen={
        opens
          ? ({ fromMs }, id) => (id === 'labelled' ? drillHref(question, 'fraud', { barMs: fromMs, filters }) : null)
          : undefined
      }
    />
  );
};
