import type { AssessmentSummary } from '@redoubt/contracts';
import { isBuiltInAssessment } from '@redoubt/domain';
import { useProvidedNames, useText } from '@redoubt/i18n';
import { useCallback } from 'react';

/** What an assessment is called: its own name, or that of the product. */
export const useAssessmentName = (): ((assessment: AssessmentSummary) => string) => {
  const routes = useText('routes');
  const { shown } = useProvidedNames();
  return useCallback(
    ({ kind, friendlyName }) =>
      friendlyName === null ? (isBuiltInAssessment(kind) ? routes(`${kind}.title`) : kind) : shown(friendlyName),
    [routes, shown],
  );
};
