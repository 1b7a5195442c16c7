import type { ReactNode } from 'react';
import styles from './lists.module.css';

/** A few rows with their columns, as they stand in the file. */
export const PreviewTable = (props: {
  readonly label: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}): ReactNode => (
  <div className={styles.tableFrame} role="group" aria-label={props.label} tabIndex={0}>
    <table className={styles.table}>
      <thead>
        <tr>
          {props.columns.map((column, at) => (
            <th key={at} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {props.rows.map((row, at) => (
          <tr key={at}>
            {row.map((cell, place) => (
              <td key={place}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
