import {
  ASSESSMENTS,
  isBuiltInAssessment,
  isDefinedAssessment,
  type AssessmentName,
  type RuleFamily,
} from '@redoubt/domain';
import { useParams, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useEnvironment } from '../../app/console-context.tsx';
import { hrefOf } from '../../routes/address.ts';
import { useRoute } from '../../routes/current-route.ts';
import type { NamedPages } from '../../shell/use-trail.ts';
import { useDefinedAssessments } from './assessments.queries.ts';

const RULE_PATHS = {
  purchase: '/fraud/purchase/rules',
  accountCreation: '/fraud/accountcreation/rules',
  accountLogin: '/fraud/accountlogin/rules',
} as const;
const DEFINED_PATH = '/fraud/assessments/:assessmentId/rules';
const ROUTING_PATH = '/casemanagement/routingrules';

/** Address of the page with the rules of an assessment, or with its routing rules. */
export const rulesHref = (
  assessment: string,
  search: Readonly<Record<string, unknown>> = {},
  family: RuleFamily = 'deciding',
): string => {
  if (family === 'routing') return hrefOf(ROUTING_PATH, undefined, { assessment, ...search });
  return isDefinedAssessment(assessment)
    ? hrefOf(DEFINED_PATH, { assessmentId: assessment }, search)
    : hrefOf(RULE_PATHS[isBuiltInAssessment(assessment) ? assessment : 'purchase'], undefined, search);
};

/** What a condition can ask of events of each assessment. */
export const conditionExample = (assessment: AssessmentName): string => {
  if (assessment === 'purchase') return '@"totalAmount" > 100';
  return isBuiltInAssessment(assessment) ? '@"user.countryRegion" == "DK"' : '@"metadata.isTest" == false';
};

/** Where a rule set stands. */
export type RulePlace = {
  readonly environmentId: string;
  readonly assessment: AssessmentName;
  readonly family: RuleFamily;
};

/** The assessment whose rules are on screen. */
export const useAssessment = (): AssessmentName => {
  const path = useRoute()?.path;
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const assessmentId = params['assessmentId'] ?? '';
  // Routing rules of all assessments stand on one page.
  const named = search['assessment'];
  if (path === ROUTING_PATH && typeof named === 'string' && isDefinedAssessment(named)) return named;
  if (path === DEFINED_PATH && isDefinedAssessment(assessmentId)) return assessmentId;
  return ASSESSMENTS.find((assessment) => RULE_PATHS[assessment] === path) ?? 'purchase';
};

/** Which list of the assessment is on screen. */
export const useRuleFamily = (): RuleFamily => (useRoute()?.path === ROUTING_PATH ? 'routing' : 'deciding');

/** The rule set on screen; `owner` is the environment it belongs to where that is not the current one. */
export const useRulePlace = (owner?: string): RulePlace => {
  const assessment = useAssessment();
  const { id } = useEnvironment();
  const family = useRuleFamily();
  const environmentId = owner ?? id;
  return useMemo(() => ({ environmentId, assessment, family }), [environmentId, assessment, family]);
};

/** Name of the assessment on screen, where a customer defined it and the name is known. */
export const useOwnAssessmentName = (): string | undefined => {
  const assessment = useAssessment();
  const defined = useDefinedAssessments(!isBuiltInAssessment(assessment));
  return defined.find(({ kind }) => kind === assessment)?.friendlyName ?? undefined;
};

/** What the pages above the rules on screen are about. */
export const useNamedPages = (): NamedPages => ({ '/fraud/assessments/:assessmentId': useOwnAssessmentName() });
