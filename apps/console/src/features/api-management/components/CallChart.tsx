import type { ApiBucket } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { Section, StackedBars } from '@redoubt/ui';
import { useMemo, type ReactNode } from 'react';
import { useBarTimes } from '../../../shared/reports/use-bar-times.ts';

export const CHART_PX = 150;

/** Calls over the period; those of the row in hand stand out against the rest. */
export const CallChart = (props: {
  readonly title: string;
  readonly selected: string;
  readonly others: string;
  readonly buckets: readonly ApiBucket[];
  /** Ids that are drawn. */
  readonly ids: readonly string[];
  readonly current: string | null;
}): ReactNode => {
  const { title, selected, others, buckets, ids, current } = props;
  const text = useText('apiManagement');
  const formats = useFormats();
  const series = useMemo(
    () => [
      ...(current === null ? [] : [{ id: 'current', name: selected, fill: 'var(--chart-1)' }]),
      { id: 'others', name: current === null ? title : others, fill: 'var(--chart-bar)' },
    ],
    [current, title, selected, others],
  );
  const bars = useMemo(
    () =>
      buckets.map(({ from, to, counts }, index) => {
        const all = ids.reduce((sum, id) => sum + (counts[id] ?? 0), 0);
        const ofCurrent = current === null ? 0 : (counts[current] ?? 0);
        return {
          fromMs: Date.parse(from),
          toMs: Date.parse(to),
          counts: { current: ofCurrent, others: all - ofCurrent },
          unfinished: index === buckets.length - 1,
        };
      }),
    [buckets, ids, current],
  );
  const times = useBarTimes(bars);
  return (
    <Section title={title} meta={text('chartMeta')}>
      <StackedBars
        label={title}
        series={series}
        buckets={bars}
        height={CHART_PX}
        formatCount={(count) => formats.number(count)}
        {...times}
      />
    </Section>
  );
};
