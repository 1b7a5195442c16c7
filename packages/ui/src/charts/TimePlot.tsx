import type { ReactNode } from 'react';
import styles from './charts.module.css';
import { anchorAt, FIGURE_PX } from './scale.ts';
import type { MarkGroup } from './stacked-bars.ts';
import { labelledBuckets, runsOf, spreadLabels, type ChartMark, type ChartSeries } from './time-chart.ts';
import type { TimeChartProps } from './time-chart-props.ts';
import { PlotBars, PlotLine } from './PlotSeries.tsx';
import { SWATCH_PX, type LegendPlace, type Plot } from './time-plot.ts';

export type TimePlotProps = TimeChartProps & {
  readonly width: number;
  readonly plot: Plot;
  readonly axis: { readonly top: number; readonly bottom: number; readonly lines: readonly number[] };
  readonly groups: readonly MarkGroup<ChartMark>[];
  /** The bucket under the cursor; negative without one. */
  readonly at: number;
  /** The series under the cursor of this chart; negative without one. */
  readonly row: number;
};

const LABEL_PX = 15;
const TICK_GAP_PX = 14;
const EARLIER_OPACITY = 0.6;

/**
 * The colour of letters for a fill, which alone would be too pale: `--reject` for `--reject-fill` of the tokens, and most of the
 * colour of text in a shade that is mixed.
 */
const inkOf = (fill: string): string =>
  fill.startsWith('color-mix(') ? `color-mix(in srgb, ${fill} 30%, var(--fg-1))` : fill.replace('-fill)', ')');

/** Names of the series in rows below, where they do not stand at the ends of lines. */
const Legend = ({ places }: { readonly places: readonly LegendPlace[] }): ReactNode =>
  places.map(({ id, fill, name, x, y }) => (
    <g key={id}>
      <rect x={x} y={y - SWATCH_PX} width={SWATCH_PX} height={SWATCH_PX} rx={1} fill={fill} />
      <text x={x + SWATCH_PX + 4} y={y}>
        {name}
      </text>
    </g>
  ));

/** The drawing of a chart over time, with everything that a file of it needs. */
export const TimePlot = (props: TimePlotProps): ReactNode => {
  const { buckets, series, shape, beforeName, footer, height, width, format, formatTick, plot, axis, groups } = props;
  const { at, row } = props;
  const { baseline, right, step, yOf, middleOf } = plot;
  const ticks = buckets.map(formatTick);
  const footers = footer ?? [];
  const tickPx = Math.max(...[...ticks, ...footers].map((tick) => tick.length), 1) * FIGURE_PX + TICK_GAP_PX;
  const labelled = labelledBuckets(buckets.length, Math.floor((right - plot.left) / tickPx));
  const ends = series.map(({ values }) => yOf(values.findLast((value) => value !== null) ?? 0) + 4);
  const names = plot.namesAtEnd ? spreadLabels(ends, LABEL_PX, plot.top, baseline) : [];
  return (
    <svg ref={props.drawing} width={width} height={height} aria-hidden="true" className={styles.svg}>
      {axis.lines.map((line) => (
        <line key={line} x1={plot.left} x2={right} y1={yOf(line)} y2={yOf(line)} className={styles.gridLine} />
      ))}
      {at >= 0 ? (
        <rect
          x={plot.left + at * step}
          y={plot.top}
          width={step}
          height={baseline - plot.top}
          className={styles.band}
        />
      ) : null}
      {series.map(({ id, band = [] }) =>
        runsOf(band).map((run) => (
          <polygon
            key={`${id} ${run[0]}`}
            className={styles.usual}
            points={[
              ...run.map((each) => `${middleOf(each)},${yOf(band[each]?.high ?? 0)}`),
              ...run.toReversed().map((each) => `${middleOf(each)},${yOf(band[each]?.low ?? 0)}`),
            ].join(' ')}
          />
        )),
      )}
      {shape === 'bars' ? <PlotBars {...{ series, buckets, plot, format }} /> : null}
      {beforeName === undefined
        ? null
        : series.map(({ id, before = [], fill }) =>
            runsOf(before).map((run) => (
              <polyline
                key={`${id} ${run[0]}`}
                className={styles.earlier}
                style={series.length === 1 ? undefined : { stroke: fill, opacity: EARLIER_OPACITY }}
                points={run.map((each) => `${middleOf(each)},${yOf(before[each] ?? 0)}`).join(' ')}
              />
            )),
          )}
      {shape === 'lines'
        ? series.map((each, index) => (
            <PlotLine key={each.id} series={each} {...{ buckets, plot }} at={at} strong={index === row} />
          ))
        : null}
      <line x1={plot.left} x2={right} y1={plot.zero} y2={plot.zero} className={styles.baseline} />
      {axis.lines.map((line) => (
        <text key={line} x={0} y={yOf(line) + 4}>
          {format(line)}
        </text>
      ))}
      {props.cut === undefined ? null : (
        <line
          x1={plot.left + (props.cut.at + (props.cut.isBucket ? 0.5 : 0)) * step}
          x2={plot.left + (props.cut.at + (props.cut.isBucket ? 0.5 : 0)) * step}
          y1={plot.top}
          y2={baseline}
          className={styles.cutLine}
        />
      )}
      {groups.map(({ x, letters, text }) => (
        <g key={x}>
          <title>{text}</title>
          <line x1={x} x2={x} y1={16} y2={baseline} className={styles.mark} />
          <text x={x} y={12} textAnchor={anchorAt(x, width, letters.length)} className={styles.strong}>
            {letters}
          </text>
        </g>
      ))}
      {names.map((y, index) => {
        const { id, name, fill, values } = series[index] as ChartSeries;
        const last = values.findLast((value) => value !== null);
        return (
          <text key={id} x={right + 6} y={y} style={{ fill: inkOf(fill) }} className={styles.endName}>
            {name} {last === undefined || last === null ? '' : format(last)}
          </text>
        );
      })}
      {labelled.map((each) => {
        const x = middleOf(each);
        return (
          <g key={each}>
            <text x={x} y={baseline + 14} textAnchor={anchorAt(x, right, (ticks[each] ?? '').length)}>
              {ticks[each]}
            </text>
            {footers[each] === undefined ? null : (
              <text x={x} y={baseline + 28} textAnchor={anchorAt(x, right, footers[each].length)}>
                {footers[each]}
              </text>
            )}
          </g>
        );
      })}
      <Legend places={plot.legend} />
    </svg>
  );
};
