import type { InventoryResource } from '@redoubt/contracts';
import { isBuiltInAssessment } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { useCallback } from 'react';
import { useDefinedName } from '../assessments/assessments.queries.ts';

/** What a resource is: "List", "Rule · Purchase", "Function · Northfell" for one of another environment. */
export const useTypeText = (): ((resource: InventoryResource) => string) => {
  const text = useText('inventory');
  const nameOf = useDefinedName();
  return useCallback(
    ({ type, assessment, environmentName }: InventoryResource) =>
      [
        text(`type.${type}`),
        ...(assessment === null
          ? []
          : [isBuiltInAssessment(assessment) ? text(`assessment.${assessment}`) : nameOf(assessment)]),
        ...(environmentName === null ? [] : [environmentName]),
      ].join(' · '),
    [text, nameOf],
  );
};
