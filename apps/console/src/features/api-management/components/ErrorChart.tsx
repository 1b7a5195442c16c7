import type { ApiErrorGroup, ApiErrors } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { Section, StackedBars } from '@redoubt/ui';
import { useMemo, type ReactNode } from 'react';

const CHART_PX = 150;
const DAY_MS = 86_400_000;

/** Refused calls over the period; the error in hand stands out against the rest. */
export const ErrorChart = (props: {
  readonly errors: ApiErrors;
  /** Those that are drawn. */
  readonly groups: readonly ApiErrorGroup[];
  readonly current: string | null;
}): ReactNode => {
  const { errors, groups, current } = props;
  const text = useText('apiErrors');
  const formats = useFormats();
  const series = useMemo(
    () => [
      ...(current === null ? [] : [{ id: 'current', name: text('chart.selected'), fill: 'var(--chart-1)' }]),
      { id: 'others', name: text(current === null ? 'chart.title' : 'chart.others'), fill: 'var(--chart-bar)' },
    ],
    [current, text],
  );
  const buckets = useMemo(
    () =>
      errors.buckets.map(({ from, to, counts }, index) => {
        const all = groups.reduce((sum, { id }) => sum + (counts[id] ?? 0), 0);
        const ofCurrent = current === null ? 0 : (counts[current] ?? 0);
        return {
          fromMs: Date.parse(from),
          toMs: Date.parse(to),
          counts: { current: ofCurrent, others: all - ofCurrent },
          unfinished: index === errors.buckets.length - 1,
        };
      }),
    [errors, groups, current],
  );
  const isLong = Date.parse(errors.to) - Date.parse(errors.from) > DAY_MS;
  const [tick, moment] = useMemo(() => {
    const zone = formats.timeZone === 'utc' ? ({ timeZone: 'UTC' } as const) : {};
    const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
    const day = { day: 'numeric', month: 'short' } as const;
    return [
      new Intl.DateTimeFormat(formats.language, { ...(isLong ? day : clock), ...zone }),
      new Intl.DateTimeFormat(formats.language, { ...(isLong ? day : {}), ...clock, ...zone }),
    ];
  }, [formats, isLong]);
  return (
    <Section title={text('chart.title')} meta={text('chart.meta')}>
      <StackedBars
        label={text('chart.title')}
        series={series}
        buckets={buckets}
        height={CHART_PX}
        formatCount={(count) => formats.number(count)}
        formatTick={(at) => tick.format(at)}
        formatBucket={(from, to) => moment.formatRange(from, to)}
      />
    </Section>
  );
};
