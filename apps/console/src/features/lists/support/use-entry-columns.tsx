import type { SupportEntry } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import type { GridColumn } from '@redoubt/ui';
import { useMemo } from 'react';
import { SupportStatusChip } from '../../../shared/support-lists/SupportStatusChip.tsx';

/** The columns of the grid of entries. */
export const useEntryColumns = (): readonly GridColumn<SupportEntry>[] => {
  const text = useText('supportLists');
  const formats = useFormats();
  return useMemo(
    () => [
      {
        id: 'value',
        header: text('column.value'),
        width: 264,
        grow: true,
        hideable: false,
        mono: true,
        cell: (entry) => entry.value,
      },
      {
        id: 'status',
        header: text('column.status'),
        width: 110,
        cell: (entry) => <SupportStatusChip status={entry.status} />,
        text: (entry) => entry.status,
      },
      { id: 'reason', header: text('column.reason'), width: 200, grow: true, cell: (entry) => entry.reason },
      {
        id: 'expires',
        header: text('column.expires'),
        width: 196,
        cell: (entry) => (entry.expiresAt === null ? text('never') : formats.dateTime(entry.expiresAt)),
      },
      { id: 'comments', header: text('column.comments'), width: 180, grow: true, cell: (entry) => entry.comments },
      { id: 'by', header: text('column.by'), width: 140, cell: (entry) => entry.added.by },
      { id: 'added', header: text('column.added'), width: 196, cell: (entry) => formats.dateTime(entry.added.at) },
      {
        id: 'source',
        header: text('column.source'),
        width: 120,
        hiddenAtFirst: true,
        cell: (entry) => text(`source.${entry.source}`),
      },
    ],
    [text, formats],
  );
};
