import { useFormats, useText } from '@redoubt/i18n';
import { Loading, QueryState, Section, StackedBars } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { useCall, useEnvironment } from '../../../app/console-context.tsx';
import { useBarTimes } from '../../../shared/reports/use-bar-times.ts';
import { backlogBuckets, backlogSum } from '../backlog.ts';
import { caseworkSummaryQuery } from '../queues.queries.ts';

const CHART_PX = 116;
const NONE = [] as const;

/** Whether work piles up: open cases of the last day, what came and ended, and where that leads. */
export const BacklogChart = (): ReactNode => {
  const text = useText('queues');
  const formats = useFormats();
  const call = useCall();
  const { id } = useEnvironment();
  const query = useQuery(caseworkSummaryQuery(call, id));
  const hours = query.data?.backlog ?? NONE;
  const buckets = useMemo(() => backlogBuckets(hours), [hours]);
  const times = useBarTimes(buckets);
  const last = buckets.at(-1);
  const { first, came, ended } = backlogSum(hours);
  const series = [
    { id: 'open', name: text('backlog.open'), fill: 'var(--chart-2)' },
    { id: 'ahead', name: text('backlog.ahead'), fill: 'var(--chart-bar)' },
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
            <StackedBars
              label={text('backlog.title')}
              series={series}
              buckets={buckets}
              height={CHART_PX}
              formatCount={(count) => formats.number(count)}
              {...times}
            />
            {last === undefined ? null : (
              <p className="quiet-small">
                {text('backlog.pace', {
                  count: formats.number(last.counts.ahead ?? 0),
                  time: formats.time(new Date(last.toMs).toISOString(), 'minutes'),
                })}
              </p>
            )}
          </>
        )}
      </QueryState>
    </Section>
  );
};
