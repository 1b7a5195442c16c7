import {
  changeExternalCall,
  createExternalCall,
  deleteExternalCall,
  getExternalCall,
  getExternalCallMetrics,
  getExternalCalls,
  testExternalCall,
  type BodyIn,
  type CallDetail,
  type CallPeriod,
  type CallText,
} from '@redoubt/contracts';
import { keepPreviousData } from '@tanstack/react-query';
import type { ApiCall } from '../../api/api-call.ts';
import { read } from '../../api/read.ts';
import { useWrite } from '../../api/use-write.ts';

/** Figures are added up every few seconds; the old ones stay until the new ones are there. */
export const FIGURES = { refetchInterval: 15_000, placeholderData: keepPreviousData } as const;

export const callsQuery = (call: ApiCall, environmentId: string, period: CallPeriod) =>
  read(call, getExternalCalls, { params: { environmentId }, query: { period } }, FIGURES);

export const callQuery = (call: ApiCall, environmentId: string, callId: string) =>
  read(call, getExternalCall, { params: { environmentId, callId } });

export const callMetricsQuery = (call: ApiCall, environmentId: string, callId: string, period: CallPeriod) =>
  read(call, getExternalCallMetrics, { params: { environmentId, callId }, query: { period } }, FIGURES);

type Versioned = { readonly id: string; readonly version: string };

const CALL = {
  answers: { read: getExternalCall, params: ({ id }: CallDetail) => ({ callId: id }) },
  changes: [getExternalCalls],
} as const;

/** The writes of this screen, and the test. */
export const useCallMutations = () => ({
  create: useWrite(createExternalCall, (body: CallText & { readonly copiedFrom?: string }) => ({ body }), CALL),
  change: useWrite(
    changeExternalCall,
    ({ id, ...body }: CallText & Versioned) => ({ params: { callId: id }, body }),
    CALL,
  ),
  remove: useWrite(deleteExternalCall, ({ id, version }: Versioned) => ({
    params: { callId: id },
    query: { version },
  })),
  test: useWrite(testExternalCall, (body: BodyIn<typeof testExternalCall>) => ({ body }), { changes: 'nothing' }),
});
