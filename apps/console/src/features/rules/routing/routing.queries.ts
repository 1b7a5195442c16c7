import { getRoutingAssessments, getRoutingCoverage } from '@redoubt/contracts';
import type { ApiCall } from '../../../api/api-call.ts';
import { read } from '../../../api/read.ts';
import type { RulePlace } from '../../../shared/assessments/assessment.ts';

/** Assessments that can be routed. */
export const routingAssessmentsQuery = (call: ApiCall, environmentId: string) =>
  read(call, getRoutingAssessments, { params: { environmentId } });

/** Where the newest cases went; it is read again while it is looked at. */
export const routingCoverageQuery = (call: ApiCall, { environmentId, assessment }: RulePlace) =>
  read(call, getRoutingCoverage, { params: { environmentId, assessment } }, { refetchInterval: 30_000 });
