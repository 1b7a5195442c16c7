import { Section } from '@redoubt/ui';
import type { ReactNode } from 'react';
import styles from '../monitor.module.css';

export type ReportTableProps = {
  readonly title: string;
  readonly meta: string;
  /** Said in place of the table where it has no rows. */
  readonly none: string;
  /** Of its columns; the first takes what the others leave. */
  readonly heads: readonly { readonly text: string; readonly kind?: 'trend' | 'mix' | 'decision' | 'end' }[];
  /** Rows; null where there are none. */
  readonly children: ReactNode;
};

/** One table of the report: title, heads and the rows given. */
export const ReportTable = ({ title, meta, none, heads, children }: ReportTableProps): ReactNode => (
  <Section title={title} meta={meta}>
    {children === null ? (
      <p className={styles.none}>{none}</p>
    ) : (
      <table className={styles.table} aria-label={title}>
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
    )}
  </Section>
);
