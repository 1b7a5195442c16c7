import type { InventoryResource } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { useCallback } from 'react';

/** What a resource is: "List", "Rule · Purchase", "Function · Northfell" for one of another environment. */
export const useTypeText = (): ((resource: InventoryResource) => string) => {
  const text = useText('inventory');
  return useCallback(
    ({ type, assessment, environmentName }: InventoryResource) =>
      [
        text(`type.${type}`),
        ...(assessment === null ? [] : [text(`assessment.${assessment}`)]),
        ...(environmentName === null ? [] : [environmentName]),
      ].join(' · '),
    [text],
  );
};
