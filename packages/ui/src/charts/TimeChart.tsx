import { useText } from '@redoubt/i18n';
import { useMemo, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { useChartCursor } from './chart-cursor.tsx';
import styles from './charts.module.css';
import { ChartTip } from './ChartTip.tsx';
import { CutHandle } from './CutHandle.tsx';
import { MarkLinks } from './MarkLinks.tsx';
import { markGroups } from './stacked-bars.ts';
import { axisOf, seriesAt } from './time-chart.ts';
import { plotOf } from './time-plot.ts';
import type { TimeChartProps } from './time-chart-props.ts';
import { TimePlot } from './TimePlot.tsx';
import { useChartKeys } from './use-chart-keys.ts';
import { useWidth } from './use-width.ts';
import { ValueTable } from './ValueTable.tsx';

/** A letter's target is as wide as a finger or pointer needs. */
const LETTER_PX = 12;
/** Height of the handle of a cut. */
const CUT_PX = 24;

/**
 * Values over time as lines or as bars that stand on each other. Every value is one hover or arrow key away, the arrows
 * up and down go from series to series, Enter opens what a value counts, and `T` shows the same as a table.
 */
export const TimeChart = (props: TimeChartProps): ReactNode => {
  const { label, buckets, series, shape, beforeName, marks = [], height, hrefOf, onOpen, asTable, onTable } = props;
  const { format, formatBucket, ceiling, cut, axisName } = props;
  const text = useText('ui');
  const [frame, width] = useWidth<HTMLDivElement>(640);
  const [cursorMs, setCursor] = useChartCursor();
  const [row, setRow] = useState(0);
  const [isHere, setHere] = useState(false);
  const [byKey, setByKey] = useState(false);
  const opens = hrefOf !== undefined && onOpen !== undefined;
  useChartKeys(opens ? 'open' : null, series.length > 1);

  const axis = useMemo(
    () => axisOf(shape, buckets.length, series, height >= 140 ? 4 : 2, ceiling),
    [shape, buckets.length, series, height, ceiling],
  );
  const plot = plotOf({ ...props, width, marks, ...axis });
  const at = cursorMs === null ? -1 : buckets.findIndex(({ fromMs, toMs }) => fromMs <= cursorMs && cursorMs < toMs);
  const shown = buckets[at];
  const current = series[Math.min(row, series.length - 1)];
  const href = opens && shown && current?.values[at] ? hrefOf(at, current.id) : null;

  const goTo = (to: number): void => {
    const bucket = buckets[Math.max(0, Math.min(buckets.length - 1, to))];
    setHere(true);
    setCursor(bucket === undefined ? null : bucket.fromMs);
  };
  const leave = (): void => {
    if (!isHere) return;
    setHere(false);
    setCursor(null);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const last = buckets.length - 1;
    const from = at < 0 ? last : at;
    const steps: Readonly<Record<string, number>> = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: last };
    const to = steps[event.key];
    const rows: Readonly<Record<string, number>> =
      shape === 'lines' ? { ArrowUp: -1, ArrowDown: 1 } : { ArrowUp: 1, ArrowDown: -1 };
    const move = rows[event.key];
    if (to !== undefined) goTo(to);
    else if (move !== undefined) {
      setRow((row + move + series.length) % Math.max(1, series.length));
      goTo(from);
    } else if (event.key === 'Enter' && href) onOpen?.(href);
    else if (event.key === 't' || event.key === 'T') {
      setByKey(true);
      onTable(true);
    } else if (event.key === 'Escape' && at >= 0) leave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onPointerMove = (event: PointerEvent): void => {
    const box = event.currentTarget.getBoundingClientRect();
    goTo(Math.floor((event.clientX - box.left - plot.left) / plot.step));
    const bucket = Math.floor((event.clientX - box.left - plot.left) / plot.step);
    setRow(Math.max(0, seriesAt(shape, series, bucket, plot.valueAt(event.clientY - box.top))));
  };

  if (asTable)
    return (
      <ValueTable
        {...{ label, series, buckets, beforeName, height, format, formatBucket, axisName }}
        hrefOf={opens ? hrefOf : undefined}
        takesFocus={byKey}
        onClose={() => {
          setByKey(false);
          onTable(false);
        }}
      />
    );

  const said = (value: number | null | undefined): string =>
    value === null || value === undefined ? '–' : format(value);
  const rows = series.flatMap(({ name, fill, values, before }, index) => [
    { name, fill, value: said(values[at]), strong: series.length > 1 && index === row },
    ...(before === undefined || beforeName === undefined
      ? []
      : [{ name: series.length === 1 ? beforeName : `${name}, ${beforeName}`, value: said(before[at]) }]),
  ]);
  const band = current?.band?.[at];
  if (band) rows.push({ name: text('chart.usual'), value: `${format(band.low)} – ${format(band.high)}` });
  const groups = markGroups(marks, plot.xOf, LETTER_PX);
  return (
    <div className={styles.chart} style={{ height: cut === undefined ? height : height + CUT_PX }}>
      <div
        ref={frame}
        role="slider"
        tabIndex={0}
        aria-label={`${label}. ${text(opens ? 'chart.keysOpen' : 'chart.keys')}`}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, buckets.length - 1)}
        aria-valuenow={at < 0 ? Math.max(0, buckets.length - 1) : at}
        aria-valuetext={
          shown
            ? [formatBucket(shown), ...rows.map(({ name, value }) => `${name} ${value}`)].join(', ')
            : text('chart.whole')
        }
        className={styles.plot}
        style={{ height }}
        data-pick={href ? true : undefined}
        onKeyDown={onKeyDown}
        onBlur={leave}
        onPointerLeave={leave}
        onPointerMove={onPointerMove}
        onClick={() => {
          if (href) onOpen?.(href);
        }}
      >
        <TimePlot {...props} {...{ width, plot, axis, groups }} at={at} row={isHere ? row : -1} />
        {shown && isHere ? (
          <ChartTip
            x={plot.middleOf(at)}
            width={width}
            title={formatBucket(shown)}
            note={shown.unfinished ? text('chart.unfinished') : undefined}
            rows={rows}
          />
        ) : null}
      </div>
      <MarkLinks groups={groups} />
      {cut === undefined ? null : <CutHandle cut={cut} plot={plot} buckets={buckets.length} />}
    </div>
  );
};
