import { createElement, lazy, Suspense, useEffect, type ComponentType, type ReactNode } from 'react';
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
  const begin = (): ComponentType<Props> =>
    lazy(async () => {
      try {
        return { default: await loadWithTexts(load) };
      } catch (error) {
        // React keeps a failure for good; what is shown after "try again" is another attempt.
        current = begin();
        throw error;
      }
    });
  let current = begin();
  const Shown = (props: Props): ReactNode => (
    <Suspense fallback={<Fallback />}>{createElement(current, props)}</Suspense>
  );
  return Object.assign(Shown, { preload: () => void load().catch(() => undefined) });
};

/** How long a page is left in peace before what may follow is loaded. */
const REST_MS = 500;

/** Loads a component that people are likely to open next, once the page it is opened from has settled. */
export const usePreload = (component: { readonly preload: () => void }): void => {
  useEffect(() => {
    const timer = setTimeout(component.preload, REST_MS);
    return () => clearTimeout(timer);
  }, [component]);
};
