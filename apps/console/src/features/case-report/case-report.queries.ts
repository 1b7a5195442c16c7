import {
  changeCaseThreshold,
  createCaseThreshold,
  deleteCaseThreshold,
  mailCaseThreshold,
  getCaseReport,
  getReportedCases,
  getCaseThresholds,
  type BodyIn,
  type QueryIn,
} from '@redoubt/contracts';
import { keepPreviousData } from '@tanstack/react-query';
import type { ApiCall } from '../../api/api-call.ts';
import { read, readPages } from '../../api/read.ts';
import { useWrite } from '../../api/use-write.ts';

/** How often the figures are fetched; they are written with every decision. */
const REFRESH_MS = 15_000;

export type ReportQuestion = QueryIn<typeof getCaseReport>;

export const caseReportQuery = (call: ApiCall, environmentId: string, query: ReportQuestion) =>
  read(
    call,
    getCaseReport,
    { params: { environmentId }, query },
    { placeholderData: keepPreviousData, refetchInterval: REFRESH_MS },
  );

/** Cases of a figure that are fetched at once: what stands below stays in reach. */
const CASES_AT_ONCE = 20;

export type CasesQuestion = Omit<QueryIn<typeof getReportedCases>, 'cursor' | 'limit'>;

export const reportedCasesQuery = (call: ApiCall, environmentId: string, query: CasesQuestion) =>
  readPages(call, getReportedCases, { params: { environmentId }, query: { ...query, limit: CASES_AT_ONCE } });

export const useCreateThreshold = () =>
  useWrite(createCaseThreshold, (body: BodyIn<typeof createCaseThreshold>) => ({ body }), {
    answers: { read: getCaseThresholds },
  });

/** Chooses for how long no one is mailed again about a threshold. */
export const useChangeThreshold = () =>
  useWrite(
    changeCaseThreshold,
    ({ thresholdId, silenceMinutes }: { readonly thresholdId: string; readonly silenceMinutes: number }) => ({
      params: { thresholdId },
      body: { silenceMinutes },
    }),
    { answers: { read: getCaseThresholds } },
  );

export const useDeleteThreshold = () =>
  useWrite(deleteCaseThreshold, (thresholdId: string) => ({ params: { thresholdId } }), {
    answers: { read: getCaseThresholds },
  });

/** Mails the reader about a threshold, or no more. */
export const useMailThreshold = () =>
  useWrite(
    mailCaseThreshold,
    ({ thresholdId, mailed }: { readonly thresholdId: string; readonly mailed: boolean }) => ({
      params: { thresholdId },
      body: { mailed },
    }),
    { answers: { read: getCaseThresholds } },
  );
