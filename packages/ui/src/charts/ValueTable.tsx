import { useText } from '@redoubt/i18n';
import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from '../links/Link.tsx';
import { BACK_KEYS, closeOnKeys } from '../shortcuts/close-on-keys.ts';
import styles from './charts.module.css';
import type { ChartBucket, ChartSeries } from './time-chart.ts';

export type ValueTableProps = {
  readonly label: string;
  readonly series: readonly ChartSeries[];
  readonly buckets: readonly ChartBucket[];
  readonly beforeName?: string | undefined;
  /** What buckets are called; times where absent. */
  readonly axisName?: string | undefined;
  readonly height: number;
  readonly format: (value: number) => string;
  readonly formatBucket: (bucket: ChartBucket) => string;
  readonly hrefOf?: ((at: number, seriesId: string) => string | null) | undefined;
  /** Takes the focus: the chart was turned into it by a key. */
  readonly takesFocus: boolean;
  readonly onClose: () => void;
};

/** The values of a chart of lines or bars as a table of the same height, the newest first; each leads where its point does. */
export const ValueTable = (props: ValueTableProps): ReactNode => {
  const { label, series, buckets, beforeName, format, formatBucket, hrefOf, takesFocus, onClose, axisName } = props;
  const text = useText('ui');
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) frame.current?.focus();
  }, [takesFocus]);
  const said = (value: number | null | undefined): string =>
    value === null || value === undefined ? '–' : format(value);
  return (
    <div
      ref={frame}
      role="group"
      tabIndex={0}
      aria-label={label}
      className={styles.tableFrame}
      style={{ height: props.height }}
      onKeyDown={closeOnKeys(onClose, BACK_KEYS)}
    >
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{axisName ?? text('chart.time')}</th>
            {series.flatMap(({ id, name, before }) => [
              <th key={id} scope="col">
                {name}
              </th>,
              ...(before === undefined || beforeName === undefined
                ? []
                : [
                    <th key={`${id} before`} scope="col">
                      {series.length === 1 ? beforeName : `${name}, ${beforeName}`}
                    </th>,
                  ]),
            ])}
          </tr>
        </thead>
        <tbody>
          {buckets
            .map((bucket, at) => (
              <tr key={bucket.fromMs}>
                <th scope="row">
                  {formatBucket(bucket)}
                  {bucket.unfinished ? ` (${text('chart.unfinished')})` : ''}
                </th>
                {series.flatMap(({ id, values, before }) => {
                  const href = values[at] ? hrefOf?.(at, id) : null;
                  return [
                    <td key={id}>{href ? <Link href={href}>{said(values[at])}</Link> : said(values[at])}</td>,
                    ...(before === undefined || beforeName === undefined
                      ? []
                      : [<td key={`${id} before`}>{said(before[at])}</td>]),
                  ];
                })}
              </tr>
            ))
            .toReversed()}
        </tbody>
      </table>
    </div>
  );
};
