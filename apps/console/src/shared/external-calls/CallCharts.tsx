import type { CallMetricsAnswer } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { ChartGroup, ChoiceChips, type Asked, type ChartBucket } from '@redoubt/ui';
import type { AlertFigure } from '@redoubt/domain';
import { useState, type ReactNode } from 'react';
import { useMay } from '../../app/console-context.tsx';
import { alertHref } from '../alerts/alert-href.ts';
import { ReportChart, type ReportChartProps } from '../report-charts/ReportChart.tsx';
import { useBarTimes } from '../reports/use-bar-times.ts';
import { errorSeries } from './error-series.ts';
import { useOutcomeText } from './use-outcome-text.ts';

const CHART_PX = 150;
const HOUR_MINUTES = 60;
const COUNTED = ['counts', 'shares'] as const;
const LATENCIES = [
  { id: 'p99Ms', name: 'p99', fill: 'var(--review-fill)' },
  { id: 'p95Ms', name: 'p95', fill: 'var(--chart-1)' },
  { id: 'p50Ms', name: 'p50', fill: 'var(--chart-2)' },
] as const;

const bucketsOf = ({ buckets }: CallMetricsAnswer): readonly ChartBucket[] =>
  buckets.map(({ from, to }, at) => ({
    fromMs: Date.parse(from),
    toMs: Date.parse(to),
    unfinished: at === buckets.length - 1,
  }));

/** How calls did over time: how many a second, how long they took, how many succeeded, and what the errors were. */
export const CallCharts = ({
  query,
  callId,
}: {
  readonly query: Asked<CallMetricsAnswer>;
  /** Of a call that alerts can watch. */
  readonly callId?: string | undefined;
}): ReactNode => {
  const text = useText('externalCalls');
  const formats = useFormats();
  const outcomeText = useOutcomeText();
  const may = useMay();
  const [asShare, setShare] = useState(false);
  const alertOf = (figure: AlertFigure): string | undefined =>
    callId !== undefined && may('alerts:write')
      ? alertHref({ figure, target: callId, includeChildren: true, stepMinutes: HOUR_MINUTES })
      : undefined;
  const bars = query.data === undefined ? [] : bucketsOf(query.data);
  const times = useBarTimes(bars);
  const rate = new Intl.NumberFormat(formats.language, { maximumSignificantDigits: 2 });
  const frame = {
    query,
    height: CHART_PX,
    asTable: false,
    none: text('noCalls'),
    step: {
      formatTick: ({ fromMs }) => times.formatTick(fromMs),
      formatBucket: ({ fromMs, toMs }) => times.formatBucket(fromMs, toMs),
    },
  } satisfies Partial<ReportChartProps<CallMetricsAnswer>>;
  return (
    <ChartGroup>
      <ReportChart
        {...frame}
        title={text('figure.perSecond')}
        drawingOf={(answer) => ({
          buckets: bucketsOf(answer),
          series: [
            {
              id: 'rate',
              name: text('figure.perSecond'),
              fill: 'var(--chart-1)',
              values: answer.buckets.map(({ figures }) => figures.perSecond),
            },
          ],
        })}
        shape="lines"
        format={(value) => rate.format(value)}
        file="calls-rate"
        alertHref={alertOf('callCount')}
      />
      <ReportChart
        {...frame}
        title={text('chart.latency')}
        meta={text('chart.timeout', { time: formats.number(query.data?.timeoutMs ?? 0) })}
        drawingOf={(answer) => ({
          buckets: bucketsOf(answer),
          series: [
            ...LATENCIES,
            { id: 'averageMs' as const, name: text('figure.average'), fill: 'var(--challenge-fill)' },
          ].map((each) => ({ ...each, values: answer.buckets.map(({ figures }) => figures[each.id]) })),
        })}
        shape="lines"
        format={(value) => `${formats.number(Math.round(value))} ms`}
        file="calls-latency"
        alertHref={alertOf('callLatencyMs')}
      />
      <ReportChart
        {...frame}
        title={text('figure.success')}
        drawingOf={(answer) => ({
          buckets: bucketsOf(answer),
          series: [
            {
              id: 'success',
              name: text('figure.success'),
              fill: 'var(--approve-fill)',
              values: answer.buckets.map(({ figures: { success } }) => (success === null ? null : success * 100)),
            },
          ],
        })}
        shape="lines"
        ceiling={100}
        format={(value) => formats.percent(value)}
        file="calls-success"
        alertHref={alertOf('callFailurePercent')}
      />
      <ReportChart
        {...frame}
        title={text('failures')}
        choice={
          <ChoiceChips
            label={text('failures')}
            choices={COUNTED}
            chosen={asShare ? 'shares' : 'counts'}
            nameOf={(each) => text(`chart.${each}`)}
            onChoose={(each) => setShare(each === 'shares')}
          />
        }
        drawingOf={(answer) => ({ buckets: bucketsOf(answer), series: errorSeries(answer, asShare, outcomeText) })}
        shape="bars"
        ceiling={asShare ? 100 : undefined}
        format={(value) => (asShare ? formats.percent(value) : formats.number(value))}
        none={text('chart.noErrors')}
        file="calls-errors"
        alertHref={alertOf('callFailurePercent')}
      />
    </ChartGroup>
  );
};
