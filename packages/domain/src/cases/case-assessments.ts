import type { AssessmentDefinition } from '../assessments/definition.ts';
import type { AssessmentName } from '../events/event-kinds.ts';

/**
 * Whether reviews of an assessment become cases: purchases, and assessments that were defined with case management.
 *
 * @param definition of a defined assessment.
 */
export const hasCaseManagement = (
  assessment: AssessmentName,
  definition?: Pick<AssessmentDefinition, 'features'>,
): boolean => assessment === 'purchase' || (definition?.features.caseManagement ?? false);
