import {
  changeExternalAssessment,
  createExternalAssessment,
  deleteExternalAssessment,
  getCallableAssessments,
  getExternalAssessment,
  getExternalAssessmentMetrics,
  getExternalAssessments,
  type CallPeriod,
  type ExternalAssessmentDetail,
  type ExternalAssessmentText,
} from '@redoubt/contracts';
import { keepPreviousData, queryOptions, useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import type { ApiCall } from '../../../api/api-call.ts';
import { useCall, useEnvironment } from '../../../app/console-context.tsx';

const keys = {
  all: (environmentId: string) => ['externalAssessments', environmentId] as const,
  one: (environmentId: string, id: string) => ['externalAssessments', environmentId, id] as const,
};

/** Figures are added up every few seconds. */
const REFRESH_MS = 15_000;

export const assessmentsQuery = (call: ApiCall, environmentId: string, period: CallPeriod) =>
  queryOptions({
    queryKey: [...keys.all(environmentId), 'list', period] as const,
    queryFn: ({ signal }) => call(getExternalAssessments, { params: { environmentId }, query: { period }, signal }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });

export const targetsQuery = (call: ApiCall, environmentId: string) =>
  queryOptions({
    queryKey: [...keys.all(environmentId), 'targets'] as const,
    queryFn: ({ signal }) => call(getCallableAssessments, { params: { environmentId }, signal }),
  });

export const assessmentQuery = (call: ApiCall, environmentId: string, externalAssessmentId: string) =>
  queryOptions({
    queryKey: keys.one(environmentId, externalAssessmentId),
    queryFn: ({ signal }) => call(getExternalAssessment, { params: { environmentId, externalAssessmentId }, signal }),
  });

export const assessmentMetricsQuery = (
  call: ApiCall,
  environmentId: string,
  externalAssessmentId: string,
  period: CallPeriod,
) =>
  queryOptions({
    queryKey: [...keys.one(environmentId, externalAssessmentId), 'metrics', period] as QueryKey,
    queryFn: ({ signal }) =>
      call(getExternalAssessmentMetrics, {
        params: { environmentId, externalAssessmentId },
        query: { period },
        signal,
      }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });

/** The writes of this screen. */
export const useAssessmentMutations = () => {
  const call = useCall();
  const client = useQueryClient();
  const { id: environmentId } = useEnvironment();
  const params = { environmentId };
  const keep = async (detail: ExternalAssessmentDetail): Promise<void> => {
    client.setQueryData(keys.one(environmentId, detail.id), detail);
    await client.invalidateQueries({ queryKey: [...keys.all(environmentId), 'list'] });
  };
  return {
    create: useMutation({
      mutationFn: (body: ExternalAssessmentText) => call(createExternalAssessment, { params, body }),
      onSuccess: keep,
    }),
    change: useMutation({
      mutationFn: ({ id, ...body }: ExternalAssessmentText & { readonly id: string; readonly version: string }) =>
        call(changeExternalAssessment, { params: { ...params, externalAssessmentId: id }, body }),
      onSuccess: keep,
    }),
    remove: useMutation({
      mutationFn: ({ id, version }: { readonly id: string; readonly version: string }) =>
        call(deleteExternalAssessment, { params: { ...params, externalAssessmentId: id }, query: { version } }),
      onSuccess: () => client.invalidateQueries({ queryKey: keys.all(environmentId) }),
    }),
  };
};
