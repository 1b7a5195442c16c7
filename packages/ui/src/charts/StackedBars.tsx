import { useText } from '@redoubt/i18n';
import { useId, useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';
import { ChartTable } from './ChartTable.tsx';
import styles from './charts.module.css';
import { ChartTip } from './ChartTip.tsx';
import { anchorAt, FIGURE_PX, gridLines, niceCeiling, timeTicks } from './scale.ts';
import { barPieces, bucketTotal, markGroups, type BarBucket, type BarMark, type BarSeries } from './stacked-bars.ts';
import { useChartKeys } from './use-chart-keys.ts';
import { useWidth } from './use-width.ts';

export type StackedBarsProps = {
  /** What is counted, for people who hear the page and as caption of the table. */
  readonly label: string;
  readonly series: readonly BarSeries[];
  readonly buckets: readonly BarBucket[];
  readonly marks?: readonly BarMark[];
  /** What the line of `before` is called; without it there is none. */
  readonly beforeName?: string | undefined;
  /** Where the axis ends, for parts of a whole; a round number above the highest bar without it. */
  readonly ceiling?: number | undefined;
  /** Height in pixels, labels included. */
  readonly height: number;
  readonly formatCount: (count: number) => string;
  readonly formatTick: (atMs: number) => string;
  readonly formatBucket: (fromMs: number, toMs: number) => string;
  /** Narrows the page to the time of a bucket. */
  readonly onPick?: (fromMs: number, toMs: number) => void;
};

const TOP_PX = 18;
/** The row of letters above the peak's label, where changes are marked. */
const MARKS_PX = 14;
const AXIS_PX = 18;
const TICK_PX = 110;
const LETTER_PX = 9;
/**
 * Counts over time as stacked bars: the peak is labelled, every value is one hover or arrow key away, and `T` shows the
 * same as a table.
 */
export const StackedBars = (props: StackedBarsProps): ReactNode => {
  const { series, buckets, height, onPick, formatCount, formatTick, formatBucket } = props;
  const text = useText('ui');
  const clip = useId();
  const [plot, width] = useWidth<HTMLDivElement>(640);
  const [cursor, setCursor] = useState<number | null>(null);
  const [asTable, setAsTable] = useState(false);
  useChartKeys(onPick === undefined ? null : 'narrow');

  const totals = useMemo(() => buckets.map((bucket) => bucketTotal(bucket, series)), [buckets, series]);
  const highest = Math.max(0, ...totals);
  const { beforeName } = props;
  const befores = beforeName === undefined ? [] : buckets.map(({ before = 0 }) => before);
  const top = props.ceiling ?? niceCeiling(Math.max(highest, ...befores));
  const baseline = height - AXIS_PX;
  const marks = props.marks ?? [];
  const topPx = TOP_PX + (marks.length > 0 ? MARKS_PX : 0);
  const pixelsPerEvent = (baseline - topPx) / top;
  const fromMs = buckets[0]?.fromMs ?? 0;
  const toMs = buckets.at(-1)?.toMs ?? 0;
  const step = width / Math.max(1, buckets.length);
  const xOf = (ms: number): number => (toMs > fromMs ? ((ms - fromMs) / (toMs - fromMs)) * width : 0);
  const peak = totals.indexOf(highest);
  const peakX = (peak + 0.5) * step;
  const offsetMs = -new Date(fromMs).getTimezoneOffset() * 60_000;
  const ticks = timeTicks(fromMs, toMs, Math.max(1, Math.floor(width / TICK_PX)), offsetMs);
  const tickPx = ticks.length > 1 ? xOf(ticks[1] ?? toMs) - xOf(ticks[0] ?? fromMs) : width;

  const pick = (at: number | null): void => {
    const bucket = at === null ? undefined : buckets[at];
    if (bucket) onPick?.(bucket.fromMs, bucket.toMs);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const last = buckets.length - 1;
    const at = cursor ?? last;
    const steps: Readonly<Record<string, number>> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last };
    const to = steps[event.key];
    if (to !== undefined) setCursor(Math.max(0, Math.min(last, to)));
    else if (event.key === 'Enter' && onPick) pick(cursor);
    else if (event.key === 't' || event.key === 'T') setAsTable(true);
    else if (event.key === 'Escape' && cursor !== null) setCursor(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  if (asTable)
    return (
      <ChartTable
        label={props.label}
        series={series}
        buckets={buckets}
        height={height}
        formatCount={formatCount}
        formatBucket={formatBucket}
        beforeName={beforeName}
        onClose={() => setAsTable(false)}
      />
    );

  const shown = cursor === null ? undefined : buckets[cursor];
  const spoken = (bucket: BarBucket, total: number): string =>
    [
      formatBucket(bucket.fromMs, bucket.toMs),
      `${text('chart.total')} ${formatCount(total)}`,
      ...series.map(({ id, name }) => `${name} ${formatCount(bucket.counts[id] ?? 0)}`),
      ...(beforeName === undefined ? [] : [`${beforeName} ${formatCount(bucket.before ?? 0)}`]),
    ].join(', ');
  return (
    <div className={styles.chart} style={{ height }}>
      <div
        ref={plot}
        role="slider"
        tabIndex={0}
        aria-label={`${props.label}. ${text(onPick ? 'chart.keysNarrow' : 'chart.keys')}`}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, buckets.length - 1)}
        aria-valuenow={cursor ?? Math.max(0, buckets.length - 1)}
        aria-valuetext={shown ? spoken(shown, totals[cursor ?? 0] ?? 0) : text('chart.whole')}
        className={styles.plot}
        data-pick={onPick ? true : undefined}
        onKeyDown={onKeyDown}
        onBlur={() => setCursor(null)}
        onPointerLeave={() => setCursor(null)}
        onPointerMove={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          const at = Math.floor(((event.clientX - box.left) / Math.max(1, box.width)) * buckets.length);
          setCursor(Math.max(0, Math.min(buckets.length - 1, at)));
        }}
        onClick={() => pick(cursor)}
      >
        <svg width={width} height={height} aria-hidden="true" className={styles.svg}>
          <clipPath id={clip}>
            <rect x={0} y={topPx} width={width} height={baseline - topPx} />
          </clipPath>
          {gridLines(top, height).map((line) => {
            const y = baseline - line * pixelsPerEvent;
            return <line key={line} x1={0} x2={width} y1={y} y2={y} className={styles.gridLine} />;
          })}
          {shown ? (
            <rect x={(cursor ?? 0) * step} y={topPx} width={step} height={baseline - topPx} className={styles.band} />
          ) : null}
          <g clipPath={`url(#${clip})`}>
            {buckets.map((bucket, at) => {
              const x = at * step + (step > 4 ? 0.5 : 0);
              const pieces = barPieces(bucket, series, {
                x,
                width: Math.max(0.5, step - (step > 4 ? 1 : 0)),
                baseline,
                pixelsPerEvent,
              });
              return (
                <g key={bucket.fromMs} opacity={bucket.unfinished ? 0.45 : 1}>
                  {pieces.map(({ seriesId, ...rect }) => (
                    <rect key={seriesId} {...rect} fill={series.find((each) => each.id === seriesId)?.fill} />
                  ))}
                </g>
              );
            })}
          </g>
          {befores.length > 0 ? (
            <polyline
              points={befores.map((count, at) => `${(at + 0.5) * step},${baseline - count * pixelsPerEvent}`).join(' ')}
              className={styles.before}
            />
          ) : null}
          <line x1={0} x2={width} y1={baseline} y2={baseline} className={styles.baseline} />
          {gridLines(top, height).map((line) => (
            <text key={line} x={0} y={baseline - line * pixelsPerEvent - 4} className={styles.halo}>
              {formatCount(line)}
            </text>
          ))}
          {markGroups(marks, xOf, LETTER_PX).map(({ x, letters, text: said }) => (
            <g key={x}>
              <title>{said}</title>
              <line x1={x} x2={x} y1={12} y2={baseline} className={styles.mark} />
              <text x={x} y={10} textAnchor={anchorAt(x, width, letters.length)} className={styles.strong}>
                {letters}
              </text>
            </g>
          ))}
          {highest > 0 ? (
            <text
              x={peakX}
              y={baseline - highest * pixelsPerEvent - 4}
              textAnchor={anchorAt(peakX, width, formatCount(highest).length)}
              className={styles.strong}
            >
              {formatCount(highest)}
            </text>
          ) : null}
          {ticks.map((tick) => {
            const x = xOf(tick);
            const label = formatTick(tick);
            const anchor = anchorAt(x, width, label.length);
            // Hung on its end it comes closer to its neighbour, and would touch it.
            if (anchor !== 'middle' && tickPx < 1.7 * label.length * FIGURE_PX) return null;
            return (
              <text key={tick} x={x} y={height - 3} textAnchor={anchor}>
                {label}
              </text>
            );
          })}
        </svg>
        {shown ? (
          <ChartTip
            x={((cursor ?? 0) + 0.5) * step}
            width={width}
            title={formatBucket(shown.fromMs, shown.toMs)}
            note={shown.unfinished ? text('chart.unfinished') : undefined}
            rows={[
              ...series
                .toReversed()
                .map(({ id, name, fill }) => ({ name, fill, value: formatCount(shown.counts[id] ?? 0) })),
              { name: text('chart.total'), value: formatCount(totals[cursor ?? 0] ?? 0) },
              ...(beforeName === undefined ? [] : [{ name: beforeName, value: formatCount(shown.before ?? 0) }]),
            ]}
          />
        ) : null}
      </div>
      <button type="button" className={styles.toggle} onClick={() => setAsTable(true)}>
        {text('chart.asTable')}
      </button>
    </div>
  );
};
