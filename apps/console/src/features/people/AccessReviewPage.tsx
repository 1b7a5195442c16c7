import { CheckmarkCircleRegular, PersonProhibitedRegular } from '@fluentui/react-icons';
import type { ReviewRow } from '@redoubt/contracts';
import type { ReviewDecision } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { ErrorState, useShortcut, type Command } from '@redoubt/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { useRead } from '../../api/use-read.ts';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { useAddress } from '../../routes/address.ts';
import { AccessTabs } from '../../shared/access/AccessTabs.tsx';
import { ListPage } from '../../shared/list-page/ListPage.tsx';
import { useRowSelection } from '../../shared/list-page/use-row-selection.ts';
import { ReviewFilters } from './components/ReviewFilters.tsx';
import { ReviewPanel } from './components/ReviewPanel.tsx';
import { exportCommand, findPeople } from './list-parts.ts';
import { accessOptionsQuery, accessReviewQuery, useExportReview } from './people.queries.ts';
import { reviewAddress, reviewQuestionOf } from './review-address.ts';
import { useReviewColumns } from './use-review-columns.tsx';

const NO_IDS: ReadonlySet<string> = new Set();
const idOf = ({ id }: ReviewRow): string => id;

/** Who has not signed in and whose review is due; access is kept or ended for several people at once. */
export const AccessReviewPage = (): ReactNode => {
  const text = useText('people');
  const routes = useText('routes');
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const [address, update] = useAddress(reviewAddress);
  const [marked, setMarked] = useState(NO_IDS);
  const [decision, setDecision] = useState<ReviewDecision | null>(null);
  const question = reviewQuestionOf(address);
  const query = useInfiniteQuery(accessReviewQuery(call, environmentId, question));
  const options = useRead(accessOptionsQuery);
  const download = useExportReview();
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.rows) ?? [], [query.data]);
  const found = query.data?.pages[0];
  const canWrite = options.data?.canWrite === true;
  const columns = useReviewColumns(marked, address, update);
  const mark = (id: string | null | undefined): void => {
    if (!canWrite || typeof id !== 'string') return;
    const next = new Set(marked);
    if (!next.delete(id)) next.add(id);
    setMarked(next);
  };
  const selection = useRowSelection(null, mark);
  useShortcut('x', text('panel.mark'), () => mark(selection.current), { active: canWrite });
  const chosen = rows.filter(({ id }) => marked.has(id));
  const done = (): void => {
    setMarked(NO_IDS);
    setDecision(null);
  };
  /** Why a decision cannot be made about those who are marked. */
  const refusal = (of: ReviewDecision): string | undefined => {
    if (chosen.length === 0) return text('review.markFirst');
    if (chosen.some(({ isSelf }) => isSelf)) return text('review.self');
    if (of === 'End' && chosen.some(({ endable }) => endable === 0)) return text('review.nothingToEnd');
    return of === 'Disable' && chosen.some(({ mayDisable }) => !mayDisable) ? text('state.refused') : undefined;
  };
  const deciding = (of: ReviewDecision, icon?: Command['icon']): Command => ({
    id: of,
    text: text(`review.${of}`),
    ...(icon === undefined ? {} : { icon }),
    onSelect: () => setDecision(of),
    disabledReason: refusal(of),
  });
  const commands: readonly Command[] = [
    ...(canWrite
      ? [
          deciding('Keep', CheckmarkCircleRegular),
          deciding('End'),
          deciding('Disable', PersonProhibitedRegular),
          chosen.length > 0
            ? { id: 'unmark', text: text('review.unmarkAll'), onSelect: () => setMarked(NO_IDS) }
            : {
                id: 'mark',
                text: text('review.markShown'),
                onSelect: () => setMarked(new Set(rows.filter(({ isSelf }) => !isSelf).map(idOf))),
              },
        ]
      : []),
    exportCommand(text, download, question),
  ];
  return (
    <ListPage
      title={routes('accessReview.title')}
      tabs={<AccessTabs current="review" />}
      canWrite={options.data && canWrite}
      strongFirst={canWrite}
      commands={commands}
      aside={found === undefined ? null : text('members', { count: found.total })}
      filters={<ReviewFilters address={address} found={found} onChange={update} />}
      find={findPeople(text, address, update)}
      above={
        <>
          {download.isError ? <ErrorState compact error={download.error} /> : null}
          {decision !== null && chosen.length > 0 ? (
            <ReviewPanel
              key={decision}
              people={chosen}
              decision={decision}
              onDone={done}
              onCancel={() => setDecision(null)}
            />
          ) : null}
        </>
      }
      grid={{
        label: routes('accessReview.title'),
        query,
        rows,
        rowId: idOf,
        columns,
        selection,
        total: found?.total,
        isNarrowed: address.show !== 'all' || address.find !== undefined,
        empty: { title: text('review.empty'), body: text('review.emptyBody') },
        noResult: {
          title: text('review.noneFits'),
          body: text(address.show === 'absent' ? 'review.noneFitsBody' : 'noneFitsBody'),
        },
      }}
    />
  );
};
