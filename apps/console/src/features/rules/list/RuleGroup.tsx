import { useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import styles from './list.module.css';

const COLUMNS = 9;

export type RuleGroupProps = {
  readonly title: string;
  readonly note: string;
  readonly children: ReactNode;
};

/** Rules that belong together, under a row that names them. */
export const RuleGroup = ({ title, note, children }: RuleGroupProps) => (
  <tbody>
    <tr className={styles.groupRow}>
      <th colSpan={COLUMNS} scope="rowgroup">
        <b>{title}</b>
        <span className="soft ml-2">{note}</span>
      </th>
    </tr>
    {children}
  </tbody>
);

/** A row that belongs to the one above: a form or a question about it. */
export const DetailRow = ({ children }: { readonly children: ReactNode }) => (
  <tr className={styles.detailRow}>
    <td colSpan={COLUMNS}>{children}</td>
  </tr>
);

/** Column headings of the list. @param routes whether rules say where they send cases, in place of what they decided. */
export const RuleTableHead = ({ routes }: { readonly routes: boolean }) => {
  const text = useText('rules');
  return (
    <>
      <colgroup>
        <col className={styles.colOrder} />
        <col className={styles.colName} />
        <col />
        <col className={styles.colCount} />
        <col className={styles.colStatus} />
        <col className={styles.colHits} />
        <col className={routes ? styles.colQueues : styles.colMix} />
        <col className={styles.colChanged} />
        <col className={styles.colMenu} />
      </colgroup>
      <thead>
        <tr>
          <th scope="col" className={styles.number}>
            {text('list.column.order')}
          </th>
          <th scope="col">{text('list.column.name')}</th>
          <th scope="col">{text('list.column.condition')}</th>
          <th scope="col" className={styles.number}>
            {text('list.column.clauses')}
          </th>
          <th scope="col">{text('list.column.status')}</th>
          <th scope="col" className={styles.number}>
            {text('list.column.hits')}
          </th>
          <th scope="col">{text(routes ? 'list.column.queues' : 'list.column.decisions')}</th>
          <th scope="col">{text('list.column.changed')}</th>
          <th scope="col">
            <span className="visually-hidden">{text('list.column.actions')}</span>
          </th>
        </tr>
      </thead>
    </>
  );
};
