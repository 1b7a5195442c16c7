import {
  changeDatabaseList,
  createDatabaseList,
  getDatabaseListMetrics,
  testDatabaseList,
  type CallPeriod,
  type ListSummary,
} from '@redoubt/contracts';
import type { ListSourceDefinition } from '@redoubt/domain';
import { keepPreviousData, queryOptions, useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import type { ApiCall } from '../../../api/api-call.ts';
import { useCall, useEnvironment } from '../../../app/console-context.tsx';
import { listKeys } from '../lists.queries.ts';

type Said = { readonly description: string; readonly columns: string[]; readonly source: ListSourceDefinition };

/** Figures are added up every few seconds. */
const REFRESH_MS = 15_000;

/** How look-ups in a list did. */
export const listMetricsQuery = (call: ApiCall, environmentId: string, listId: string, period: CallPeriod) =>
  queryOptions({
    queryKey: [...listKeys.all(environmentId), listId, 'metrics', period] as QueryKey,
    queryFn: ({ signal }) =>
      call(getDatabaseListMetrics, { params: { environmentId, listId }, query: { period }, signal }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });

/** Trying where rows are kept, and keeping the way there. */
export const useSourceMutations = () => {
  const call = useCall();
  const client = useQueryClient();
  const { id: environmentId } = useEnvironment();
  const params = { environmentId };
  const onSuccess = (): Promise<void> =>
    client.invalidateQueries({ queryKey: listKeys.all(environmentId), exact: true });
  return {
    tryOut: useMutation({
      mutationFn: (body: {
        readonly source: ListSourceDefinition;
        readonly listId: string | null;
        readonly secret: string | undefined;
        readonly column: string;
        readonly key: string;
      }) => call(testDatabaseList, { params, body }),
    }),
    create: useMutation({
      mutationFn: (body: Said & { readonly name: string; readonly secret: string }) =>
        call(createDatabaseList, { params, body }),
      onSuccess,
    }),
    change: useMutation({
      mutationFn: ({ list, ...said }: Said & { readonly list: ListSummary; readonly secret: string | undefined }) =>
        call(changeDatabaseList, { params: { ...params, listId: list.id }, body: { version: list.version, ...said } }),
      onSuccess,
    }),
  };
};
