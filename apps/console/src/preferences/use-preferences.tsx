import type { Settings } from '@redoubt/contracts';
import { createContext, useContext, useSyncExternalStore, type ReactNode } from 'react';
import { createPreferences, type Preferences } from './preferences.ts';

const Store = createContext<Preferences>(createPreferences({ getItem: () => null, setItem: () => undefined }));

export const PreferencesProvider = ({
  preferences,
  children,
}: {
  readonly preferences: Preferences;
  readonly children: ReactNode;
}) => <Store.Provider value={preferences}>{children}</Store.Provider>;

export const usePreferenceStore = (): Preferences => useContext(Store);

/** The preferences in force, and how to change some of them. */
export const usePreferences = (): readonly [Settings, Preferences['change']] => {
  const store = useContext(Store);
  return [useSyncExternalStore(store.subscribe, store.get), store.change];
};
