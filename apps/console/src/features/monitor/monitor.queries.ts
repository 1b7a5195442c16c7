import { getMonitor } from '@redoubt/contracts';
import type { AssessmentName, MonitorPeriod } from '@redoubt/domain';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiCall } from '../../api/api-call.ts';

/** How often the numbers are fetched. */
export const REFRESH_MS = 60_000;

export type MonitorQuestion = {
  readonly assessment: AssessmentName;
  readonly period: MonitorPeriod;
  readonly stepMinutes: number | undefined;
  readonly includeChildren: boolean;
};

export const monitorQuery = (call: ApiCall, environmentId: string, asked: MonitorQuestion) =>
  queryOptions({
    queryKey: ['monitor', environmentId, asked],
    queryFn: ({ signal }) =>
      call(getMonitor, {
        params: { environmentId, assessment: asked.assessment },
        query: {
          period: asked.period,
          includeChildren: String(asked.includeChildren),
          ...(asked.stepMinutes === undefined ? {} : { stepMinutes: asked.stepMinutes }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
