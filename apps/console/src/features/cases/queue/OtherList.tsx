import type { CaseSummary } from '@redoubt/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { useCall, useEnvironment } from '../../../app/console-context.tsx';
import { useGo } from '../../../routes/address.ts';
import { caseHref, queueCasesQuery, type CaseList } from '../../../shared/cases/cases.queries.ts';
import type { QueueFilter } from './queue-filter.ts';
import { idOf } from './queue-lists.ts';
import { QueueList } from './QueueList.tsx';
import { useCaseColumns, type CaseListName } from './use-case-columns.tsx';
import { useSteadyRows } from './use-steady-rows.ts';

const NO_ROWS: readonly CaseSummary[] = [];
const NONE: ReadonlySet<string> = new Set();
const nothing = (): void => undefined;
const never = (): boolean => false;

/** One list of the queue, page by page, live. */
export const useCaseList = (queueId: string, list: CaseList, filter: QueueFilter, since?: string) => {
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const query = useInfiniteQuery(
    queueCasesQuery(call, environmentId, queueId, { list, ...filter, ...(since === undefined ? {} : { since }) }),
  );
  const rows = useMemo(() => query.data?.pages.flatMap(({ cases }) => cases) ?? NO_ROWS, [query.data]);
  return { query, rows, total: query.data?.pages[0]?.total };
};

/** What stands beside the pending cases is read and chosen alike, only with other columns. */
export const OtherList = (props: {
  readonly queueId: string;
  readonly name: CaseListName;
  readonly list: CaseList;
  readonly title: string;
  readonly empty: string;
  readonly nowMs: number;
  readonly filter: QueueFilter;
  readonly since?: string;
  readonly isOpenAtFirst?: boolean;
  readonly onRelease?: (row: CaseSummary) => void;
}): ReactNode => {
  const { queueId, name, list, title, empty, nowMs, filter, since, isOpenAtFirst = false, onRelease } = props;
  const go = useGo();
  const { query, rows, total } = useCaseList(queueId, list, filter, since);
  const steady = useSteadyRows(rows, idOf);
  const columns = useCaseColumns({
    list: name,
    nowMs,
    goneIds: steady.goneIds,
    selectedIds: NONE,
    onToggle: nothing,
    canStart: never,
    onStart: nothing,
    onRelease,
  });
  return (
    <QueueList
      title={title}
      query={query}
      steady={steady}
      total={total}
      columns={columns}
      empty={empty}
      isOpenAtFirst={isOpenAtFirst}
      onOpen={(row) => go(caseHref(row))}
    />
  );
};
