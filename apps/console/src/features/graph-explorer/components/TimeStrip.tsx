import type { GraphEvent } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { CommandButton, StackedBars, type BarSeries } from '@redoubt/ui';
import { useMemo, type ReactNode } from 'react';
import { searchTimes } from '../../../shared/search/search-times.ts';
import styles from './graph.module.css';

/** The time that the drawn events lie in, in milliseconds; the end is exclusive. */
export type TimeSpan = { readonly fromMs: number; readonly toMs: number };

const BUCKETS = 48;
const STRIP_PX = 92;

/** Events over time, and two handles that choose the time whose events the graph shows. */
export const TimeStrip = (props: {
  readonly events: readonly GraphEvent[];
  /** Null for all. */
  readonly span: TimeSpan | null;
  readonly onSpan: (span: TimeSpan | null) => void;
}): ReactNode => {
  const { events, span, onSpan } = props;
  const text = useText('graphExplorer');
  const formats = useFormats();
  const all = useMemo(() => {
    const times = events.map(({ eventTime }) => Date.parse(eventTime));
    const fromMs = Math.min(...times);
    const stepMs = Math.max(1000, Math.ceil((Math.max(...times) + 1 - fromMs) / BUCKETS));
    return { fromMs, stepMs };
  }, [events]);
  const buckets = useMemo(() => {
    const counts = Array.from({ length: BUCKETS }, () => ({ fraud: 0, other: 0 }));
    for (const { eventTime, fraudLabel } of events) {
      const bucket = counts[Math.floor((Date.parse(eventTime) - all.fromMs) / all.stepMs)];
      if (bucket === undefined) continue;
      if (fraudLabel === 'Fraud') bucket.fraud += 1;
      else bucket.other += 1;
    }
    return counts.map((counted, at) => ({
      fromMs: all.fromMs + at * all.stepMs,
      toMs: all.fromMs + (at + 1) * all.stepMs,
      counts: counted,
    }));
  }, [events, all]);
  const series: readonly BarSeries[] = [
    { id: 'fraud', name: text('strip.fraud'), fill: 'var(--reject-fill)' },
    { id: 'other', name: text('strip.other'), fill: 'var(--chart-bar)' },
  ];
  const place = (ms: number): number => Math.round((ms - all.fromMs) / all.stepMs);
  const [first, last] = span === null ? [0, BUCKETS] : [place(span.fromMs), place(span.toMs)];
  const msAt = (at: number): number => all.fromMs + at * all.stepMs;
  const move = (from: number, to: number): void =>
    onSpan(from <= 0 && to >= BUCKETS ? null : { fromMs: msAt(from), toMs: msAt(to) });
  const handles = [
    { label: text('strip.from'), at: first, onMove: (to: number) => move(Math.min(to, last - 1), last) },
    { label: text('strip.to'), at: last, onMove: (to: number) => move(first, Math.max(to, first + 1)) },
  ];
  const moment = (ms: number): string => formats.dateTime(new Date(ms).toISOString());
  const whole = { from: new Date(all.fromMs).toISOString(), to: new Date(msAt(BUCKETS)).toISOString() };
  const times = searchTimes(formats, whole);
  return (
    <section className={styles.strip} aria-label={text('strip.title')}>
      <div className="row-wrap-middle">
        <strong>{text('strip.between', { from: moment(msAt(first)), to: moment(msAt(last)) })}</strong>
        {span === null ? null : (
          <CommandButton command={{ id: 'all', text: text('strip.all'), onSelect: () => onSpan(null) }} />
        )}
      </div>
      <StackedBars
        label={text('strip.title')}
        series={series}
        buckets={buckets}
        height={STRIP_PX}
        formatCount={(count) => formats.number(count)}
        formatTick={times.tick}
        formatBucket={times.bucket}
        onPick={(fromMs, toMs) => onSpan({ fromMs, toMs })}
      />
      <div className={styles.handles}>
        {handles.map(({ label, at, onMove }) => (
          <input
            key={label}
            type="range"
            min={0}
            max={BUCKETS}
            value={at}
            aria-label={label}
            aria-valuetext={moment(msAt(at))}
            onChange={({ currentTarget }) => onMove(Number(currentTarget.value))}
          />
        ))}
      </div>
    </section>
  );
};
