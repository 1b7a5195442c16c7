import { getUsageDetails, getUsageSummary, type QueryIn } from '@redoubt/contracts';
import { keepPreviousData } from '@tanstack/react-query';
import type { ApiCall } from '../../api/api-call.ts';
import { read } from '../../api/read.ts';

export type DetailsQuery = QueryIn<typeof getUsageDetails>;

export const usageSummaryQuery = (call: ApiCall, environmentId: string) =>
  read(call, getUsageSummary, { params: { environmentId } });

export const usageDetailsQuery = (call: ApiCall, environmentId: string, query: DetailsQuery) =>
  read(call, getUsageDetails, { params: { environmentId }, query }, { placeholderData: keepPreviousData });
