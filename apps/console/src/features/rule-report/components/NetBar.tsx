import type { ReactNode } from 'react';
import styles from '../rule-report.module.css';

const WIDTH = 72;
const HEIGHT = 14;

/** A net value as a bar from nothing, with its interval, on the scale of all rows. */
export const NetBar = (props: {
  readonly net: number;
  readonly lower: number;
  readonly upper: number;
  /** The smallest and the largest value of all rows, 0 among them. */
  readonly from: number;
  readonly to: number;
}): ReactNode => {
  const { net, lower, upper, from, to } = props;
  const x = (value: number): number => ((value - from) / (to - from || 1)) * (WIDTH - 2) + 1;
  const [left, right] = net < 0 ? [x(net), x(0)] : [x(0), x(net)];
  return (
    <svg width={WIDTH} height={HEIGHT} aria-hidden="true" className={styles.net}>
      <line x1={x(0)} x2={x(0)} y1={0} y2={HEIGHT} className={styles.zero} />
      <rect x={left} width={right - left} y={3} height={HEIGHT - 6} data-loss={net < 0 || undefined} />
      <line x1={x(lower)} x2={x(upper)} y1={HEIGHT / 2} y2={HEIGHT / 2} className={styles.interval} />
    </svg>
  );
};
