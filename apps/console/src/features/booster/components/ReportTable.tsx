import type { BoosterComparisonDetail } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import { useBoosterFigures } from '../use-booster-figures.ts';
import { AdminTable } from '../../../shared/admin/AdminTable.tsx';

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
    <AdminTable label={props.label}>
      <thead>
        <tr>
          <th scope="col">{props.first}</th>
          {(['sharedPurchases', 'sharedRate', 'heldOutPurchases', 'heldOutRate', 'difference'] as const).map((key) => (
            <th key={key} scope="col" className="text-right">
              {text(`report.${key}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {props.rows.map(({ id, name, shared, heldOut, sharedRate, heldOutRate, difference, isEnough }) => (
          <tr key={id}>
            <th scope="row">{name}</th>
            <td className="text-right">{formats.number(shared.purchases)}</td>
            <td className="text-right">{figures.rate(sharedRate)}</td>
            <td className="text-right">{formats.number(heldOut.purchases)}</td>
            <td className="text-right">{figures.rate(heldOutRate)}</td>
            <td className="text-right" title={isEnough ? undefined : text('report.few')}>
              {figures.difference(difference)}
              {isEnough || difference === null ? '' : ' *'}
            </td>
          </tr>
        ))}
      </tbody>
    </AdminTable>
  );
};
