import type { ReactNode } from 'react';
import styles from './charts.module.css';
import { FIGURE_PX } from './scale.ts';
import { runsOf, type ChartBucket, type ChartSeries } from './time-chart.ts';
import type { Plot } from './time-plot.ts';

type Place = { readonly buckets: readonly ChartBucket[]; readonly plot: Plot };

/** One line: gaps where there is no value, dashes into buckets that still fill, a point at the cursor and at the end. */
export const PlotLine = (
  props: Place & { readonly series: ChartSeries; readonly at: number; readonly strong: boolean },
): ReactNode => {
  const { series, buckets, plot, at, strong } = props;
  const { values, fill } = series;
  const point = (each: number): string => `${plot.middleOf(each)},${plot.yOf(values[each] ?? 0)}`;
  const value = values[at];
  const last = values.findLastIndex((each) => each !== null);
  return (
    <g>
      {runsOf(values).map((run) => {
        const whole = run.filter((each) => buckets[each]?.unfinished !== true);
        const [open] = run.filter((each) => buckets[each]?.unfinished === true);
        return (
          <g key={run[0]} className={styles.line} stroke={fill} strokeWidth={strong ? 2 : 1.5}>
            {whole.length > 1 ? <polyline points={whole.map(point).join(' ')} /> : null}
            {open !== undefined && run.includes(open - 1) ? (
              <polyline points={`${point(open - 1)} ${point(open)}`} strokeDasharray="3 3" opacity={0.6} />
            ) : null}
            {run.length === 1 ? (
              <circle cx={plot.middleOf(run[0] ?? 0)} cy={plot.yOf(values[run[0] ?? 0] ?? 0)} r={1.5} fill={fill} />
            ) : null}
          </g>
        );
      })}
      {last >= 0 ? <circle cx={plot.middleOf(last)} cy={plot.yOf(values[last] ?? 0)} r={2} fill={fill} /> : null}
      {value !== null && value !== undefined ? (
        <circle cx={plot.middleOf(at)} cy={plot.yOf(value)} r={strong ? 4 : 3} fill={fill} />
      ) : null}
    </g>
  );
};

const BAR_GAP = 0.25;

/** Bars that stand on each other, those of values below 0 hanging from it, with their sum above them where there is room for all. */
export const PlotBars = (
  props: Place & { readonly series: readonly ChartSeries[]; readonly format: (value: number) => string },
): ReactNode => {
  const { series, buckets, plot, format } = props;
  const sums = buckets.map((_, at) => series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0));
  const hasRoom = Math.max(...sums.map((sum) => format(sum).length)) * FIGURE_PX < plot.step;
  const gap = plot.step > 4 ? plot.step * BAR_GAP : 0;
  return buckets.map(({ fromMs, unfinished }, at) => {
    let [base, foot] = [plot.zero, plot.zero];
    const sum = sums[at] ?? 0;
    return (
      <g key={fromMs} opacity={unfinished ? 0.55 : 1}>
        {series.map(({ id, fill, values }) => {
          const value = values[at] ?? 0;
          if (value === 0) return null;
          // A single one among thousands is seen.
          const height = Math.max(1, Math.abs(plot.zero - plot.yOf(value)));
          const y = value > 0 ? (base -= height) : foot;
          if (value < 0) foot += height;
          return (
            <rect
              key={id}
              x={plot.left + at * plot.step + gap / 2}
              y={y}
              width={Math.max(0.5, plot.step - gap)}
              height={height}
              fill={fill}
            />
          );
        })}
        {hasRoom && sum > 0 ? (
          <text x={plot.middleOf(at)} y={base - 4} textAnchor="middle" className={styles.halo}>
            {format(sum)}
          </text>
        ) : null}
      </g>
    );
  });
};
