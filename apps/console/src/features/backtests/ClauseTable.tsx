import type { BacktestResult } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import styles from './backtests.module.css';

/** What each clause of the tried rule did. */
export const ClauseTable = ({ clauses }: { readonly clauses: BacktestResult['clauses'] }) => {
  const text = useText('backtests');
  const formats = useFormats();
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{text('clause.name')}</th>
          <th scope="col" className={styles.number}>
            {text('clause.fired')}
          </th>
          <th scope="col" className={styles.number}>
            {text('clause.decided')}
          </th>
          <th scope="col" className={styles.number}>
            {text('clause.changed')}
          </th>
          <th scope="col" className={styles.number}>
            {text('clause.fraud')}
          </th>
        </tr>
      </thead>
      <tbody>
        {clauses.map(({ name, fired, decided, changed }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className={styles.number}>{formats.number(fired.events)}</td>
            <td className={styles.number}>{formats.number(decided.events)}</td>
            <td className={styles.number}>{formats.number(changed.events)}</td>
            <td className={styles.number}>
              {fired.events === 0 ? '–' : formats.percent((fired.fraud / fired.events) * 100)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};
