import { approveChange, getChange, getChanges, rejectChange, withdrawChange } from '@redoubt/contracts';
import type { ApiCall } from '../../api/api-call.ts';
import { read, readPages } from '../../api/read.ts';
import { useWrite } from '../../api/use-write.ts';

export type ChangeList = 'open' | 'decided';

/** Requested changes, newest first; read again while they are looked at, because others decide them. */
export const changesQuery = (call: ApiCall, environmentId: string, state: ChangeList) =>
  readPages(
    call,
    getChanges,
    { params: { environmentId }, query: { state }, polled: true },
    { refetchInterval: 30_000 },
  );

export const changeQuery = (call: ApiCall, environmentId: string, changeId: string) =>
  read(call, getChange, { params: { environmentId, changeId } });

const EVERYTHING = { changes: 'everything', afterRefusal: true } as const;

/** Decisions about requests. What is approved may show on any screen, so everything is read again. */
export const useChangeMutations = () => ({
  approve: useWrite(approveChange, (changeId: string) => ({ params: { changeId } }), EVERYTHING),
  reject: useWrite(
    rejectChange,
    ({ changeId, reason }: { readonly changeId: string; readonly reason: string }) => ({
      params: { changeId },
      body: { reason },
    }),
    EVERYTHING,
  ),
  withdraw: useWrite(withdrawChange, (changeId: string) => ({ params: { changeId } }), EVERYTHING),
});
