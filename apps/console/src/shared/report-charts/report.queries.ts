import { getReportChanges, getReportFields, queryReports, type BodyIn, type QueryIn } from '@redoubt/contracts';
import { keepPreviousData } from '@tanstack/react-query';
import type { ApiCall } from '../../api/api-call.ts';
import { read } from '../../api/read.ts';
import type { ReportQuestion } from './report-address.ts';

/** How often figures are fetched: sums follow the log within seconds. */
const REFRESH_MS = 60_000;

/** One question to reports; `bodyOf` writes it. */
export const reportQuery = (call: ApiCall, environmentId: string, body: BodyIn<typeof queryReports>) =>
  read(
    call,
    queryReports,
    { params: { environmentId }, body },
    { placeholderData: keepPreviousData, refetchInterval: REFRESH_MS },
  );

/** What the events of an assessment are grouped by. */
export const reportFieldsQuery = (
  call: ApiCall,
  environmentId: string,
  assessment: QueryIn<typeof getReportFields>['assessment'],
) => read(call, getReportFields, { params: { environmentId }, query: { assessment } });

/** Publications and changes of lists in the period of a question. */
export const reportChangesQuery = (
  call: ApiCall,
  environmentId: string,
  { assessment, from, to, includeChildren }: ReportQuestion,
) =>
  read(
    call,
    getReportChanges,
    { params: { environmentId }, query: { assessment, from, to, includeChildren: String(includeChildren) } },
    { placeholderData: keepPreviousData, refetchInterval: REFRESH_MS },
  );
