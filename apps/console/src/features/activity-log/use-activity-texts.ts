import type { ActivityEntry } from '@redoubt/contracts';
import { isActivityOperation, isActivityResource, isBuiltInAssessment } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { useMemo } from 'react';

/** What operations, kinds of things and assessments are called; of what a later release wrote, its own word. */
export const useActivityTexts = () => {
  const text = useText('activityLog');
  const routes = useText('routes');
  return useMemo(
    () => ({
      operation: (word: string): string => (isActivityOperation(word) ? text(`operation.${word}`) : word),
      assessment: ({ id, name }: NonNullable<ActivityEntry['assessment']>): string =>
        isBuiltInAssessment(id) ? routes(`${id}.title`) : name,
      kind: (word: string): string => (isActivityResource(word) ? text(`kind.${word}`) : word),
    }),
    [text, routes],
  );
};
