import { Section } from '@redoubt/ui';
import type { ReactNode } from 'react';
import styles from './report-table.module.css';

export type ReportTableProps = {
  readonly title: string;
  readonly meta: string;
  /** Said in place of the table where it has no rows. */
  readonly none?: string;
  /** Of its columns. In a fixed layout the first takes what the others leave; else each is as wide as it needs. */
  readonly heads: readonly { readonly text: string; readonly kind?: 'trend' | 'mix' | 'decision' | 'end' }[];
  readonly layout?: 'fixed' | 'fitted';
  /** At the end of the title. */
  readonly end?: ReactNode;
  /** Below the table. */
  readonly below?: ReactNode;
  /** Rows; null where there are none. */
  readonly children: ReactNode;
};

/** One table of a report: title, heads and the rows given. */
export const ReportTable = (props: ReportTableProps): ReactNode => {
  const { title, meta, none, heads, layout = 'fixed', end, below, children } = props;
  return (
    <Section title={title} meta={meta} end={end}>
      {children === null ? (
        <p className="quiet">{none}</p>
      ) : (
        <div className="overflow-x-auto">
          <table className={`${styles.table} ${styles[layout]}`} aria-label={title}>
            <thead>
              <tr>
                {heads.map(({ text, kind }) => (
                  <th key={text} scope="col" className={kind && styles[kind]}>
                    {text}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>{children}</tbody>
          </table>
        </div>
      )}
      {below}
    </Section>
  );
};
