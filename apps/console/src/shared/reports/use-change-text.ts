import { ENGLISH, useText, type TextKey } from '@redoubt/i18n';
import { useCallback } from 'react';
import type { LetteredChange } from './day.ts';

/** Says who did what: "published by Ines Holm, rule". */
export const useChangeText = (): ((change: LetteredChange) => string) => {
  const text = useText('dashboard');
  return useCallback(
    ({ operation, resourceType, by }: LetteredChange) => {
      const { operations, resources } = ENGLISH.dashboard.changes;
      const known = Object.hasOwn(operations, operation) ? operation : 'other';
      const kind = Object.hasOwn(resources, resourceType)
        ? text(`changes.resources.${resourceType}` as TextKey<'dashboard'>)
        : resourceType;
      return `${kind}, ${text(`changes.operations.${known}` as TextKey<'dashboard'>, { by })}`;
    },
    [text],
  );
};
