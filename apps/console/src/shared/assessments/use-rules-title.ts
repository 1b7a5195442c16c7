import { isBuiltInAssessment } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { useAssessment, useOwnAssessmentName, useRuleFamily } from './assessment.ts';

/** Title of the page with the rules on screen. */
export const useRulesTitle = (): string => {
  const text = useText('rules');
  const assessment = useAssessment();
  const routes = useText('routes');
  const name = useOwnAssessmentName();
  const family = useRuleFamily();
  if (family === 'routing') return routes('routingRules.title');
  if (isBuiltInAssessment(assessment)) return text(`title.${assessment}`);
  return name === undefined ? routes('assessmentRules.title') : text('title.defined', { name });
};
