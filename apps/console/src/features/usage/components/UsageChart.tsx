import { useFormats, useText } from '@redoubt/i18n';
import { Section, StackedBars, type BarBucket, type BarSeries } from '@redoubt/ui';
import { useMemo, type ReactNode } from 'react';

const CHART_PX = 160;

/** Calls over time; parts of time are those of UTC, as they are counted. */
export const UsageChart = (props: {
  readonly title: string;
  readonly meta?: string;
  readonly end?: ReactNode;
  readonly series: readonly BarSeries[];
  readonly buckets: readonly BarBucket[];
  readonly unit: 'hour' | 'day' | 'month';
}): ReactNode => {
  const { title, meta, end, series, buckets, unit } = props;
  const text = useText('usage');
  const formats = useFormats();
  const [tick, moment] = useMemo(() => {
    const month = { month: 'short', year: 'numeric' } as const;
    const day = { day: 'numeric', month: 'short' } as const;
    const hour = { ...day, hour: 'numeric', minute: '2-digit' } as const;
    const long = unit === 'month' ? month : unit === 'day' ? day : hour;
    const utc = { timeZone: 'UTC' } as const;
    return [
      new Intl.DateTimeFormat(formats.language, { ...(unit === 'month' ? month : day), ...utc }),
      new Intl.DateTimeFormat(formats.language, { ...long, ...utc }),
    ];
  }, [formats, unit]);
  return (
    <div className="flex-none px-page pb-2 border-bottom-2">
      <Section title={title} meta={meta ?? text('utc')} end={end}>
        <StackedBars
          label={title}
          series={series}
          buckets={buckets}
          height={CHART_PX}
          formatCount={(count) => formats.number(count)}
          formatTick={(at) => tick.format(at)}
          formatBucket={(from) => moment.format(from)}
        />
      </Section>
    </div>
  );
};
