import type { PersonRow } from '@redoubt/contracts';
import { ROLE_NAMES } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { ToneChip, type GridColumn } from '@redoubt/ui';
import { useMemo } from 'react';
import type { PeopleAddress } from './people-address.ts';
import { sortingBy } from '../../shared/list-page/sorting-by.ts';
import { usePersonColumns } from './person-columns.tsx';

/** The columns of the grid of people and groups; marked rows say so. */
export const usePeopleColumns = (
  marked: ReadonlyMap<string, PersonRow>,
  { sort, order }: PeopleAddress,
  update: (change: Partial<PeopleAddress>, options: { readonly replace: true }) => void,
): readonly GridColumn<PersonRow>[] => {
  const text = useText('people');
  const formats = useFormats();
  const person = usePersonColumns<PersonRow>(marked);
  return useMemo(() => {
    const sorting = sortingBy({ sort, order }, update);
    /** Names of the environments above that roles come from, and the directory where it says some. */
    const origins = (row: PersonRow): readonly string[] => {
      const above = row.assignments
        .filter(({ place, isEnded }) => place === 'above' && !isEnded)
        .map(({ environment }) => environment ?? text('wholeTenant'));
      return [...new Set([...above, ...(row.tokenRoles.length > 0 ? [text('directory')] : [])])];
    };
    return [
      { ...person.name, ...sorting('name') },
      {
        id: 'username',
        header: text('column.username'),
        width: 210,
        grow: true,
        cell: ({ username }) => username,
        ...sorting('username'),
      },
      {
        id: 'kind',
        header: text('column.kind'),
        width: 104,
        cell: ({ kind, status }) =>
          status === 'Active' ? (
            text(`kind.${kind ?? 'Group'}`)
          ) : (
            <ToneChip
              appearance="plain"
              tone={status === 'Disabled' ? 'reject' : 'neutral'}
              text={text(`status.${status}`)}
            />
          ),
      },
      {
        id: 'roles',
        header: text('column.roles'),
        width: 250,
        grow: true,
        cell: ({ roles }) =>
          roles.length === 0 ? (
            <span className="soft">{text('noRole')}</span>
          ) : (
            roles.map((role) => ROLE_NAMES[role]).join(', ')
          ),
      },
      {
        id: 'from',
        header: text('column.from'),
        width: 150,
        cell: (row) => formats.list(origins(row)),
      },
      {
        id: 'lastSeen',
        header: text('column.lastSeen'),
        width: 130,
        cell: ({ lastSeenAt, memberCount }) =>
          memberCount === null
            ? lastSeenAt === null
              ? text('never')
              : formats.date(lastSeenAt)
            : text('members', { count: memberCount }),
        ...sorting('lastSeen'),
      },
      { ...person.ends, ...sorting('ends') },
    ];
  }, [text, formats, person, sort, order, update]);
};
