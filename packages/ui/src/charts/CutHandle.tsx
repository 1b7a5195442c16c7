import type { ReactNode } from 'react';
import styles from './charts.module.css';
import type { ChartCut } from './time-chart-props.ts';
import type { Plot } from './time-plot.ts';

/** Half of the thumb, which hangs over both ends of the scale. */
const THUMB_PX = 8;

/** Below a chart, the handle that moves its cut: dragged by pointer, moved by the arrow keys bucket by bucket. */
export const CutHandle = ({
  cut,
  plot,
  buckets,
}: {
  readonly cut: ChartCut;
  readonly plot: Plot;
  readonly buckets: number;
}): ReactNode => {
  const inset = cut.isBucket ? (plot.right - plot.left) / buckets / 2 : 0;
  return (
    <input
      type="range"
      className={styles.cut}
      style={{ left: plot.left + inset - THUMB_PX, width: plot.right - plot.left - 2 * inset + 2 * THUMB_PX }}
      min={0}
      max={cut.isBucket ? buckets - 1 : buckets}
      step={1}
      value={cut.at}
      aria-label={cut.label}
      aria-valuetext={cut.text}
      onChange={({ currentTarget }) => cut.onMove(Number(currentTarget.value))}
    />
  );
};
