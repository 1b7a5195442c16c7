import type { Monitor } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { decisionFill, Section, StackedBars, type BarMark } from '@redoubt/ui';
import { useMemo, type ReactNode } from 'react';
import { monitorBuckets } from '../bars.ts';

const CHART_PX = 250;
const STACK = ['Reject', 'Review', 'Challenge', 'Approve'] as const;
const DAY_MINUTES = 1440;

/** Decisions over time beside the volume of the period before, marked where the configuration changed. */
export const DecisionChart = (props: {
  readonly monitor: Monitor;
  readonly asShare: boolean;
  readonly marks: readonly BarMark[];
  readonly onPick: ((fromMs: number, toMs: number) => void) | undefined;
}): ReactNode => {
  const { monitor, asShare, marks, onPick } = props;
  const text = useText('monitor');
  const common = useText('common');
  const formats = useFormats();
  const series = useMemo(
    () =>
      STACK.map((decision) => ({ id: decision, name: common(`decision.${decision}`), fill: decisionFill(decision) })),
    [common],
  );
  const buckets = useMemo(() => monitorBuckets(monitor, asShare), [monitor, asShare]);
  const zone = formats.timeZone === 'utc' ? { timeZone: 'UTC' } : {};
  const clock = { hour: 'numeric', minute: '2-digit' } as const;
  const day = { day: 'numeric', month: 'short' } as const;
  const spansDays = monitor.bars.length * monitor.stepMinutes > DAY_MINUTES;
  const tick = new Intl.DateTimeFormat(formats.language, { ...(spansDays ? day : {}), ...clock, ...zone });
  const bucket = new Intl.DateTimeFormat(formats.language, { ...day, ...clock, ...zone });
  return (
    <Section
      title={text('chart.title')}
      meta={text(asShare ? 'chart.shareMeta' : 'chart.meta')}
      end={text('chart.hint')}
    >
      <StackedBars
        label={text('chart.title')}
        series={series}
        buckets={buckets}
        marks={marks}
        height={CHART_PX}
        ceiling={asShare ? 100 : undefined}
        beforeName={asShare ? undefined : text('chart.before')}
        formatCount={(count) => (asShare ? formats.percent(count) : formats.number(count))}
        formatTick={(at) => tick.format(at)}
        formatBucket={(from, to) => bucket.formatRange(from, to)}
        {...(onPick ? { onPick } : {})}
      />
    </Section>
  );
};
