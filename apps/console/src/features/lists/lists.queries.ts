import {
  appendToList,
  changeListRows,
  createList,
  deleteList,
  describeList,
  downloadList,
  getListDifference,
  getListRows,
  getLists,
  getListVersions,
  lookUpValue,
  previewList,
  replaceList,
  rollBackList,
  setListExpiry,
  type ListPreview,
  type ListRowChange,
  type ListSummary,
} from '@redoubt/contracts';
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { ApiCall } from '../../api/api-call.ts';
import { useCall, useEnvironment } from '../../app/console-context.tsx';

const PAGE_ROWS = 200;

export const listKeys = {
  all: (environmentId: string) => ['lists', environmentId] as const,
  rows: (environmentId: string, listId: string, contentVersion: number, contains: string) =>
    ['lists', environmentId, 'rows', listId, contentVersion, contains] as const,
};

export const listsQuery = (call: ApiCall, environmentId: string) =>
  queryOptions({
    queryKey: listKeys.all(environmentId),
    queryFn: ({ signal }) => call(getLists, { params: { environmentId }, signal }),
  });

/** Rows of one content of a list; another content is another result. */
export const listRowsQuery = (call: ApiCall, environmentId: string, list: ListSummary, contains: string) =>
  infiniteQueryOptions({
    queryKey: listKeys.rows(environmentId, list.id, list.contentVersion, contains),
    queryFn: ({ pageParam, signal }) =>
      call(getListRows, {
        params: { environmentId, listId: list.id },
        query: {
          limit: PAGE_ROWS,
          ...(pageParam === null ? {} : { cursor: pageParam }),
          ...(contains === '' ? {} : { contains }),
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });

/** Contents a list has had, newest first; another content is another result. */
export const listVersionsQuery = (call: ApiCall, environmentId: string, list: ListSummary) =>
  infiniteQueryOptions({
    queryKey: ['lists', environmentId, 'versions', list.id, list.contentVersion] as const,
    queryFn: ({ pageParam, signal }) =>
      call(getListVersions, {
        params: { environmentId, listId: list.id },
        query: pageParam === null ? {} : { cursor: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });

/** What changed from one content to another; contents never change. */
export const listDifferenceQuery = (
  call: ApiCall,
  environmentId: string,
  listId: string,
  between: { readonly from: number; readonly to: number },
) =>
  queryOptions({
    queryKey: ['lists', environmentId, 'difference', listId, between.from, between.to] as const,
    queryFn: ({ signal }) => call(getListDifference, { params: { environmentId, listId }, query: between, signal }),
    staleTime: Infinity,
  });

/** Which custom and support lists hold a value. */
export const lookupQuery = (call: ApiCall, environmentId: string, value: string) =>
  queryOptions({
    queryKey: ['lists', environmentId, 'lookup', value] as const,
    queryFn: ({ signal }) => call(lookUpValue, { params: { environmentId }, query: { value }, signal }),
    enabled: value !== '',
    placeholderData: keepPreviousData,
  });

/** A file to look at, and what it is for. */
type Upload = {
  readonly csv: string;
  /** The list it is for; a new one without it. */
  readonly listId: string | undefined;
  readonly as: 'content' | 'append';
  readonly expiryColumn: string | undefined;
};

/** The writes of this screen; each refreshes what it changed. */
export const useListMutations = () => {
  const call = useCall();
  const client = useQueryClient();
  const { id: environmentId } = useEnvironment();
  const onSuccess = (): Promise<void> =>
    client.invalidateQueries({ queryKey: listKeys.all(environmentId), exact: true });
  const params = { environmentId };
  return {
    preview: useMutation({
      mutationFn: ({ csv, listId, as, expiryColumn }: Upload): Promise<ListPreview> =>
        call(previewList, {
          params,
          query: {
            as,
            ...(listId === undefined ? {} : { listId }),
            ...(expiryColumn === undefined ? {} : { expiryColumn }),
          },
          body: csv,
        }),
    }),
    create: useMutation({
      mutationFn: ({
        csv,
        name,
        description,
        expiryColumn,
      }: {
        readonly csv: string;
        readonly name: string;
        readonly description: string;
        readonly expiryColumn: string | undefined;
      }) =>
        call(createList, {
          params,
          query: { name, description, ...(expiryColumn === undefined ? {} : { expiryColumn }) },
          body: csv,
        }),
      onSuccess,
    }),
    replace: useMutation({
      mutationFn: ({ csv, list }: { readonly csv: string; readonly list: ListSummary }) =>
        call(replaceList, { params: { ...params, listId: list.id }, query: { version: list.version }, body: csv }),
      onSuccess,
    }),
    append: useMutation({
      mutationFn: ({ csv, list }: { readonly csv: string; readonly list: ListSummary }) =>
        call(appendToList, { params: { ...params, listId: list.id }, query: { version: list.version }, body: csv }),
      onSuccess,
    }),
    changeRows: useMutation({
      mutationFn: ({ list, changes }: { readonly list: ListSummary; readonly changes: ListRowChange[] }) =>
        call(changeListRows, { params: { ...params, listId: list.id }, body: { version: list.version, changes } }),
      onSuccess,
    }),
    setExpiry: useMutation({
      mutationFn: ({ list, column }: { readonly list: ListSummary; readonly column: string | null }) =>
        call(setListExpiry, { params: { ...params, listId: list.id }, body: { version: list.version, column } }),
      onSuccess,
    }),
    rollBack: useMutation({
      mutationFn: ({ list, contentVersion }: { readonly list: ListSummary; readonly contentVersion: number }) =>
        call(rollBackList, { params: { ...params, listId: list.id }, body: { version: list.version, contentVersion } }),
      onSuccess,
    }),
    describe: useMutation({
      mutationFn: ({ list, description }: { readonly list: ListSummary; readonly description: string }) =>
        call(describeList, { params: { ...params, listId: list.id }, body: { version: list.version, description } }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (list: ListSummary) =>
        call(deleteList, { params: { ...params, listId: list.id }, query: { version: list.version } }),
      onSuccess,
    }),
    download: useMutation({
      mutationFn: ({ list, contentVersion }: { readonly list: ListSummary; readonly contentVersion?: number }) =>
        call(downloadList, {
          params: { ...params, listId: list.id },
          query: contentVersion === undefined ? {} : { contentVersion },
        }),
    }),
  };
};
