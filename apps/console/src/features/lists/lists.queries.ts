import {
  createList,
  deleteList,
  describeList,
  downloadList,
  getListRows,
  getLists,
  previewList,
  replaceList,
  type ListPreview,
  type ListSummary,
} from '@redoubt/contracts';
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { Call } from '../../api/call.ts';
import { useCall, useEnvironment } from '../../app/console-context.tsx';

const PAGE_ROWS = 200;

export const listKeys = {
  all: (environmentId: string) => ['lists', environmentId] as const,
  rows: (environmentId: string, listId: string, contentVersion: number, contains: string) =>
    ['lists', environmentId, 'rows', listId, contentVersion, contains] as const,
};

export const listsOptions = (call: Call, environmentId: string) =>
  queryOptions({
    queryKey: listKeys.all(environmentId),
    queryFn: ({ signal }) => call(getLists, { params: { environmentId }, signal }),
  });

/** Rows of one content of a list; another content is another result. */
export const listRowsOptions = (call: Call, environmentId: string, list: ListSummary, contains: string) =>
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
      mutationFn: ({
        csv,
        listId,
      }: {
        readonly csv: string;
        readonly listId: string | undefined;
      }): Promise<ListPreview> =>
        call(previewList, { params, query: listId === undefined ? {} : { listId }, body: csv }),
    }),
    create: useMutation({
      mutationFn: ({
        csv,
        name,
        description,
      }: {
        readonly csv: string;
        readonly name: string;
        readonly description: string;
      }) => call(createList, { params, query: { name, description }, body: csv }),
      onSuccess,
    }),
    replace: useMutation({
      mutationFn: ({ csv, list }: { readonly csv: string; readonly list: ListSummary }) =>
        call(replaceList, { params: { ...params, listId: list.id }, query: { version: list.version }, body: csv }),
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
      mutationFn: (list: ListSummary) => call(downloadList, { params: { ...params, listId: list.id } }),
    }),
  };
};
