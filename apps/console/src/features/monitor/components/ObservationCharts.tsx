import type { Monitor } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import { ReportChart } from '../../../shared/report-charts/ReportChart.tsx';
import { stackOf } from '../monitor-series.ts';
import { useRelatedNames } from '../use-related-names.ts';
import { useChartFrame, type MonitorChartProps } from './use-chart-frame.ts';

/** Later events of one kind by what they say, over the time of receipt. */
export const ObservationChart = (
  props: MonitorChartProps & { readonly kind: Pick<Monitor['related'][number], 'kind' | 'name'> },
): ReactNode => {
  const { kind } = props;
  const text = useText('monitor');
  const { kindOf, valueOf } = useRelatedNames();
  const { parts, drawn } = useChartFrame(props);
  return (
    <ReportChart
      {...parts}
      title={kindOf(kind)}
      meta={text('related.meta')}
      drawingOf={(monitor) => {
        const found = monitor.related.find((each) => each.kind === kind.kind);
        const named = (found?.values ?? []).map(({ value, bars }) => ({
          // The id of a series is never empty.
          value: `=${value}`,
          name: valueOf(value),
          bars,
        }));
        const rest = (found?.bars ?? []).map(
          (count, at) => count - named.reduce((sum, { bars }) => sum + (bars[at] ?? 0), 0),
        );
        return drawn(monitor, stackOf(named, { name: text('clauses.others'), bars: rest }));
      }}
      file={`monitor-${kind.kind}`}
      none={text('related.nothing')}
    />
  );
};
