import { useText } from '@redoubt/i18n';
import { useCallback } from 'react';

/** What an import changes, in the reader's language, and any other name as it is; asks the server for nothing. */
export const useConfigurationName = (): ((type: string, name: string) => string) => {
  const text = useText('changes');
  return useCallback(
    (type, name) => (type === 'Configuration' && name === 'configuration' ? text('configuration') : name),
    [text],
  );
};
