import { isBuiltInAssessment, MONITOR_PERIODS, type AssessmentName, type BuiltInAssessment } from '@redoubt/domain';
import { z } from 'zod';
import { hrefOf } from '../../routes/address.ts';

export const MONITOR_PATHS = {
  purchase: '/fraud/purchase',
  accountCreation: '/fraud/accountcreation',
  accountLogin: '/fraud/accountlogin',
} as const satisfies Readonly<Record<BuiltInAssessment, string>>;

/** Address of the monitor of an assessment. */
export const monitorHref = (assessment: AssessmentName): string =>
  isBuiltInAssessment(assessment)
    ? hrefOf(MONITOR_PATHS[assessment])
    : hrefOf('/fraud/assessments/:assessmentId/monitor', { assessmentId: assessment });

/** The monitor's own part of the address. */
export const monitorAddress = z.object({
  period: z.enum(MONITOR_PERIODS).default('48h').catch('48h'),
  /** Minutes of a bar; what the period does not offer is its first. */
  step: z.coerce.number().int().optional().catch(undefined),
  /** Shares of each bar instead of counts. */
  as: z.enum(['share']).optional().catch(undefined),
  children: z.string().optional().catch(undefined),
  /** Transactions where absent. */
  monitor: z.enum(['observations']).optional().catch(undefined),
  /** Tables in place of charts. */
  table: z.enum(['yes']).optional().catch(undefined),
  /** On a screen on the wall. */
  wall: z.enum(['yes']).optional().catch(undefined),
  /** Whose monitor the page of all assessments shows. */
  assessment: z.string().optional().catch(undefined),
});
