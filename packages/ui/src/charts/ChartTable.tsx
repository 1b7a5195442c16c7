import { useText } from '@redoubt/i18n';
import { useEffect, useRef, type ReactNode } from 'react';
import { BACK_KEYS, closeOnKeys } from '../shortcuts/close-on-keys.ts';
import styles from './charts.module.css';
import { bucketTotal, type BarBucket, type BarSeries } from './stacked-bars.ts';

/** The values of a chart as a table of the same height; `T` or Escape goes back. */
export const ChartTable = (props: {
  readonly label: string;
  readonly series: readonly BarSeries[];
  readonly buckets: readonly BarBucket[];
  readonly height: number;
  readonly formatCount: (count: number) => string;
  readonly formatBucket: (fromMs: number, toMs: number) => string;
  readonly beforeName: string | undefined;
  readonly onClose: () => void;
}): ReactNode => {
  const { series, buckets, formatCount, formatBucket, onClose } = props;
  const text = useText('ui');
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => frame.current?.focus(), []);
  return (
    <div className={styles.chart} style={{ height: props.height }}>
      <div
        ref={frame}
        role="group"
        tabIndex={0}
        aria-label={props.label}
        className={styles.tableFrame}
        onKeyDown={closeOnKeys(onClose, BACK_KEYS)}
      >
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{text('chart.time')}</th>
              {series.map(({ id, name }) => (
                <th key={id} scope="col">
                  {name}
                </th>
              ))}
              <th scope="col">{text('chart.total')}</th>
              {props.beforeName === undefined ? null : <th scope="col">{props.beforeName}</th>}
            </tr>
          </thead>
          <tbody>
            {buckets.toReversed().map((bucket) => (
              <tr key={bucket.fromMs}>
                <th scope="row">
                  {formatBucket(bucket.fromMs, bucket.toMs)}
                  {bucket.unfinished ? ` (${text('chart.unfinished')})` : ''}
                </th>
                {series.map(({ id }) => (
                  <td key={id}>{formatCount(bucket.counts[id] ?? 0)}</td>
                ))}
                <td>{formatCount(bucketTotal(bucket, series))}</td>
                {props.beforeName === undefined ? null : <td>{formatCount(bucket.before ?? 0)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <button type="button" className={styles.toggle} onClick={onClose}>
        {text('chart.asChart')}
      </button>
    </div>
  );
};
