import { getMonitor, getMonitorUsual } from '@redoubt/contracts';
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

/** Ranges rest on earlier weeks and move slowly. */
const USUAL_MS = 15 * 60_000;

/** The usual range of each bar of the same question. */
export const monitorUsualQuery = (call: ApiCall, environmentId: string, { assessment, ...asked }: MonitorQuestion) =>
  read(
    call,
    getMonitorUsual,
    {
      params: { environmentId, assessment },
      query: { ...asked, includeChildren: String(asked.includeChildren) },
    },
    { placeholderData: keepPreviousData, refetchInterval: USUAL_MS, staleTime: USUAL_MS },
  );
