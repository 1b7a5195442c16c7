import {
  cancelVelocityBackfill,
  getVelocityHistory,
  startVelocityBackfill,
  type VelocityHistory,
} from '@redoubt/contracts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiCall } from '../../../api/api-call.ts';
import { useCall } from '../../../app/console-context.tsx';
import { historyKey, velocitySetsKey } from '../velocities.queries.ts';
import { FILLING_LOOK_MS, isFilling } from './filling.ts';

/** How far the history of a set is counted; read again while that changes. */
export const velocityHistoryQuery = (call: ApiCall, environmentId: string, setId: string) =>
  queryOptions({
    queryKey: historyKey(environmentId, setId),
    queryFn: ({ signal }) => call(getVelocityHistory, { params: { environmentId, setId }, signal }),
    refetchInterval: ({ state }) => (isFilling(state.data?.backfill) ? FILLING_LOOK_MS : false),
    staleTime: 0,
  });

/** Begins or goes on with counting history, or ends it. */
export const useBackfillMutations = (environmentId: string, setId: string) => {
  const call = useCall();
  const client = useQueryClient();
  const params = { environmentId, setId };
  const onSuccess = (history: VelocityHistory): void => {
    client.setQueryData(historyKey(environmentId, setId), history);
    void client.invalidateQueries({ queryKey: velocitySetsKey(environmentId) });
  };
  return {
    start: useMutation({ mutationFn: () => call(startVelocityBackfill, { params }), onSuccess }),
    cancel: useMutation({ mutationFn: () => call(cancelVelocityBackfill, { params }), onSuccess }),
  };
};
