import type { InventoryResource } from '@redoubt/contracts';
import { isBuiltInAssessment, type AssessmentName } from '@redoubt/domain';
import { useProvidedNames, useText } from '@redoubt/i18n';
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
  const { shown } = useProvidedNames();
  return useCallback(
    ({ type, assessment, branch, environmentName }: InventoryResource) =>
      [
        text(`type.${type}`),
        ...(assessment === null ? [] : [assessmentText(assessment)]),
        ...(branch === null ? [] : [branches('chip', { name: shown(branch.name) })]),
        ...(environmentName === null ? [] : [environmentName]),
      ].join(' · '),
    [text, branches, assessmentText, shown],
  );
};

/** Name of a resource for people: rules may have come with the product; other names are spelled in code. */
export const useResourceName = (): ((resource: Pick<InventoryResource, 'type' | 'name'>) => string) => {
  const { shown } = useProvidedNames();
  return useCallback(({ type, name }) => (type === 'rule' ? shown(name) : name), [shown]);
};
