import { joinClasses } from '@redoubt/ui';
import { useText } from '@redoubt/i18n';
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

/** Heads of how many events a row counts, and what they come to. */
export const CountHeads = () => {
  const text = useText('branches');
  return (
    <>
      <th scope="col" className={styles.number}>
        {text('compare.number')}
      </th>
      <th scope="col" className={styles.number}>
        {text('compare.amount')}
      </th>
    </>
  );
};
