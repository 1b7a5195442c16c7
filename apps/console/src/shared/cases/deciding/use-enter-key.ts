import { useEffect, useRef } from 'react';

/** Where the focus rests while nothing of the page is used: pages give it to their title when they open. */
const RESTING_PLACES = 'body, main, [data-page-title]';

/** Runs on Enter while the focus is on no control, which would answer the key itself. */
export const useEnterKey = (run: () => void, active: boolean): void => {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    if (!active) return undefined;
    const onKeyDown = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, repeat, isComposing, defaultPrevented, target } = event;
      if (key !== 'Enter' || ctrlKey || metaKey || altKey || shiftKey) return;
      if (repeat || isComposing || defaultPrevented) return;
      if (!(target instanceof Element) || !target.matches(RESTING_PLACES)) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [active]);
};
