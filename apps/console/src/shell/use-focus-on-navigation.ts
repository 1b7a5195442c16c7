import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** A page that takes longer to come than this leaves the focus where it is. */
const PATIENCE_MS = 10_000;

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/**
 * After a change of page its heading gets the focus, so that screen readers say where one is and Tab goes on from there;
 * unless the page gives the focus to something itself or the person has moved on. Pages arrive in steps, hence the
 * observer.
 */
export const useFocusOnNavigation = (contentId: string): void => {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    const content = document.getElementById(contentId);
    if (before.current === pathname || !content) return undefined;
    before.current = pathname;
    const start = document.activeElement;
    // A tour leads to the page that it is about, and says there what is to be seen.
    if (start?.closest('[data-tour-card]')) return undefined;
    const settle = (): void => {
      const moved = document.activeElement !== start && !isLost();
      if (!moved) content.querySelector<HTMLElement>('[data-page-title]')?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(settle);
    const stop = (): void => {
      observer.disconnect();
      clearTimeout(timer);
      removeEventListener('keydown', stop, true);
      removeEventListener('pointerdown', stop, true);
    };
    const timer = setTimeout(stop, PATIENCE_MS);
    observer.observe(content, { childList: true, subtree: true });
    addEventListener('keydown', stop, true);
    addEventListener('pointerdown', stop, true);
    settle();
    return stop;
  }, [pathname, contentId]);
};
