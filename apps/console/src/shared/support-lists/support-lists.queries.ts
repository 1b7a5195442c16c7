import {
  changeSupportEntries,
  downloadSupportList,
  getSupportEntries,
  getSupportLists,
  getSupportValue,
} from '@redoubt/contracts';
import type { SupportEntity, SupportListStatus, SupportSource } from '@redoubt/domain';
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { ApiCall } from '../../api/api-call.ts';
import { useCall, useEnvironment } from '../../app/console-context.tsx';

const PAGE_ENTRIES = 200;
/** Entries that soon expire, as the server counts them. */
export const SOON_DAYS = 7;

export type EntryFilter = {
  readonly contains: string;
  readonly status: SupportListStatus | undefined;
  readonly soon: boolean;
};

const keys = {
  all: (environmentId: string) => ['supportLists', environmentId] as const,
  lists: (environmentId: string) => ['supportLists', environmentId, 'lists'] as const,
};

export const supportListsQuery = (call: ApiCall, environmentId: string) =>
  queryOptions({
    queryKey: keys.lists(environmentId),
    queryFn: ({ signal }) => call(getSupportLists, { params: { environmentId }, signal }),
  });

export const supportEntriesQuery = (
  call: ApiCall,
  environmentId: string,
  supportEntity: SupportEntity,
  { contains, status, soon }: EntryFilter,
) =>
  infiniteQueryOptions({
    queryKey: [...keys.all(environmentId), 'entries', supportEntity, contains, status ?? '', soon] as const,
    queryFn: ({ pageParam, signal }) =>
      call(getSupportEntries, {
        params: { environmentId, supportEntity },
        query: {
          limit: PAGE_ENTRIES,
          ...(pageParam === null ? {} : { cursor: pageParam }),
          ...(contains === '' ? {} : { contains }),
          ...(status === undefined ? {} : { status }),
          ...(soon ? { expiresWithinDays: SOON_DAYS } : {}),
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });

/** What a list says of one value, and what it said before. */
export const supportValueQuery = (call: ApiCall, environmentId: string, supportEntity: SupportEntity, value: string) =>
  queryOptions({
    queryKey: [...keys.all(environmentId), 'value', supportEntity, value] as const,
    queryFn: ({ signal }) =>
      call(getSupportValue, { params: { environmentId, supportEntity }, query: { value }, signal }),
    enabled: value !== '',
    placeholderData: keepPreviousData,
  });

export type EntryChange = {
  readonly values: string[];
  readonly status: SupportListStatus | null;
  readonly reason: string;
  readonly comments: string;
  readonly expiresAt: string | null;
};

/** Gives values of a support list a status; everything about support lists is read again afterwards. */
export const useSupportChange = (environmentId: string, supportEntity: SupportEntity, source: SupportSource) => {
  const call = useCall();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: EntryChange) =>
      call(changeSupportEntries, { params: { environmentId, supportEntity }, body: { ...change, source } }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.all(environmentId) }),
  });
};

/** What the page of support lists does. */
export const useSupportMutations = (supportEntity: SupportEntity) => {
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const params = { environmentId, supportEntity };
  return {
    change: useSupportChange(environmentId, supportEntity, 'ListPage'),
    download: useMutation({ mutationFn: () => call(downloadSupportList, { params }) }),
  };
};
