import type { FunctionSummary } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import type { GridColumn } from '@redoubt/ui';
import { useMemo } from 'react';
import { StatusChip } from './components/StatusChip.tsx';

/** The columns of the grid of functions. */
export const useFunctionColumns = (): readonly GridColumn<FunctionSummary>[] => {
  const text = useText('functions');
  const common = useText('common');
  const formats = useFormats();
  return useMemo(
    (): readonly GridColumn<FunctionSummary>[] => [
      {
        id: 'name',
        header: text('field.name'),
        width: 200,
        grow: true,
        hideable: false,
        mono: true,
        cell: ({ name }) => name,
      },
      {
        id: 'description',
        header: text('field.description'),
        width: 260,
        grow: true,
        cell: ({ description }) => description,
      },
      { id: 'status', header: text('column.status'), width: 180, cell: (row) => <StatusChip status={row.status} /> },
      {
        id: 'callers',
        header: text('calledBy'),
        width: 120,
        cell: ({ callers }) =>
          callers.length === 0 ? common('value.none') : text('callers', { count: callers.length }),
      },
      {
        id: 'changed',
        header: text('column.changed'),
        width: 196,
        cell: ({ changed }) => formats.dateTime(changed.at),
      },
      { id: 'by', header: text('column.by'), width: 140, cell: ({ changed }) => changed.by },
    ],
    [text, common, formats],
  );
};
