import { approveChange, getChange, getChanges, rejectChange, withdrawChange } from '@redoubt/contracts';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiCall } from '../../api/api-call.ts';
import { useCall, useEnvironment } from '../../app/console-context.tsx';

export type ChangeList = 'open' | 'decided';

const changesKey = (environmentId: string) => ['changes', environmentId] as const;

/** Requested changes, newest first; read again while they are looked at, because others decide them. */
export const changesQuery = (call: ApiCall, environmentId: string, state: ChangeList) =>
  infiniteQueryOptions({
    queryKey: [...changesKey(environmentId), state],
    queryFn: ({ pageParam, signal }) =>
      call(getChanges, { params: { environmentId }, query: { state, cursor: pageParam }, signal, polled: true }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: 30_000,
  });

export const changeQuery = (call: ApiCall, environmentId: string, changeId: string) =>
  queryOptions({
    queryKey: [...changesKey(environmentId), 'one', changeId],
    queryFn: ({ signal }) => call(getChange, { params: { environmentId, changeId }, signal }),
  });

/** Decisions about requests. What is approved may show on any screen, so everything is read again. */
export const useChangeMutations = () => {
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const client = useQueryClient();
  const onSettled = () => void client.invalidateQueries();
  return {
    approve: useMutation({
      mutationFn: (changeId: string) => call(approveChange, { params: { environmentId, changeId } }),
      onSettled,
    }),
    reject: useMutation({
      mutationFn: ({ changeId, reason }: { readonly changeId: string; readonly reason: string }) =>
        call(rejectChange, { params: { environmentId, changeId }, body: { reason } }),
      onSettled,
    }),
    withdraw: useMutation({
      mutationFn: (changeId: string) => call(withdrawChange, { params: { environmentId, changeId } }),
      onSettled,
    }),
  };
};
