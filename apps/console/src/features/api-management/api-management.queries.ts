import {
  getApiErrors,
  getApiErrorSamples,
  getApiRequests,
  type ApiErrorGroup,
  type ApiPeriod,
} from '@redoubt/contracts';
import { keepPreviousData } from '@tanstack/react-query';
import type { ApiCall } from '../../api/api-call.ts';
import { read } from '../../api/read.ts';

export const REFRESH_MS = 30_000;

const GROWS = { refetchInterval: REFRESH_MS, placeholderData: keepPreviousData } as const;

export const apiRequestsQuery = (call: ApiCall, environmentId: string, period: ApiPeriod) =>
  read(call, getApiRequests, { params: { environmentId }, query: { period } }, GROWS);

export const apiErrorsQuery = (call: ApiCall, environmentId: string, period: ApiPeriod) =>
  read(call, getApiErrors, { params: { environmentId }, query: { period } }, GROWS);

export const apiErrorSamplesQuery = (
  call: ApiCall,
  environmentId: string,
  period: ApiPeriod,
  { code, path }: ApiErrorGroup,
) =>
  read(
    call,
    getApiErrorSamples,
    { params: { environmentId, code }, query: { period, path } },
    { refetchInterval: REFRESH_MS },
  );
