import type { ReactNode } from 'react';
import styles from './charts.module.css';

/** A small line without axes whose last point is marked; it stands beside the number it leads to. */
export const Sparkline = ({
  values,
  width = 96,
  height = 20,
}: {
  readonly values: readonly number[];
  readonly width?: number;
  readonly height?: number;
}): ReactNode => {
  if (values.length === 0) return null;
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  const x = (at: number): number => 2 + (at / Math.max(1, values.length - 1)) * (width - 5);
  const y = (value: number): number => height - 3 - ((value - low) / span) * (height - 6);
  const last = values.length - 1;
  return (
    <svg width={width} height={height} aria-hidden="true" className={styles.spark}>
      <polyline points={values.map((value, at) => `${x(at)},${y(value)}`).join(' ')} className={styles.sparkLine} />
      <circle cx={x(last)} cy={y(values[last] ?? 0)} r={2} className={styles.sparkDot} />
    </svg>
  );
};
