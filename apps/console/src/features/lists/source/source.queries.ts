import { changeDatabaseList, createDatabaseList, testDatabaseList, type ListSummary } from '@redoubt/contracts';
import type { ListSourceDefinition } from '@redoubt/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCall, useEnvironment } from '../../../app/console-context.tsx';
import { listKeys } from '../lists.queries.ts';

type Said = { readonly description: string; readonly columns: string[]; readonly source: ListSourceDefinition };

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
