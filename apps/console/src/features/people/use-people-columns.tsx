import { CheckmarkRegular, PeopleRegular, PersonRegular } from '@fluentui/react-icons';
import type { PersonRow } from '@redoubt/contracts';
import { ROLE_NAMES } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { Chip, ToneChip, type GridColumn } from '@redoubt/ui';
import { useMemo, type ReactNode } from 'react';
import type { PeopleAddress, PeopleSort } from './people-address.ts';
import { nameColumn } from '../../shared/list-page/name-column.ts';

/** The first of the moments at which a role of a row ends. */
export const nextEnd = ({ assignments }: PersonRow): string | undefined =>
  assignments
    .flatMap(({ expiresAt, isEnded }) => (expiresAt === null || isEnded ? [] : [expiresAt]))
    .toSorted()
    .at(0);

/** The columns of the grid of people and groups; marked rows say so. */
export const usePeopleColumns = (
  marked: ReadonlyMap<string, PersonRow>,
  { sort, order }: PeopleAddress,
  update: (change: Partial<PeopleAddress>, options: { readonly replace: true }) => void,
): readonly GridColumn<PersonRow>[] => {
  const text = useText('people');
  const formats = useFormats();
  return useMemo(() => {
    const sorting = (column: PeopleSort) => ({
      ...(column === sort ? { sorted: order } : {}),
      onSort: () =>
        update(
          { sort: column, order: column === sort && order === 'ascending' ? 'descending' : 'ascending' },
          { replace: true },
        ),
    });
    /** Names of the environments above that roles come from, and the directory where it says some. */
    const origins = (row: PersonRow): readonly string[] => {
      const above = row.assignments
        .filter(({ place, isEnded }) => place === 'above' && !isEnded)
        .map(({ environment }) => environment ?? text('wholeTenant'));
      return [...new Set([...above, ...(row.tokenRoles.length > 0 ? [text('directory')] : [])])];
    };
    const name = (row: PersonRow): ReactNode => {
      const Icon = row.holder === 'Group' ? PeopleRegular : PersonRegular;
      return (
        <>
          {marked.has(row.id) ? <CheckmarkRegular aria-label={text('marked')} /> : <Icon aria-hidden />}{' '}
          <b>{row.name}</b> {row.isSelf ? <Chip>{text('you')}</Chip> : null}
        </>
      );
    };
    return [
      nameColumn({
        header: text('column.name'),
        cell: name,
        ...sorting('name'),
      }),
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
      {
        id: 'ends',
        header: text('column.ends'),
        width: 120,
        cell: (row) => {
          const end = nextEnd(row);
          return end === undefined ? <span className="soft">{text('noEnd')}</span> : formats.date(end);
        },
        ...sorting('ends'),
      },
    ];
  }, [text, formats, marked, sort, order, update]);
};
