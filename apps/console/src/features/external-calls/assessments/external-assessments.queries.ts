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
import type { ApiCall } from '../../../api/api-call.ts';
import { read } from '../../../api/read.ts';
import { useWrite } from '../../../api/use-write.ts';
import { FIGURES } from '../../../shared/external-calls/external-calls.queries.ts';

export const assessmentsQuery = (call: ApiCall, environmentId: string, period: CallPeriod) =>
  read(call, getExternalAssessments, { params: { environmentId }, query: { period } }, FIGURES);

export const targetsQuery = (call: ApiCall, environmentId: string) =>
  read(call, getCallableAssessments, { params: { environmentId } });

export const assessmentQuery = (call: ApiCall, environmentId: string, externalAssessmentId: string) =>
  read(call, getExternalAssessment, { params: { environmentId, externalAssessmentId } });

export const assessmentMetricsQuery = (
  call: ApiCall,
  environmentId: string,
  externalAssessmentId: string,
  period: CallPeriod,
) =>
  read(
    call,
    getExternalAssessmentMetrics,
    { params: { environmentId, externalAssessmentId }, query: { period } },
    FIGURES,
  );

type Versioned = { readonly id: string; readonly version: string };

const ASSESSMENT = {
  answers: {
    read: getExternalAssessment,
    params: ({ id }: ExternalAssessmentDetail) => ({ externalAssessmentId: id }),
  },
  changes: [getExternalAssessments],
} as const;

/** The writes of this screen. */
export const useAssessmentMutations = () => ({
  create: useWrite(createExternalAssessment, (body: ExternalAssessmentText) => ({ body }), ASSESSMENT),
  change: useWrite(
    changeExternalAssessment,
    ({ id, ...body }: ExternalAssessmentText & Versioned) => ({ params: { externalAssessmentId: id }, body }),
    ASSESSMENT,
  ),
  remove: useWrite(deleteExternalAssessment, ({ id, version }: Versioned) => ({
    params: { externalAssessmentId: id },
    query: { version },
  })),
});
