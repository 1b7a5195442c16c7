import type { ReactNode } from 'react';
import styles from './charts.module.css';

/** The exact values at the cursor, beside it and inside the chart's width. */
export const ChartTip = (props: {
  readonly x: number;
  readonly width: number;
  readonly title: string;
  readonly note?: string | undefined;
  readonly rows: readonly {
    readonly name: string;
    readonly value: string;
    readonly fill?: string;
    /** The one that is meant where a row is chosen. */
    readonly strong?: boolean;
  }[];
}): ReactNode => {
  const toLeft = props.x > props.width / 2;
  return (
    <div
      className={styles.tip}
      aria-hidden="true"
      style={toLeft ? { right: props.width - props.x + 12 } : { left: props.x + 12 }}
    >
      <div className={styles.tipTitle}>{props.title}</div>
      {props.note ? <div className={styles.tipNote}>{props.note}</div> : null}
      {props.rows.map(({ name, value, fill, strong }) => (
        <div key={name} className={styles.tipRow}>
          <span className={styles.swatch} style={{ background: fill ?? 'transparent' }} />
          <span data-strong={strong || undefined}>{name}</span>
          <b>{value}</b>
        </div>
      ))}
    </div>
  );
};
