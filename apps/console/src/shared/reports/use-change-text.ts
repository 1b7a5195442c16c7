import { useHasText, useText } from '@redoubt/i18n';
import { useCallback } from 'react';
import type { LetteredChange } from './day.ts';

/** Says who did what: "published by Ines Holm, rule". */
export const useChangeText = (): ((change: LetteredChange) => string) => {
  const text = useText('dashboard');
  const hasText = useHasText('dashboard');
  return useCallback(
    ({ operation, resourceType, by }: LetteredChange) => {
      const kind = `changes.resources.${resourceType}`;
      const done = `changes.operations.${operation}`;
      return `${hasText(kind) ? text(kind) : resourceType}, ${text(hasText(done) ? done : 'changes.operations.other', { by })}`;
    },
    [text, hasText],
  );
};
