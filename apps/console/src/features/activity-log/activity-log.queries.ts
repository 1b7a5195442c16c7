import {
  exportActivity,
  getActivity,
  getActivityState,
  searchActivity,
  verifyActivity,
  type ActivityEntry,
  type ActivityQuery,
} from '@redoubt/contracts';
import { infiniteQueryOptions, keepPreviousData, queryOptions, type InfiniteData } from '@tanstack/react-query';
import type { ApiCall } from '../../api/api-call.ts';
import { ownKey, read } from '../../api/read.ts';
import { useWrite } from '../../api/use-write.ts';
import { resolveRange, type TimeWindow } from '../../shared/search/time-range.ts';
import { saveCsv } from '../../shared/files/read-file.ts';
import { formatActivityAddress, type ActivityQuestion } from './activity-address.ts';

const LOOK_MS = 1000;

export const activityWindowKey = (environmentId: string, question: ActivityQuestion) =>
  ownKey('activityWindow', environmentId, formatActivityAddress(question));

/** The moments a question means, fixed until the person refreshes. */
export const activityWindowQuery = (
  environmentId: string,
  question: ActivityQuestion,
  now: () => number,
  zone: 'local' | 'utc',
) =>
  queryOptions({
    queryKey: activityWindowKey(environmentId, question),
    queryFn: () => resolveRange(question.range, now(), zone),
    initialData: () => resolveRange(question.range, now(), zone),
    staleTime: Infinity,
  });

export const activityQueryOf = ({ join, filters }: ActivityQuestion, { from, to }: TimeWindow): ActivityQuery => ({
  from,
  to,
  join,
  filters: [...filters],
});

export const activityPagesQuery = (
  call: ApiCall,
  environmentId: string,
  question: ActivityQuestion,
  window: TimeWindow,
  limit: number,
) =>
  infiniteQueryOptions({
    queryKey: ownKey('activityPages', environmentId, formatActivityAddress(question), window),
    queryFn: ({ pageParam, signal }) =>
      call(searchActivity, {
        params: { environmentId },
        body: { ...activityQueryOf(question, window), cursor: pageParam, limit },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });

type Page = { readonly entries: readonly ActivityEntry[]; readonly total: number | null; readonly asOf: string };

/** Entries of all pages fetched so far, newest first, and how many there are. */
export const entriesOf = (data: InfiniteData<Page> | undefined) => ({
  entries: data?.pages.flatMap(({ entries }) => entries) ?? [],
  total: data?.pages[0]?.total ?? undefined,
  asOf: data?.pages[0]?.asOf,
});

export const activityQuery = (call: ApiCall, environmentId: string, entryId: string) =>
  read(call, getActivity, { params: { environmentId, entryId } });

/** How far the log was checked; looked at again while it is. */
export const activityStateQuery = (call: ApiCall, environmentId: string) =>
  read(
    call,
    getActivityState,
    { params: { environmentId } },
    { refetchInterval: ({ state }) => (state.data?.isChecking ? LOOK_MS : false) },
  );

export const useVerifyActivity = () => useWrite(verifyActivity, () => ({}), { answers: { read: getActivityState } });

export const useExportActivity = () =>
  useWrite(exportActivity, (query: ActivityQuery) => ({ body: query }), {
    changes: 'nothing',
    onAnswer: (csv) => saveCsv('activity-log.csv', csv),
  });
