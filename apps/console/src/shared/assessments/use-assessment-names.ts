import { ASSESSMENTS, type AssessmentName } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { useDefinedAssessments } from './assessments.queries.ts';

/** Assessments that can be chosen in the environment in force, those of the product first, with their names. */
export const useAssessmentNames = (): readonly { readonly kind: AssessmentName; readonly name: string }[] => {
  const routes = useText('routes');
  const defined = useDefinedAssessments();
  return [
    ...ASSESSMENTS.map((kind) => ({ kind, name: routes(`${kind}.title`) })),
    ...defined.map(({ kind, friendlyName }) => ({ kind, name: friendlyName })),
  ];
};
