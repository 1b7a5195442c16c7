import { Section } from '@redoubt/ui';
import type { ReactNode } from 'react';
import styles from './report-table.module.css';

export type ReportColumn<Row> = {
  readonly head: string;
  /** How wide it is in a fixed layout; `end` holds numbers, which stand at the right. */
  readonly kind?: 'trend' | 'mix' | 'decision' | 'end';
  readonly cell: (row: Row) => ReactNode;
  /** All of a text that may be cut. */
  readonly title?: (row: Row) => string;
};

export type ReportTableProps<Row> = {
  readonly title: string;
  readonly meta: string;
  /** Said in place of the table where it has no rows. */
  readonly none?: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** The first names the row. In a fixed layout it takes what the others leave; else each is as wide as it needs. */
  readonly columns: readonly ReportColumn<Row>[];
  /** `tight` is fitted and closer, for many columns: heads break where they are wider than what stands below them. */
  readonly layout?: 'fixed' | 'fitted' | 'tight';
  /** A row behind all others, which sums up what they leave out. */
  readonly last?: ReactNode;
  /** At the end of the title. */
  readonly end?: ReactNode;
  /** Below the table. */
  readonly below?: ReactNode;
};

/** One table of a report: a column says its head and its cells. */
export const ReportTable = <Row,>(props: ReportTableProps<Row>): ReactNode => {
  const { title, meta, none, rows, keyOf, columns, layout = 'fixed', last, end, below } = props;
  const [first, ...others] = columns;
  return (
    <Section title={title} meta={meta} end={end}>
      {rows.length === 0 ? (
        <p className="quiet">{none}</p>
      ) : (
        <div className="overflow-x-auto" role="group" tabIndex={0} aria-label={title}>
          <table className={`${styles.table} ${styles[layout]}`} aria-label={title}>
            <thead>
              <tr>
                {columns.map(({ head, kind }) => (
                  <th key={head} scope="col" className={kind && styles[kind]}>
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={keyOf(row)}>
                  <th scope="row" title={first?.title?.(row)}>
                    {first?.cell(row)}
                  </th>
                  {others.map(({ head, kind, cell, title: titleOf }) => (
                    <td key={head} className={kind === 'end' ? styles.end : undefined} title={titleOf?.(row)}>
                      {cell(row)}
                    </td>
                  ))}
                </tr>
              ))}
              {last}
            </tbody>
          </table>
        </div>
      )}
      {below}
    </Section>
  );
};
