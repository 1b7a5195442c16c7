import { useFormats, useText } from '@redoubt/i18n';
import { Loading, QueryState, Section, TimeChart } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { useCall, useEnvironment } from '../../../app/console-context.tsx';
import { useBarTimes } from '../../../shared/reports/use-bar-times.ts';
import { backlogBuckets, backlogSum, usualRanges } from '../backlog.ts';
import { caseworkSummaryQuery, usualBacklogQuery } from '../queues.queries.ts';

const CHART_PX = 116;
const NONE = [] as const;

/** Whether work piles up: open cases of the last day, what came and ended, and where that leads. */
export const BacklogChart = (): ReactNode => {
  const text = useText('queues');
  const formats = useFormats();
  const call = useCall();
  const { id } = useEnvironment();
  const query = useQuery(caseworkSummaryQuery(call, id));
  const [asTable, setAsTable] = useState(false);
  const hours = query.data?.backlog ?? NONE;
  const buckets = useMemo(() => backlogBuckets(hours), [hours]);
  const times = useBarTimes(buckets);
  const last = buckets.at(-1);
  const { first, came, ended } = backlogSum(hours);
  const { data: usual } = useQuery(usualBacklogQuery(call, id));
  const ranges = usual ? usualRanges(buckets, usual.hours) : [];
  const hasUsual = ranges.some((range) => range !== null);
  const valuesOf = (series: 'open' | 'ahead') => buckets.map(({ counts }) => counts[series] ?? null);
  const series = [
    {
      id: 'open',
      name: text('backlog.open'),
      fill: 'var(--chart-2)',
      values: valuesOf('open'),
      ...(hasUsual ? { band: ranges } : {}),
    },
    { id: 'ahead', name: text('backlog.ahead'), fill: 'var(--chart-1)', values: valuesOf('ahead') },
  ];
  return (
    <Section
      title={text('backlog.title')}
      meta={
        query.data &&
        text('backlog.sum', {
          first: formats.number(first),
          came: formats.number(came),
          ended: formats.number(ended),
          now: formats.number(hours.at(-1)?.open ?? 0),
        })
      }
    >
      <QueryState query={query} loading={<Loading rows={1} rowHeight={CHART_PX + 28} />}>
        {() => (
          <>
            <TimeChart
              label={text('backlog.title')}
              shape="lines"
              series={series}
              buckets={buckets}
              height={CHART_PX}
              format={(count) => formats.number(count)}
              formatTick={({ fromMs }) => times.formatTick(fromMs)}
              formatBucket={({ fromMs, toMs }) => times.formatBucket(fromMs, toMs)}
              asTable={asTable}
              onTable={setAsTable}
            />
            {last === undefined ? null : (
              <p className="quiet-small">
                {text('backlog.pace', {
                  count: formats.number(last.counts.ahead ?? 0),
                  time: formats.time(new Date(last.toMs).toISOString(), 'minutes'),
                })}
                {hasUsual ? ` · ${text('backlog.usual')}` : ''}
              </p>
            )}
          </>
        )}
      </QueryState>
    </Section>
  );
};
