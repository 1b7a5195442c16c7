import { createContext, useContext, useEffect, useMemo, useRef, useSyncExternalStore, type ReactNode } from 'react';
import { createRegistry, type Registry, type Shortcut } from './registry.ts';

const Shortcuts = createContext<Registry | null>(null);

/**
 * Listens for shortcuts on the whole document. `enabled: false` leaves only those marked `always` (a person can switch
 * single-letter keys off; WCAG 2.1.4).
 */
export const ShortcutProvider = ({
  enabled,
  children,
}: {
  readonly enabled: boolean;
  readonly children: ReactNode;
}) => {
  const registry = useMemo(createRegistry, []);
  useEffect(() => {
    registry.enable(enabled);
  }, [registry, enabled]);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => registry.handle(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [registry]);
  return <Shortcuts.Provider value={registry}>{children}</Shortcuts.Provider>;
};

/**
 * Offers a shortcut while the component is mounted; the newest of equal keys wins. `keys` are written as shown:
 * `Ctrl K`, `g s`, `/`, `Escape`. Single keys rest while a field has the focus.
 */
export const useShortcut = (keys: string, text: string, run: () => void, options: ShortcutOptions = {}): void => {
  const registry = useContext(Shortcuts);
  const latest = useRef(run);
  latest.current = run;
  const { active = true, always = false, inFields = false, yields = false } = options;
  useEffect(() => {
    if (!registry || !active) return undefined;
    return registry.add({ keys, text, always, inFields, yields, run: () => latest.current() });
  }, [registry, keys, text, active, always, inFields, yields]);
};

/** Keys that a component answers itself while it has the focus, and what they do. */
export type ListedKeys = { readonly keys: string; readonly text: string };

/**
 * Lists keys in the overview while the component is mounted, without answering them. `listed` is kept by the caller
 * (`useMemo`).
 */
export const useListedKeys = (listed: readonly ListedKeys[]): void => {
  const registry = useContext(Shortcuts);
  useEffect(() => {
    if (!registry) return undefined;
    const removals = listed.map((each) => registry.add({ ...each, always: false, inFields: false, run: null }));
    return () => {
      for (const remove of removals) remove();
    };
  }, [registry, listed]);
};

export type ShortcutOptions = {
  readonly active?: boolean;
  /** Works although single-letter shortcuts are switched off. */
  readonly always?: boolean;
  /** Works while a text field has the focus. */
  readonly inFields?: boolean;
  /** Gives way to every other shortcut of the same keys, whichever came last. */
  readonly yields?: boolean;
};

const NONE: readonly Shortcut[] = [];

/** The shortcuts that work now, for the overview. */
export const useActiveShortcuts = (): readonly Shortcut[] => {
  const registry = useContext(Shortcuts);
  return useSyncExternalStore(registry?.subscribe ?? (() => () => undefined), () => registry?.list() ?? NONE);
};
