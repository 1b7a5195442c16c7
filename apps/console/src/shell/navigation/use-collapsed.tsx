import { createContext, useCallback, useContext, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { usePreferences } from '../../preferences/use-preferences.tsx';

const NARROW = '(max-width: 1200px)';

const watchWidth = (changed: () => void): (() => void) => {
  if (typeof matchMedia !== 'function') return () => undefined;
  const query = matchMedia(NARROW);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
};

const isNarrow = (): boolean => typeof matchMedia === 'function' && matchMedia(NARROW).matches;

type Collapsed = readonly [collapsed: boolean, toggle: () => void];

const State = createContext<Collapsed>([false, () => undefined]);

/**
 * Whether the navigation is collapsed: as the person left it, and on narrow windows always, unless opened in this visit
 * (that is not remembered, so a small screen does not change the large one).
 */
export const CollapsedProvider = ({ children }: { readonly children: ReactNode }) => {
  const narrow = useSyncExternalStore(watchWidth, isNarrow);
  const [openWhileNarrow, setOpenWhileNarrow] = useState(false);
  const [{ navigationCollapsed }, change] = usePreferences();
  const collapsed = narrow ? !openWhileNarrow : navigationCollapsed;
  const toggle = useCallback(() => {
    if (narrow) setOpenWhileNarrow((before) => !before);
    else change({ navigationCollapsed: !navigationCollapsed });
  }, [narrow, change, navigationCollapsed]);
  const value = useMemo<Collapsed>(() => [collapsed, toggle], [collapsed, toggle]);
  return <State.Provider value={value}>{children}</State.Provider>;
};

export const useCollapsed = (): Collapsed => useContext(State);
