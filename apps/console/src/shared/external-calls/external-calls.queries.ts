import {
  changeExternalCall,
  createExternalCall,
  deleteExternalCall,
  getExternalCall,
  getExternalCallMetrics,
  getExternalCalls,
  testExternalCall,
  type CallDefinition,
  type CallDetail,
  type CallPeriod,
  type CallText,
} from '@redoubt/contracts';
import { keepPreviousData, queryOptions, useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import type { ApiCall } from '../../api/api-call.ts';
import { useCall, useEnvironment } from '../../app/console-context.tsx';

const keys = {
  all: (environmentId: string) => ['externalCalls', environmentId] as const,
  one: (environmentId: string, callId: string) => ['externalCalls', environmentId, callId] as const,
};

/** Figures are added up every few seconds. */
const REFRESH_MS = 15_000;

export const callsQuery = (call: ApiCall, environmentId: string, period: CallPeriod) =>
  queryOptions({
    queryKey: [...keys.all(environmentId), 'list', period] as const,
    queryFn: ({ signal }) => call(getExternalCalls, { params: { environmentId }, query: { period }, signal }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });

export const callQuery = (call: ApiCall, environmentId: string, callId: string) =>
  queryOptions({
    queryKey: keys.one(environmentId, callId),
    queryFn: ({ signal }) => call(getExternalCall, { params: { environmentId, callId }, signal }),
  });

export const callMetricsQuery = (call: ApiCall, environmentId: string, callId: string, period: CallPeriod) =>
  queryOptions({
    queryKey: [...keys.one(environmentId, callId), 'metrics', period] as QueryKey,
    queryFn: ({ signal }) =>
      call(getExternalCallMetrics, { params: { environmentId, callId }, query: { period }, signal }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });

/** The writes of this screen, and the test. */
export const useCallMutations = () => {
  const call = useCall();
  const client = useQueryClient();
  const { id: environmentId } = useEnvironment();
  const params = { environmentId };
  const keep = (detail: CallDetail): void => {
    client.setQueryData(keys.one(environmentId, detail.id), detail);
    void client.invalidateQueries({ queryKey: [...keys.all(environmentId), 'list'] });
  };
  return {
    create: useMutation({
      mutationFn: (body: CallText & { readonly copiedFrom?: string }) => call(createExternalCall, { params, body }),
      onSuccess: keep,
    }),
    change: useMutation({
      mutationFn: ({ id, ...body }: CallText & { readonly id: string; readonly version: string }) =>
        call(changeExternalCall, { params: { ...params, callId: id }, body }),
      onSuccess: keep,
    }),
    remove: useMutation({
      mutationFn: ({ id, version }: { readonly id: string; readonly version: string }) =>
        call(deleteExternalCall, { params: { ...params, callId: id }, query: { version } }),
      onSuccess: () => client.invalidateQueries({ queryKey: keys.all(environmentId) }),
    }),
    test: useMutation({
      mutationFn: (body: {
        readonly callId: string | null;
        readonly definition: CallDefinition;
        readonly secrets: Readonly<Record<string, string>>;
      }) => call(testExternalCall, { params, body }),
    }),
  };
};
