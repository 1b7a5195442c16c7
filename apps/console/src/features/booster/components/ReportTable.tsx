import type { BoosterComparisonDetail } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import styles from '../booster.module.css';
import { useBoosterFigures } from '../use-booster-figures.ts';

export type ReportRow = BoosterComparisonDetail & { readonly id: string; readonly name: string };

/** Shared purchases beside held out ones, a row for each value, with the difference and its interval. */
export const ReportTable = (props: {
  readonly label: string;
  readonly first: string;
  readonly rows: readonly ReportRow[];
}): ReactNode => {
  const text = useText('booster');
  const formats = useFormats();
  const figures = useBoosterFigures();
  return (
    <div className="overflow-x-auto" role="group" aria-label={props.label} tabIndex={0}>
      <table className={styles.table} aria-label={props.label}>
        <thead>
          <tr>
            <th scope="col">{props.first}</th>
            {(['sharedPurchases', 'sharedRate', 'heldOutPurchases', 'heldOutRate', 'difference'] as const).map(
              (key) => (
                <th key={key} scope="col" className={styles.figure}>
                  {text(`report.${key}`)}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {props.rows.map(({ id, name, shared, heldOut, sharedRate, heldOutRate, difference, isEnough }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              <td className={styles.figure}>{formats.number(shared.purchases)}</td>
              <td className={styles.figure}>{figures.rate(sharedRate)}</td>
              <td className={styles.figure}>{formats.number(heldOut.purchases)}</td>
              <td className={styles.figure}>{figures.rate(heldOutRate)}</td>
              <td className={styles.figure} title={isEnough ? undefined : text('report.few')}>
                {figures.difference(difference)}
                {isEnough || difference === null ? '' : ' *'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
