import type { Application } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { IdText, type GridColumn } from '@redoubt/ui';
import { useMemo } from 'react';
import { lastingCredential } from './application-form.ts';
import { StatusChip } from './components/StatusChip.tsx';
import { nameColumn } from '../../shared/list-page/name-column.ts';

/** The columns of the grid of applications. */
export const useApplicationColumns = (): readonly GridColumn<Application>[] => {
  const text = useText('applications');
  const formats = useFormats();
  return useMemo(
    () => [
      nameColumn({
        header: text('column.name'),
        width: 180,
        cell: ({ displayName }) => <b>{displayName}</b>,
      }),
      { id: 'status', header: text('column.status'), width: 116, cell: ({ status }) => <StatusChip status={status} /> },
      {
        id: 'id',
        header: text('column.id'),
        width: 140,
        cell: ({ id }) => <IdText id={id} name={text('column.id')} />,
      },
      {
        id: 'roles',
        header: text('column.roles'),
        width: 220,
        grow: true,
        cell: ({ grants }) =>
          grants
            .map(({ environment, roles }) => `${environment ?? text('everywhere')}: ${roles.join(', ')}`)
            .join(' · '),
      },
      {
        id: 'kind',
        header: text('column.kind'),
        width: 96,
        cell: (row) => {
          const credential = lastingCredential(row);
          return credential ? text(`kind.${credential.kind}`) : '–';
        },
      },
      {
        id: 'ends',
        header: text('column.ends'),
        width: 120,
        cell: (row) => {
          const credential = lastingCredential(row);
          if (!credential) return '–';
          return credential.notAfter === null ? text('noEnd') : formats.date(credential.notAfter);
        },
      },
      {
        id: 'lastCall',
        header: text('column.lastCall'),
        width: 172,
        cell: ({ lastCallAt }) => (lastCallAt === null ? text('never') : formats.dateTime(lastCallAt)),
      },
      { id: 'by', header: text('column.by'), width: 120, cell: ({ created }) => created.by },
    ],
    [text, formats],
  );
};
