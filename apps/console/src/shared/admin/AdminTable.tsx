import type { ReactNode } from 'react';
import styles from './admin-table.module.css';

/**
 * A small table of a settings page, all rows at once, which scrolls by itself in small windows.
 */
export const AdminTable = (props: {
  readonly label: string;
  /** Cells keep one line each: `short` cuts what is long, `whole` shows it. They break their lines where it is absent. */
  readonly lines?: 'short' | 'whole';
  readonly children: ReactNode;
}): ReactNode => (
  <div className="overflow-x-auto" role="group" aria-label={props.label} tabIndex={0}>
    <table className={styles.table} aria-label={props.label} data-lines={props.lines}>
      {props.children}
    </table>
  </div>
);
