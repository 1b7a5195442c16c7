import { useCallback } from 'react';
import { usePreferences } from './use-preferences.tsx';

/**
 * The columns a person chose for a screen, kept with the preferences; undefined means the default view, and saving
 * undefined returns to it.
 */
export const useSavedColumns = (
  screen: string,
): readonly [readonly string[] | undefined, (shown: readonly string[] | undefined) => void] => {
  const [{ columns }, change] = usePreferences();
  const save = useCallback(
    (shown: readonly string[] | undefined) => {
      const { [screen]: _before, ...others } = columns;
      change({ columns: shown === undefined ? others : { ...others, [screen]: [...shown] } });
    },
    [change, columns, screen],
  );
  return [columns[screen], save];
};
