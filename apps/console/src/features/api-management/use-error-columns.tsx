import type { ApiErrorGroup } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import type { GridColumn } from '@redoubt/ui';
import { useMemo } from 'react';
import { statusText } from './status-text.ts';

/** The columns of the grid of errors. */
export const useErrorColumns = (): readonly GridColumn<ApiErrorGroup>[] => {
  const text = useText('apiManagement');
  const formats = useFormats();
  return useMemo(
    () => [
      {
        id: 'status',
        header: text('errors.column.status'),
        width: 190,
        hideable: false,
        cell: ({ status }) => statusText(status),
      },
      {
        id: 'count',
        header: text('column.count'),
        width: 76,
        align: 'end',
        cell: ({ count }) => <b>{formats.number(count)}</b>,
      },
      { id: 'code', header: text('errors.column.code'), width: 190, cell: ({ code }) => <code>{code}</code> },
      { id: 'path', header: text('column.path'), width: 300, grow: true, cell: ({ path }) => <code>{path}</code> },
      { id: 'last', header: text('errors.column.last'), width: 176, cell: ({ lastAt }) => formats.dateTime(lastAt) },
      {
        id: 'message',
        header: text('errors.column.message'),
        width: 320,
        grow: true,
        cell: ({ lastMessage }) => <span title={lastMessage}>{lastMessage}</span>,
      },
    ],
    [text, formats],
  );
};
