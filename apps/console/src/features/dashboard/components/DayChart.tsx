import type { Dashboard } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { decisionFill, Section, StackedBars, type BarMark } from '@redoubt/ui';
import { useMemo, type ReactNode } from 'react';
import { dayBuckets } from '../../../shared/reports/day.ts';

const CHART_PX = 270;
const STACK = ['Reject', 'Review', 'Challenge', 'Approve'] as const;

/** Decisions over the day, marked where the configuration changed. */
export const DayChart = (props: {
  readonly dashboard: Dashboard;
  readonly marks: readonly BarMark[];
  readonly onPick: (fromMs: number, toMs: number) => void;
}): ReactNode => {
  const { dashboard, marks, onPick } = props;
  const text = useText('dashboard');
  const common = useText('common');
  const formats = useFormats();
  const series = useMemo(
    () =>
      STACK.map((decision) => ({
        id: decision,
        name: common(`decision.${decision}`),
        fill: decisionFill(decision),
      })),
    [common],
  );
  const buckets = useMemo(() => dayBuckets(dashboard), [dashboard]);
  const clock = useMemo(
    () =>
      new Intl.DateTimeFormat(formats.language, {
        hour: 'numeric',
        minute: '2-digit',
        ...(formats.timeZone === 'utc' ? { timeZone: 'UTC' } : {}),
      }),
    [formats],
  );
  return (
    <Section title={text('day.title')} meta={text('day.meta')} end={text('day.hint')}>
      <StackedBars
        label={text('day.title')}
        series={series}
        buckets={buckets}
        marks={marks}
        height={CHART_PX}
        formatCount={(count) => formats.number(count)}
        formatTick={(at) => clock.format(at)}
        formatBucket={(from, to) => clock.formatRange(from, to)}
        onPick={onPick}
      />
    </Section>
  );
};
