import { getUsageDetails, getUsageSummary, type QueryIn } from '@redoubt/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiCall } from '../../api/api-call.ts';

export type DetailsQuery = QueryIn<typeof getUsageDetails>;

export const usageSummaryQuery = (call: ApiCall, environmentId: string) =>
  queryOptions({
    queryKey: ['usage', environmentId, 'summary'] as const,
    queryFn: ({ signal }) => call(getUsageSummary, { params: { environmentId }, signal }),
  });

export const usageDetailsQuery = (call: ApiCall, environmentId: string, query: DetailsQuery) =>
  queryOptions({
    queryKey: ['usage', environmentId, 'details', query] as const,
    queryFn: ({ signal }) => call(getUsageDetails, { params: { environmentId }, query, signal }),
    placeholderData: keepPreviousData,
  });
