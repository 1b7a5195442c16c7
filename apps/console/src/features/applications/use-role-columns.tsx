import { CheckmarkRegular } from '@fluentui/react-icons';
import type { ApplicationRole } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { IdText, type GridColumn } from '@redoubt/ui';
import { useMemo } from 'react';
import { StatusChip } from './components/StatusChip.tsx';
import { roleId } from './application-roles.ts';
import { nameColumn } from '../../shared/list-page/name-column.ts';

/** The columns of the grid of roles; marked rows say so. */
export const useRoleColumns = (marked: ReadonlySet<string>): readonly GridColumn<ApplicationRole>[] => {
  const text = useText('applications');
  const formats = useFormats();
  return useMemo(
    () => [
      nameColumn({
        header: text('column.name'),
        cell: (row) => (
          <>
            {marked.has(roleId(row)) ? <CheckmarkRegular aria-label={text('access.marked')} /> : null}{' '}
            <b>{row.displayName}</b>
          </>
        ),
      }),
      {
        id: 'id',
        header: text('column.id'),
        width: 140,
        cell: ({ applicationId }) => <IdText id={applicationId} name={text('column.id')} />,
      },
      {
        id: 'roles',
        header: text('access.roles'),
        width: 260,
        grow: true,
        cell: ({ roles }) => <code>{roles.join(', ')}</code>,
      },
      {
        id: 'environment',
        header: text('grants.environment'),
        width: 180,
        cell: ({ environment }) => environment ?? text('everywhere'),
      },
      { id: 'status', header: text('column.status'), width: 116, cell: ({ status }) => <StatusChip status={status} /> },
      {
        id: 'ends',
        header: text('column.ends'),
        width: 130,
        cell: ({ endsAt }) => (endsAt === null ? text('noEnd') : formats.date(endsAt)),
      },
    ],
    [text, formats, marked],
  );
};
