import {
  getApiErrors,
  getApiErrorSamples,
  getApiRequests,
  type ApiErrorGroup,
  type ApiPeriod,
} from '@redoubt/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiCall } from '../../api/api-call.ts';

export const REFRESH_MS = 30_000;
export const STALE_AFTER_MS = 3 * REFRESH_MS;

export const apiRequestsQuery = (call: ApiCall, environmentId: string, period: ApiPeriod) =>
  queryOptions({
    queryKey: ['apiRequests', environmentId, period] as const,
    queryFn: ({ signal }) => call(getApiRequests, { params: { environmentId }, query: { period }, signal }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });

export const apiErrorsQuery = (call: ApiCall, environmentId: string, period: ApiPeriod) =>
  queryOptions({
    queryKey: ['apiErrors', environmentId, period] as const,
    queryFn: ({ signal }) => call(getApiErrors, { params: { environmentId }, query: { period }, signal }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });

export const apiErrorSamplesQuery = (
  call: ApiCall,
  environmentId: string,
  period: ApiPeriod,
  { id, code, path }: ApiErrorGroup,
) =>
  queryOptions({
    queryKey: ['apiErrors', environmentId, period, 'samples', id] as const,
    queryFn: ({ signal }) =>
      call(getApiErrorSamples, { params: { environmentId, code }, query: { period, path }, signal }),
    refetchInterval: REFRESH_MS,
  });
