import { createElement, lazy, Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { loadWithTexts } from './lazy-part.ts';

/** A component in a chunk of its own. */
export type LazyComponent<Props extends object> = {
  (props: Props): ReactNode;
  /** Loads the chunk ahead of its use; one that fails is asked for again when the component is shown. */
  readonly preload: () => void;
};

/**
 * A component of a page that is loaded with its texts when it is first shown. Make it outside of any component.
 * @param load loads the component
 * @param Fallback stands there until then
 */
export const lazyComponent = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Fallback: ComponentType,
): LazyComponent<Props> => {
  /** What has come before it was shown: it is drawn at once. */
  let loaded: ComponentType<Props> | null = null;
  const loading = async (): Promise<ComponentType<Props>> => (loaded = await loadWithTexts(load));
  const begin = (): ComponentType<Props> =>
    lazy(async () => {
      try {
        return { default: await loading() };
      } catch (error) {
        // React keeps a failure for good; what is shown after "try again" is another attempt.
        current = begin();
        throw error;
      }
    });
  let current = begin();
  const Shown = (props: Props): ReactNode => {
    // Kept while it is shown, so that its state is.
    const [ready] = useState(() => loaded);
    return ready === null ? (
      <Suspense fallback={<Fallback />}>{createElement(current, props)}</Suspense>
    ) : (
      createElement(ready, props)
    );
  };
  return Object.assign(Shown, { preload: () => void loading().catch(() => undefined) });
};

const Nothing = (): null => null;

/** A panel or form that a page opens on demand: nothing stands there until it has come. Make it outside of any component. */
export const lazyPanel = <Props extends object>(load: () => Promise<ComponentType<Props>>): LazyComponent<Props> =>
  lazyComponent(load, Nothing);

/** How long a page is left in peace before what may follow is loaded. */
const REST_MS = 500;

type Preloaded = { readonly preload: () => void };

/** Loads a component that people are likely to open next, once the page it is opened from has settled. */
export const usePreload = (component: Preloaded): void => {
  useEffect(() => {
    const timer = setTimeout(component.preload, REST_MS);
    return () => clearTimeout(timer);
  }, [component]);
};

/** Several components as one for `usePreload`; made outside of any component. */
export const together = (...components: readonly Preloaded[]): Preloaded => ({
  preload: () => {
    for (const { preload } of components) preload();
  },
});
