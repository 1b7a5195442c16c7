import { CheckmarkRegular, PeopleRegular, PersonRegular } from '@fluentui/react-icons';
import type { PersonRow } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { Chip, type GridColumn } from '@redoubt/ui';
import { useMemo } from 'react';
import { nameColumn } from '../../shared/list-page/name-column.ts';

/** The first of the moments at which a role of a row ends. */
export const nextEnd = ({ assignments }: Pick<PersonRow, 'assignments'>): string | undefined =>
  assignments
    .flatMap(({ expiresAt, isEnded }) => (expiresAt === null || isEnded ? [] : [expiresAt]))
    .toSorted()
    .at(0);

type Row = Pick<PersonRow, 'id' | 'name' | 'holder' | 'isSelf' | 'assignments'>;

/** Columns that lists of people have in common: who it is, and when the next role ends. Marked rows say so. */
export const usePersonColumns = <Person extends Row>(marked: {
  readonly has: (id: string) => boolean;
}): { readonly name: GridColumn<Person>; readonly ends: GridColumn<Person> } => {
  const text = useText('people');
  const formats = useFormats();
  return useMemo(
    () => ({
      name: nameColumn({
        header: text('column.name'),
        cell: ({ id, name, holder, isSelf }) => {
          const Icon = holder === 'Group' ? PeopleRegular : PersonRegular;
          return (
            <>
              {marked.has(id) ? <CheckmarkRegular aria-label={text('marked')} /> : <Icon aria-hidden />} <b>{name}</b>{' '}
              {isSelf ? <Chip>{text('you')}</Chip> : null}
            </>
          );
        },
      }),
      ends: {
        id: 'ends',
        header: text('column.ends'),
        width: 120,
        cell: (row) => {
          const end = nextEnd(row);
          return end === undefined ? <span className="soft">{text('noEnd')}</span> : formats.date(end);
        },
      },
    }),
    [text, formats, marked],
  );
};
