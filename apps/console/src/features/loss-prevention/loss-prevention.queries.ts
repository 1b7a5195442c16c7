import {
  addLossFinding,
  disconnectLossFiles,
  getLossConnection,
  getLossData,
  getLossDetail,
  getLossReport,
  getLossReportFile,
  processLossData,
  putLossConnection,
  revealStaff,
  startLossSync,
  type BodyIn,
  type QueryIn,
} from '@redoubt/contracts';
import type { LossEntityKind } from '@redoubt/domain';
import { keepPreviousData } from '@tanstack/react-query';
import type { ApiCall } from '../../api/api-call.ts';
import { read } from '../../api/read.ts';
import { useWrite } from '../../api/use-write.ts';

/** How often a run that scores is looked at. */
const WORK_MS = 2000;

export type LossQuestion = QueryIn<typeof getLossReport>;
export type LossEntity = { readonly entityKind: LossEntityKind; readonly entityId: string };

export const lossReportQuery = (call: ApiCall, environmentId: string, query: LossQuestion) =>
  read(
    call,
    getLossReport,
    { params: { environmentId }, query, polled: true },
    {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => (state.data?.isScoring === true ? WORK_MS : false),
    },
  );

export const lossDataQuery = (call: ApiCall, environmentId: string) =>
  read(
    call,
    getLossData,
    { params: { environmentId }, polled: true },
    {
      refetchInterval: ({ state }) =>
        state.data?.run?.state === 'queued' || state.data?.run?.state === 'running' ? WORK_MS : false,
    },
  );

export const lossConnectionQuery = (call: ApiCall, environmentId: string) =>
  read(
    call,
    getLossConnection,
    { params: { environmentId }, polled: true },
    { refetchInterval: ({ state }) => (state.data?.isSyncing === true ? WORK_MS : false) },
  );

export const lossDetailQuery = (call: ApiCall, environmentId: string, entity: LossEntity) =>
  read(call, getLossDetail, { params: { environmentId, ...entity } });

const answers = { read: getLossConnection };

/** What can be done with the connection with a folder. */
export const useConnectionMutations = () => ({
  put: useWrite(putLossConnection, (body: BodyIn<typeof putLossConnection>) => ({ body }), { answers }),
  sync: useWrite(startLossSync, () => ({}), { answers, afterRefusal: true }),
  disconnect: useWrite(disconnectLossFiles, () => ({}), { answers, afterRefusal: true }),
});

/** What can be done with scores and findings. */
export const useLossMutations = () => ({
  process: useWrite(processLossData, () => ({}), { answers: { read: getLossData } }),
  file: useWrite(getLossReportFile, (query: LossQuestion) => ({ query }), { changes: 'nothing', gcTime: 0 }),
  finding: useWrite(
    addLossFinding,
    ({ entityKind, entityId, ...body }: LossEntity & BodyIn<typeof addLossFinding>) => ({
      params: { entityKind, entityId },
      body,
    }),
  ),
  reveal: useWrite(
    revealStaff,
    ({ entityId, reason }: { readonly entityId: string; readonly reason: string }) => ({
      params: { entityId },
      body: { reason },
    }),
    { changes: 'nothing', gcTime: 0 },
  ),
});
