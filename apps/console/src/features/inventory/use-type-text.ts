import type { InventoryResource } from '@redoubt/contracts';
import { isBuiltInAssessment, type AssessmentName } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { useCallback } from 'react';
import { useDefinedName } from '../assessments/assessments.queries.ts';

/** What an assessment is called. */
export const useAssessmentText = (): ((assessment: AssessmentName) => string) => {
  const text = useText('inventory');
  const nameOf = useDefinedName();
  return useCallback(
    (assessment) => (isBuiltInAssessment(assessment) ? text(`assessment.${assessment}`) : nameOf(assessment)),
    [text, nameOf],
  );
};

/** What a resource is: "List", "Rule · Purchase", "Function · Northfell" for one of another environment. */
export const useTypeText = (): ((resource: InventoryResource) => string) => {
  const text = useText('inventory');
  const branches = useText('branches');
  const assessmentText = useAssessmentText();
  return useCallback(
    ({ type, assessment, branch, environmentName }: InventoryResource) =>
      [
        text(`type.${type}`),
        ...(assessment === null ? [] : [assessmentText(assessment)]),
        ...(branch === null ? [] : [branches('chip', { name: branch.name })]),
        ...(environmentName === null ? [] : [environmentName]),
      ].join(' · '),
    [text, branches, assessmentText],
  );
};
