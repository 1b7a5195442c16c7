import { joinClasses } from '@redoubt/ui';
import type { ReactNode } from 'react';
import styles from './branches.module.css';

type ComparisonTableProps = {
  /** Cells of the one row above. */
  readonly head: ReactNode;
  readonly className?: string | undefined;
  readonly label?: string;
  readonly children: ReactNode;
};

/** A table that scrolls sideways by itself where the window is narrow. */
export const ComparisonTable = ({ head, className, label, children }: ComparisonTableProps) => (
  <div className="overflow-x-auto">
    <table className={joinClasses(styles.table, className)} aria-label={label}>
      <thead>
        <tr>{head}</tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
);
