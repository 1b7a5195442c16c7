import { Link, Sparkline } from '@redoubt/ui';
import type { ReactNode } from 'react';
import styles from './report-charts.module.css';

export type ReportTileProps = {
  readonly title: ReactNode;
  /** How the figure is worked out, on its title. */
  readonly formula?: string;
  readonly value: string;
  /** The events behind it; null where Search cannot ask for them. */
  readonly href: string | null;
  /** How it changed. */
  readonly note: string;
  /** The figure of each bar; what is not known is left out. */
  readonly trend: readonly (number | null)[];
};

/** A figure of the period, inside a `dl`: its name, its value that leads to the events, its change and its small trend. */
export const ReportTile = ({ title, formula, value, href, note, trend }: ReportTileProps): ReactNode => (
  <div className={styles.tile}>
    <dt title={formula}>{title}</dt>
    <dd>
      <b>
        {href === null ? (
          value
        ) : (
          <Link className={styles.figure} href={href}>
            {value}
          </Link>
        )}
      </b>
      <span className={styles.note}>
        {note === '' ? '\u00a0' : note}
        <Sparkline values={trend.filter((each) => each !== null)} width={48} height={14} />
      </span>
    </dd>
  </div>
);
