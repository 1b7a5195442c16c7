import { ASSESSMENTS, type AssessmentName } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { useMemo } from 'react';
import { useEnvironment } from '../../app/console-context.tsx';
import { useRoute } from '../../routes/current-route.ts';

/** Page of the rules of each assessment. */
const RULE_PATHS = {
  purchase: '/fraud/purchase/rules',
  accountCreation: '/fraud/accountcreation/rules',
  accountLogin: '/fraud/accountlogin/rules',
} as const satisfies Readonly<Record<AssessmentName, string>>;

/** Path of the page with the rules of an assessment. */
export const rulePathOf = (assessment: string) =>
  RULE_PATHS[ASSESSMENTS.find((each) => each === assessment) ?? 'purchase'];

/** What a condition can ask of events of each assessment. */
export const CONDITION_EXAMPLES: Readonly<Record<AssessmentName, string>> = {
  purchase: '@"totalAmount" > 100',
  accountCreation: '@"user.countryRegion" == "DK"',
  accountLogin: '@"user.countryRegion" == "DK"',
};

/** Where a rule set stands. */
export type RulePlace = { readonly environmentId: string; readonly assessment: AssessmentName };

/** The assessment whose rules are on screen. */
export const useAssessment = (): AssessmentName => {
  const path = useRoute()?.path;
  return ASSESSMENTS.find((assessment) => RULE_PATHS[assessment] === path) ?? 'purchase';
};

/** The rule set on screen; `owner` is the environment it belongs to where that is not the current one. */
export const useRulePlace = (owner?: string): RulePlace => {
  const assessment = useAssessment();
  const { id } = useEnvironment();
  const environmentId = owner ?? id;
  return useMemo(() => ({ environmentId, assessment }), [environmentId, assessment]);
};

/** Title of the page with the rules on screen. */
export const useRulesTitle = (): string => useText('rules')(`title.${useAssessment()}`);
