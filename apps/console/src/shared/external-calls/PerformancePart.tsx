import type { CallMetricsAnswer, CallPeriod } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { ErrorState, LoadingBlock, Section } from '@redoubt/ui';
import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { CallersPart } from './CallersPart.tsx';
import { CallCharts } from './CallCharts.tsx';
import { useOutcomeText } from './use-outcome-text.ts';
import styles from './external-calls.module.css';
import { Figures } from './Figures.tsx';
import { HealthChip } from './HealthChip.tsx';
import { PeriodChips } from './PeriodChips.tsx';

const CHART_PX = 140;

/** Where the figures come from. */
type MetricsQuery = UseQueryOptions<CallMetricsAnswer>;

/** How a call did over a period: figures, how they went over time, and what its failures were. */
export const PerformancePart = ({
  metrics,
  period,
  onPeriod,
  suspends = false,
  callId,
}: {
  readonly metrics: MetricsQuery;
  /** Whether a node stops calling after failures. */
  readonly suspends?: boolean;
  readonly period: CallPeriod;
  /** Of a call that alerts can watch. */
  readonly callId?: string | undefined;
  readonly onPeriod: (period: CallPeriod) => void;
}) => {
  const text = useText('externalCalls');
  const formats = useFormats();
  const outcomeText = useOutcomeText();
  const query = useQuery(metrics);
  const { data, error, refetch } = query;
  return (
    <>
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
                <CallCharts query={query} callId={callId} />
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
      {data ? <CallersPart metrics={data} /> : null}
    </>
  );
};
