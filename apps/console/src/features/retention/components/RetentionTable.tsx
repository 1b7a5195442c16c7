import type { ReactNode } from 'react';
import styles from '../retention.module.css';

/** A table of the page, which scrolls by itself in small windows. */
export const RetentionTable = (props: { readonly label: string; readonly children: ReactNode }): ReactNode => (
  <div className="overflow-x-auto" role="group" aria-label={props.label} tabIndex={0}>
    <table className={styles.table} aria-label={props.label}>
      {props.children}
    </table>
  </div>
);
