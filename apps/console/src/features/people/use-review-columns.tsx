import type { ReviewRow } from '@redoubt/contracts';
import { ROLE_NAMES } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { ToneChip, type GridColumn } from '@redoubt/ui';
import { useMemo } from 'react';
import type { ReviewAddress } from './review-address.ts';
import { sortingBy } from '../../shared/list-page/sorting-by.ts';
import { usePersonColumns } from './person-columns.tsx';

/** The columns of the review of access; marked rows say so. */
export const useReviewColumns = (
  marked: ReadonlySet<string>,
  { sort, order }: ReviewAddress,
  update: (change: Partial<ReviewAddress>, options: { readonly replace: true }) => void,
): readonly GridColumn<ReviewRow>[] => {
  const text = useText('people');
  const formats = useFormats();
  const person = usePersonColumns<ReviewRow>(marked);
  return useMemo(() => {
    const sorting = sortingBy({ sort, order }, update);
    return [
      { ...person.name, ...sorting('name') },
      { id: 'username', header: text('column.username'), width: 210, grow: true, cell: ({ username }) => username },
      {
        id: 'roles',
        header: text('column.roles'),
        width: 210,
        grow: true,
        cell: ({ roles }) => formats.list(roles.map((role) => ROLE_NAMES[role])),
      },
      {
        id: 'lastSeen',
        header: text('column.lastSeen'),
        width: 130,
        cell: ({ lastSeenAt, isAbsent }) => {
          const shown = lastSeenAt === null ? text('never') : formats.date(lastSeenAt);
          return isAbsent ? <ToneChip appearance="plain" tone="review" text={shown} /> : shown;
        },
        ...sorting('lastSeen'),
      },
      person.ends,
      {
        id: 'last',
        header: text('review.column.last'),
        width: 220,
        grow: true,
        cell: ({ review }) =>
          review === null ? (
            <span className="soft">{text('review.noReview')}</span>
          ) : (
            <span title={review.reason === '' ? undefined : text('panel.reason', { reason: review.reason })}>
              {text('review.lastBy', {
                decision: text(`review.decided.${review.decision}`),
                by: review.by,
                time: formats.date(review.at),
              })}
            </span>
          ),
      },
      {
        id: 'due',
        header: text('review.column.due'),
        width: 120,
        cell: ({ dueAt, isDue }) =>
          isDue ? <ToneChip appearance="plain" tone="review" text={formats.date(dueAt)} /> : formats.date(dueAt),
        ...sorting('due'),
      },
    ];
  }, [text, formats, person, sort, order, update]);
};
