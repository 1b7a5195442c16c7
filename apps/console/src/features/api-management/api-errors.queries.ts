import { getApiErrors, getApiErrorSamples, type ApiErrorGroup, type ApiErrorPeriod } from '@redoubt/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Call } from '../../api/call.ts';

export const REFRESH_MS = 30_000;

export const apiErrorsOptions = (call: Call, environmentId: string, period: ApiErrorPeriod) =>
  queryOptions({
    queryKey: ['apiErrors', environmentId, period] as const,
    queryFn: ({ signal }) => call(getApiErrors, { params: { environmentId }, query: { period }, signal }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });

export const apiErrorSamplesOptions = (
  call: Call,
  environmentId: string,
  period: ApiErrorPeriod,
  { id, code, path }: ApiErrorGroup,
) =>
  queryOptions({
    queryKey: ['apiErrors', environmentId, period, 'samples', id] as const,
    queryFn: ({ signal }) =>
      call(getApiErrorSamples, { params: { environmentId, code }, query: { period, path }, signal }),
    refetchInterval: REFRESH_MS,
  });
