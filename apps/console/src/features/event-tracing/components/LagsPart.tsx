import { Button } from '@fluentui/react-components';
import { DataTrendingRegular, TableRegular } from '@fluentui/react-icons';
import { spanText as timeText, useFormats, useText } from '@redoubt/i18n';
import { ErrorState, Loading, TimeChart } from '@redoubt/ui';
import { useMemo, useState, type ReactNode } from 'react';
import { useRead } from '../../../api/use-read.ts';
import { traceLagsQuery } from '../event-tracing.queries.ts';

const CHART_PX = 132;

/** How long events took to the destination in the last day: a bar for each span of time, and what most of them stayed below. */
export const LagsPart = ({ id }: { readonly id: string }): ReactNode => {
  const text = useText('eventTracing');
  const ui = useText('ui');
  const formats = useFormats();
  const query = useRead(traceLagsQuery, id);
  const [asTable, setAsTable] = useState(false);
  const spans = useMemo(() => query.data?.spans ?? [], [query.data]);
  const buckets = useMemo(() => spans.map((_span, at) => ({ fromMs: at, toMs: at + 1 })), [spans]);
  const series = [
    { id: 'events', name: text('events'), fill: 'var(--chart-1)', values: spans.map(({ events }) => events) },
  ];
  const time = (ms: number): string => (ms < 60_000 ? formats.milliseconds(ms) : timeText(ms / 1000, formats.language));
  const spanText = (at: number): string => {
    const endMs = spans[at]?.endMs ?? null;
    return endMs === null
      ? text('lags.above', { time: time(spans[at - 1]?.endMs ?? 0) })
      : text('lags.upTo', { time: time(endMs) });
  };
  /** As short as it goes: eleven of them stand side by side. */
  const tickText = (at: number): string => {
    const endMs = spans[at]?.endMs ?? null;
    return endMs === null ? '…' : time(endMs);
  };
  const { p50 = null, p90 = null, p99 = null } = query.data ?? {};
  const shares = [
    ['p50', p50],
    ['p90', p90],
    ['p99', p99],
  ] as const;
  return (
    <section className="stack-2" aria-label={text('lags.title')}>
      <div className="row-wrap">
        <strong>{text('lags.title')}</strong>
        {query.data === undefined || query.data.p50 === null ? null : (
          <Button
            size="small"
            appearance="subtle"
            icon={asTable ? <DataTrendingRegular /> : <TableRegular />}
            onClick={() => setAsTable(!asTable)}
          >
            {ui(asTable ? 'chart.asChart' : 'chart.asTable')}
          </Button>
        )}
      </div>
      <span className="muted">{text('lags.about')}</span>
      {query.error ? <ErrorState error={query.error} compact /> : null}
      {query.data === undefined ? (
        query.error ? null : (
          <Loading rows={1} rowHeight={CHART_PX} />
        )
      ) : p50 === null ? (
        <p>{text('lags.none')}</p>
      ) : (
        <>
          <p>{shares.map(([name, at]) => `${name} ${at === null ? '–' : spanText(at)}`).join(' · ')}</p>
          <TimeChart
            label={text('lags.title')}
            shape="bars"
            series={series}
            buckets={buckets}
            height={CHART_PX}
            axisName={text('lags.span')}
            format={(count) => formats.number(count)}
            formatTick={({ fromMs }) => tickText(fromMs)}
            formatBucket={({ fromMs }) => spanText(fromMs)}
            asTable={asTable}
            onTable={setAsTable}
          />
        </>
      )}
    </section>
  );
};
