import type { ListSummary } from '@redoubt/contracts';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import type { GridColumn } from '@redoubt/ui';
import { useMemo } from 'react';
import { nameColumn } from '../../shared/list-page/name-column.ts';

/** The columns of the grid of lists. */
export const useListColumns = (): readonly GridColumn<ListSummary>[] => {
  const text = useText('lists');
  const common = useText('common');
  const formats = useFormats();
  const { shown } = useProvidedNames();
  return useMemo(
    () => [
      nameColumn({
        header: text('column.name'),
        cell: ({ name }) => (
          <>
            <b>{name}</b>
            {shown(name) === name ? null : <span className="soft"> {shown(name)}</span>}
          </>
        ),
      }),
      {
        id: 'description',
        header: text('column.description'),
        width: 220,
        grow: true,
        cell: (list) => shown(list.description),
      },
      {
        id: 'source',
        header: text('column.source'),
        width: 104,
        cell: (list) => text(`source.kinds.${list.source}`),
      },
      {
        id: 'rows',
        header: text('column.rows'),
        width: 84,
        align: 'end',
        cell: (list) => (list.connection === null ? formats.number(list.rowCount) : ''),
      },
      {
        id: 'columns',
        header: text('column.columns'),
        width: 180,
        grow: true,
        cell: (list) => list.columns.join(', '),
      },
      {
        id: 'usedBy',
        header: text('column.usedBy'),
        width: 110,
        cell: (list) =>
          list.usedBy.length === 0 ? common('value.none') : text('usedByTexts', { count: list.usedBy.length }),
      },
      { id: 'changed', header: text('column.changed'), width: 196, cell: (list) => formats.dateTime(list.changed.at) },
      { id: 'by', header: text('column.by'), width: 140, cell: (list) => list.changed.by },
      {
        id: 'size',
        header: text('column.size'),
        width: 90,
        align: 'end',
        hiddenAtFirst: true,
        cell: (list) => text('size', { size: formats.number(list.sizeBytes / 1000, list.sizeBytes < 10_000 ? 2 : 0) }),
      },
      {
        id: 'version',
        header: text('column.version'),
        width: 84,
        align: 'end',
        hiddenAtFirst: true,
        cell: (list) => formats.number(list.contentVersion),
      },
    ],
    [text, common, formats, shown],
  );
};
