import {
  getSearchAttributes,
  scanEvents,
  searchEvents,
  summariseSearch,
  type ResponseOf,
  type SearchQuery,
  type SearchRow,
  type SearchWork,
} from '@redoubt/contracts';
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import type { ApiCall } from '../../api/api-call.ts';
import { ownKey, read } from '../../api/read.ts';
import { formatAddress, sortedBy, takesCondition, type SearchQuestion } from './search-address.ts';
import { resolveRange, type TimeWindow } from './time-range.ts';

const KEEP_MS = 10 * 60_000;

/** One question, asked in one environment. */
export type AskedSearch = { readonly environmentId: string; readonly question: SearchQuestion };

/** Under which the window of a question is cached: another order looks at the same one. */
export const windowKey = ({ environmentId, question }: AskedSearch) =>
  ownKey('searchWindow', environmentId, formatAddress(sortedBy(question, undefined)));

/** A question as the server is asked it. */
export const queryOf = ({ question }: AskedSearch, { from, to }: TimeWindow): SearchQuery => ({
  eventType: question.eventType,
  from,
  to,
  includeChildren: question.includeChildren,
  filters: [...question.filters],
  ...(question.anyOf === undefined ? {} : { anyOf: question.anyOf.map((group) => [...group]) }),
});

/**
 * The moments a question means, fixed when it is first asked: rows, counts and the pages of events all look at the same
 * window until the user refreshes.
 */
export const windowQuery = (search: AskedSearch, now: () => number, zone: 'local' | 'utc') =>
  queryOptions({
    queryKey: windowKey(search),
    queryFn: () => resolveRange(search.question.range, now(), zone),
    initialData: () => resolveRange(search.question.range, now(), zone),
    staleTime: Infinity,
    gcTime: KEEP_MS,
  });

/** Rows, and of a search by a condition what was looked at for them. */
type Page = Pick<ResponseOf<typeof searchEvents>, 'rows' | 'nextCursor' | 'asOf'> & {
  readonly scan?: Omit<ResponseOf<typeof scanEvents>, 'rows' | 'nextCursor' | 'asOf'>;
};

const readPage = async (
  call: ApiCall,
  search: AskedSearch,
  window: TimeWindow,
  page: { readonly cursor: string | null; readonly limit: number; readonly signal: AbortSignal },
): Promise<Page> => {
  const { environmentId, question } = search;
  const { signal, ...paging } = page;
  const params = { environmentId };
  const query = { ...queryOf(search, window), ...paging };
  const { condition, eventType } = question;
  if (condition === '' || !takesCondition(eventType)) {
    const { sort } = question;
    return call(searchEvents, { params, body: { ...query, ...(sort === undefined ? {} : { sort }) }, signal });
  }
  const { rows, nextCursor, asOf, ...scan } = await call(scanEvents, {
    params,
    body: { ...query, eventType, condition },
    signal,
  });
  return { rows, nextCursor, asOf, scan };
};

/** @param limit rows that a page brings. */
export const rowsQuery = (call: ApiCall, search: AskedSearch, window: TimeWindow, limit: number) =>
  infiniteQueryOptions({
    // Not a read of its endpoint: rows stay as they are until the question is asked anew.
    queryKey: ownKey('searchRows', search.environmentId, formatAddress(search.question), window),
    queryFn: ({ pageParam, signal }) => readPage(call, search, window, { cursor: pageParam, limit, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: Infinity,
    gcTime: KEEP_MS,
    placeholderData: keepPreviousData,
  });

export const summaryQuery = (call: ApiCall, search: AskedSearch, window: TimeWindow) =>
  read(
    call,
    summariseSearch,
    { params: { environmentId: search.environmentId }, body: queryOf(search, window) },
    {
      staleTime: Infinity,
      gcTime: KEEP_MS,
      placeholderData: keepPreviousData,
      // What a condition finds is counted as it is found.
      enabled: search.question.condition === '',
    },
  );

/** How often progress on stored events is looked at. */
const WORK_LOOK_MS = 1000;

/** Own fields that events of this tree can be searched by; read again while stored events are worked on. */
export const searchAttributesQuery = (call: ApiCall, environmentId: string) =>
  read(
    call,
    getSearchAttributes,
    { params: { environmentId } },
    {
      staleTime: 60_000,
      refetchInterval: ({ state }) =>
        state.data?.attributes.some(({ kept }) => isUnderWay(kept?.work)) ? WORK_LOOK_MS : false,
    },
  );

/** Whether stored events are being worked on, or about to be. */
export const isUnderWay = (work: Pick<SearchWork, 'status'> | null | undefined): boolean =>
  work?.status === 'waiting' || work?.status === 'running';

/** Asks again with the time of now; what was found before stays on the screen until the answer is there. */
export const refreshSearch = (client: QueryClient, search: AskedSearch): Promise<void> =>
  client.invalidateQueries({ queryKey: windowKey(search) });

/** The rows of all pages fetched so far, in their order. */
export const rowsOf = (data: InfiniteData<Pick<Page, 'rows'>> | undefined): readonly SearchRow[] =>
  data?.pages.flatMap((page) => page.rows) ?? [];

/** Identity of a row: an event id is unique within its environment. */
export const rowKey = (row: Pick<SearchRow, 'environmentId' | 'eventId'>): string =>
  `${row.environmentId}/${row.eventId}`;
