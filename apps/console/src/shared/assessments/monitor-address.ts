import { isBuiltInAssessment, MONITOR_PERIODS, type AssessmentName, type BuiltInAssessment } from '@redoubt/domain';
import { hrefOf, oneOf, textsOf, wholeNumber, type RawSearch } from '../../routes/address.ts';

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

const textsIn = textsOf('period', 'step', 'as', 'children', 'monitor', 'table', 'wall', 'assessment');

/** The monitor's own part of the address. */
export const monitorAddress = (search: RawSearch) => {
  const texts = textsIn(search);
  return {
    period: oneOf(MONITOR_PERIODS, texts.period) ?? '48h',
    /** Minutes of a bar; what the period does not offer is its first. */
    step: wholeNumber(texts.step),
    /** Shares of each bar instead of counts. */
    as: oneOf(['share'], texts.as),
    children: texts.children,
    /** Transactions where absent. */
    monitor: oneOf(['observations'], texts.monitor),
    /** Tables in place of charts. */
    table: oneOf(['yes'], texts.table),
    /** On a screen on the wall. */
    wall: oneOf(['yes'], texts.wall),
    /** Whose monitor the page of all assessments shows. */
    assessment: texts.assessment,
  };
};
