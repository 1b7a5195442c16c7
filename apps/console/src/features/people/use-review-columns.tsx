import { CheckmarkRegular, PersonRegular } from '@fluentui/react-icons';
import type { ReviewRow } from '@redoubt/contracts';
import { ROLE_NAMES } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { Chip, ToneChip, type GridColumn } from '@redoubt/ui';
import { useMemo } from 'react';
import type { ReviewAddress, ReviewSort } from './review-address.ts';
import { nextEnd } from './use-people-columns.tsx';

/** The columns of the review of access; marked rows say so. */
export const useReviewColumns = (
  marked: ReadonlySet<string>,
  { sort, order }: ReviewAddress,
  update: (change: Partial<ReviewAddress>, options: { readonly replace: true }) => void,
): readonly GridColumn<ReviewRow>[] => {
  const text = useText('people');
  const formats = useFormats();
  return useMemo(() => {
    const sorting = (column: ReviewSort) => ({
      ...(column === sort ? { sorted: order } : {}),
      onSort: () =>
        update(
          { sort: column, order: column === sort && order === 'ascending' ? 'descending' : 'ascending' },
          { replace: true },
        ),
    });
    return [
      {
        id: 'name',
        header: text('column.name'),
        width: 200,
        grow: true,
        hideable: false,
        cell: (row) => (
          <>
            {marked.has(row.id) ? <CheckmarkRegular aria-label={text('marked')} /> : <PersonRegular aria-hidden />}{' '}
            <b>{row.name}</b> {row.isSelf ? <Chip>{text('you')}</Chip> : null}
          </>
        ),
        ...sorting('name'),
      },
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
      {
        id: 'ends',
        header: text('column.ends'),
        width: 120,
        cell: (row) => {
          const end = nextEnd(row);
          return end === undefined ? <span className="soft">{text('noEnd')}</span> : formats.date(end);
        },
      },
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
  }, [text, formats, marked, sort, order, update]);
};
