import { getMonitor } from '@redoubt/contracts';
import type { AssessmentName, MonitorPeriod } from '@redoubt/domain';
import { keepPreviousData } from '@tanstack/react-query';
import type { ApiCall } from '../../api/api-call.ts';
import { read } from '../../api/read.ts';

/** How often the numbers are fetched. */
export const REFRESH_MS = 60_000;

export type MonitorQuestion = {
  readonly assessment: AssessmentName;
  readonly period: MonitorPeriod;
  readonly stepMinutes: number | undefined;
  readonly includeChildren: boolean;
};

export const monitorQuery = (call: ApiCall, environmentId: string, { assessment, ...asked }: MonitorQuestion) =>
  read(
    call,
    getMonitor,
    {
      params: { environmentId, assessment },
      query: { ...asked, includeChildren: String(asked.includeChildren) },
    },
    { placeholderData: keepPreviousData, refetchInterval: REFRESH_MS },
  );
