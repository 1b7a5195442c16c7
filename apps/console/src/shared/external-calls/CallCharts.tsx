import type { CallMetricsAnswer } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { ChartGroup, Chip, type Asked, type ChartBucket } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { ReportChart, type ReportChartProps } from '../report-charts/ReportChart.tsx';
import { useBarTimes } from '../reports/use-bar-times.ts';
import { errorSeries } from './error-series.ts';
import { useOutcomeText } from './use-outcome-text.ts';

const CHART_PX = 150;
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
export const CallCharts = ({ query }: { readonly query: Asked<CallMetricsAnswer> }): ReactNode => {
  const text = useText('externalCalls');
  const formats = useFormats();
  const outcomeText = useOutcomeText();
  const [asShare, setShare] = useState(false);
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
      />
      <ReportChart
        {...frame}
        title={text('chart.latency')}
        meta={text('chart.timeout', { time: formats.number(query.data?.timeoutMs ?? 0) })}
        drawingOf={(answer) => ({
          buckets: bucketsOf(answer),
          series: LATENCIES.map((each) => ({ ...each, values: answer.buckets.map(({ figures }) => figures[each.id]) })),
        })}
        shape="lines"
        format={(value) => `${formats.number(Math.round(value))} ms`}
        file="calls-latency"
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
      />
      <ReportChart
        {...frame}
        title={text('failures')}
        meta={
          <span className="row" role="group" aria-label={text('failures')}>
            {[false, true].map((share) => (
              <Chip key={String(share)} pressed={share === asShare} onSelect={() => setShare(share)}>
                {text(share ? 'chart.shares' : 'chart.counts')}
              </Chip>
            ))}
          </span>
        }
        drawingOf={(answer) => ({ buckets: bucketsOf(answer), series: errorSeries(answer, asShare, outcomeText) })}
        shape="bars"
        ceiling={asShare ? 100 : undefined}
        format={(value) => (asShare ? formats.percent(value) : formats.number(value))}
        none={text('chart.noErrors')}
        file="calls-errors"
      />
    </ChartGroup>
  );
};
