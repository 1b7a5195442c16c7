import { cancelVelocityBackfill, getVelocityHistory, getVelocitySets, startVelocityBackfill } from '@redoubt/contracts';
import type { ApiCall } from '../../../api/api-call.ts';
import { read } from '../../../api/read.ts';
import { useWrite } from '../../../api/use-write.ts';
import { FILLING_LOOK_MS, isFilling } from './filling.ts';

/** How far the history of a set is counted; read again while that changes. */
export const velocityHistoryQuery = (call: ApiCall, environmentId: string, setId: string) =>
  read(
    call,
    getVelocityHistory,
    { params: { environmentId, setId } },
    { refetchInterval: ({ state }) => (isFilling(state.data?.backfill) ? FILLING_LOOK_MS : false), staleTime: 0 },
  );

/** Begins or goes on with counting history, or ends it. */
export const useBackfillMutations = (environmentId: string, setId: string) => {
  const toSet = () => ({ params: { setId } });
  const answering = {
    environmentId,
    changes: [getVelocitySets],
    answers: { read: getVelocityHistory, params: () => ({ setId }) },
  } as const;
  return {
    start: useWrite(startVelocityBackfill, toSet, answering),
    cancel: useWrite(cancelVelocityBackfill, toSet, answering),
  };
};
