import type { PublicBranchTest } from '@redoubt/contracts';
import {
  fail,
  isBuiltInAssessment,
  shapeEvent,
  type AssessmentName,
  type BodyProblem,
  type BodyReading,
} from '@redoubt/domain';
import { testingBranch, type ResolvedEnvironment } from '@redoubt/services';
import { calledAssessment, shapeCalled, type CalledAssessment } from './called-assessment.ts';

export type BranchTestNames = { readonly apiName?: string; readonly branchApiName: string };

/** What a test address means: an assessment, in an environment where the branch decides it. */
export type TestedBranch = {
  readonly kind: AssessmentName;
  readonly environment: ResolvedEnvironment;
  /** How the body is shaped; null for a built-in assessment. */
  readonly called: CalledAssessment | null;
};

/**
 * The branch a test address names, whatever its letter case: one of the environment, or the nearest above it.
 *
 * @throws `BRANCH-UNKNOWN`, and what `calledAssessment` throws.
 */
export const testedBranch = (
  address: PublicBranchTest,
  { apiName = '', branchApiName }: BranchTestNames,
  environment: ResolvedEnvironment,
): TestedBranch => {
  const isDefined = address === 'assessment' || address === 'legacy';
  const kind = isDefined ? environment.assessments.get(apiName.toLowerCase())?.kind : address;
  const tested = kind ? testingBranch(environment, kind, branchApiName) : undefined;
  const called = isDefined ? calledAssessment(address, { apiName }, tested ?? environment) : null;
  if (tested === undefined || kind === undefined) throw fail('BRANCH-UNKNOWN', { name: branchApiName.slice(0, 100) });
  return { kind, environment: tested, called };
};

/** Shapes a test event as the assessment it is for would be, in place, and lists what is wrong with it. */
export const shapeTested = (
  address: PublicBranchTest,
  { kind, called }: TestedBranch,
  body: object,
  reading: BodyReading,
): readonly BodyProblem[] => {
  if (called !== null && (address === 'assessment' || address === 'legacy')) {
    return shapeCalled(address, called, body, reading);
  }
  return isBuiltInAssessment(kind) ? shapeEvent(kind, body, reading) : [];
};
