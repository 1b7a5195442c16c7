import type { BilledRow } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import type { GridColumn } from '@redoubt/ui';
import { useMemo, type ReactNode } from 'react';

const GIGABYTE = 1e9;

/** Columns of what environments used in a month. @param currency of the costs; null without prices. */
export const useBilledColumns = (currency: string | null): readonly GridColumn<BilledRow>[] => {
  const text = useText('usage');
  const formats = useFormats();
  return useMemo(() => {
    const calls = (id: 'assessments' | 'others'): GridColumn<BilledRow> => ({
      id,
      header: text(`column.${id}`),
      width: 105,
      align: 'end',
      cell: (row) => (row.part === 'storage' ? '–' : formats.number(row[id])),
    });
    const cost = (id: 'used' | 'shared' | 'total', show: (amount: string) => ReactNode): GridColumn<BilledRow> => ({
      id,
      header: text(`billing.column.${id}`),
      width: 125,
      align: 'end',
      cell: (row) => (row.cost === null ? '–' : show(formats.currency(row.cost[id], currency))),
    });
    const plain = (amount: string): ReactNode => amount;
    return [
      {
        id: 'environment',
        header: text('column.environment'),
        width: 150,
        grow: true,
        hideable: false,
        cell: ({ environment, isDeleted }) =>
          isDeleted ? text('billing.deleted', { name: environment }) : environment,
      },
      {
        id: 'part',
        header: text('billing.column.part'),
        width: 155,
        grow: true,
        cell: ({ part }) => (part === 'storage' ? text('billing.storage') : text(`capability.${part}`)),
      },
      calls('assessments'),
      calls('others'),
      {
        id: 'kept',
        header: text('billing.column.kept'),
        width: 80,
        align: 'end',
        cell: ({ part, gigabytes }) => (part === 'storage' ? formats.bytes(gigabytes * GIGABYTE) : '–'),
      },
      cost('used', plain),
      cost('shared', plain),
      cost('total', (amount) => <b>{amount}</b>),
    ];
  }, [text, formats, currency]);
};
