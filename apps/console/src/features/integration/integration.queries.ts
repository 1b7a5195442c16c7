import { getIntegrationStatus, getRecentCalls, putBodyMode, tryApi, type BodyIn } from '@redoubt/contracts';
import type { BodyMode, LoggedKind } from '@redoubt/domain';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiCall } from '../../api/api-call.ts';
import { useCall, useEnvironment } from '../../app/console-context.tsx';

const REFRESH_MS = 15_000;

export const integrationStatusQuery = (call: ApiCall, environmentId: string) =>
  queryOptions({
    queryKey: ['integration', environmentId, 'status'] as const,
    queryFn: ({ signal }) => call(getIntegrationStatus, { params: { environmentId }, signal }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });

export const recentCallsQuery = (call: ApiCall, environmentId: string, api: LoggedKind) =>
  queryOptions({
    queryKey: ['integration', environmentId, 'calls', api] as const,
    queryFn: ({ signal }) => call(getRecentCalls, { params: { environmentId, api }, signal }),
    refetchInterval: REFRESH_MS,
  });

export const usePutBodyMode = () => {
  const call = useCall();
  const client = useQueryClient();
  const { id: environmentId } = useEnvironment();
  return useMutation({
    mutationFn: (bodyMode: BodyMode) => call(putBodyMode, { params: { environmentId }, body: { bodyMode } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['integration', environmentId] }),
  });
};

export const useTryApi = (api: LoggedKind) => {
  const call = useCall();
  const client = useQueryClient();
  const { id: environmentId } = useEnvironment();
  return useMutation({
    mutationFn: (body: BodyIn<typeof tryApi>) => call(tryApi, { params: { environmentId, api }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['integration', environmentId] }),
  });
};
