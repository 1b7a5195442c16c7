import { createContext, useContext, useMemo, useRef, useSyncExternalStore, type ReactNode } from 'react';

type Store = {
  readonly get: () => number | null;
  readonly set: (atMs: number | null) => void;
  readonly subscribe: (heard: () => void) => () => void;
};

const createStore = (): Store => {
  let at: number | null = null;
  const listeners = new Set<() => void>();
  return {
    get: () => at,
    set: (next) => {
      if (next === at) return;
      at = next;
      for (const heard of listeners) heard();
    },
    subscribe: (heard) => {
      listeners.add(heard);
      return () => listeners.delete(heard);
    },
  };
};

const Cursor = createContext<Store | null>(null);

/** Charts inside have one cursor: what is pointed at in one is marked in all. */
export const ChartGroup = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <Cursor.Provider value={useMemo(createStore, [])}>{children}</Cursor.Provider>
);

/** The moment that the cursor of the group stands on, of a chart without a group its own; null where none does. */
export const useChartCursor = (): readonly [number | null, (atMs: number | null) => void] => {
  const own = useRef<Store>(null);
  const shared = useContext(Cursor);
  const store = shared ?? (own.current ??= createStore());
  return [useSyncExternalStore(store.subscribe, store.get), store.set];
};
