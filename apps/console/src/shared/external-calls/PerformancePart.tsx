import type { CallMetricsAnswer, CallPeriod } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { ErrorState, LoadingBlock, Section, StackedBars } from '@redoubt/ui';
import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useBarTimes } from '../reports/use-bar-times.ts';
import { useOutcomeText } from './use-outcome-text.ts';
import styles from './external-calls.module.css';
import { Figures } from './Figures.tsx';
import { HealthChip } from './HealthChip.tsx';
import { PeriodChips } from './PeriodChips.tsx';

const CHART_PX = 140;

/** Where the figures come from. */
type MetricsQuery = UseQueryOptions<CallMetricsAnswer>;

/** How a call did over a period: figures, and what its failures were, over time and in sum. */
export const PerformancePart = ({
  metrics,
  period,
  onPeriod,
  suspends = false,
}: {
  readonly metrics: MetricsQuery;
  /** Whether a node stops calling after failures. */
  readonly suspends?: boolean;
  readonly period: CallPeriod;
  readonly onPeriod: (period: CallPeriod) => void;
}) => {
  const text = useText('externalCalls');
  const formats = useFormats();
  const outcomeText = useOutcomeText();
  const { data, error, refetch } = useQuery(metrics);
  const bars = useMemo(
    () =>
      (data?.buckets ?? []).map(({ from, to, figures, failures }, index, all) => {
        const failed = Object.values(failures).reduce((sum, count) => sum + count, 0);
        return {
          fromMs: Date.parse(from),
          toMs: Date.parse(to),
          counts: { failed, good: figures.calls - failed },
          unfinished: index === all.length - 1,
        };
      }),
    [data],
  );
  const times = useBarTimes(bars);
  const series = [
    { id: 'failed', name: text('chart.failed'), fill: 'var(--reject)' },
    { id: 'good', name: text('chart.good'), fill: 'var(--chart-bar)' },
  ];
  return (
    <Section title={text('performance')} end={data ? <HealthChip health={data.health} /> : null}>
      <div className={styles.performance}>
        <PeriodChips period={period} onPeriod={onPeriod} />
        {suspends ? <p className="soft">{text('perNode')}</p> : null}
        {error && !data ? <ErrorState error={error} compact onRetry={() => void refetch()} /> : null}
        {!data && !error ? <LoadingBlock height={CHART_PX} /> : null}
        {data ? (
          <>
            <Figures figures={data.figures} full />
            {data.figures.calls === 0 ? (
              <p className="soft">{text('noCalls')}</p>
            ) : (
              <StackedBars
                label={text('chart.title')}
                series={series}
                buckets={bars}
                height={CHART_PX}
                formatCount={(count) => formats.number(count)}
                {...times}
              />
            )}
            {data.failures.length > 0 ? (
              <ul className={styles.list} aria-label={text('failures')}>
                {data.failures.map(({ outcome, calls }) => (
                  <li key={outcome}>
                    <span>{outcomeText(outcome)}</span>
                    <b>{formats.number(calls)}</b>
                  </li>
                ))}
              </ul>
            ) : null}
          </>
        ) : null}
      </div>
    </Section>
  );
};
