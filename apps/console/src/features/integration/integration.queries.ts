import { getIntegrationStatus, getRecentCalls, putBodyMode, tryApi, type BodyIn } from '@redoubt/contracts';
import type { BodyMode, LoggedKind } from '@redoubt/domain';
import { keepPreviousData } from '@tanstack/react-query';
import type { ApiCall } from '../../api/api-call.ts';
import { read } from '../../api/read.ts';
import { useWrite } from '../../api/use-write.ts';

const REFRESH_MS = 15_000;

export const integrationStatusQuery = (call: ApiCall, environmentId: string) =>
  read(
    call,
    getIntegrationStatus,
    { params: { environmentId } },
    { refetchInterval: REFRESH_MS, placeholderData: keepPreviousData },
  );

export const recentCallsQuery = (call: ApiCall, environmentId: string, api: LoggedKind) =>
  read(call, getRecentCalls, { params: { environmentId, api } }, { refetchInterval: REFRESH_MS });

export const usePutBodyMode = () => useWrite(putBodyMode, (bodyMode: BodyMode) => ({ body: { bodyMode } }));

export const useTryApi = (api: LoggedKind) =>
  useWrite(tryApi, (body: BodyIn<typeof tryApi>) => ({ params: { api }, body }));
