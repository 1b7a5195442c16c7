import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** The width of an element in pixels, kept up to date; `initial` until it is known. */
export const useWidth = <Element extends HTMLElement>(
  initial: number,
): readonly [RefObject<Element | null>, number] => {
  const element = useRef<Element>(null);
  const [width, setWidth] = useState(initial);
  useLayoutEffect(() => {
    const watched = element.current;
    if (!watched || typeof ResizeObserver !== 'function') return undefined;
    const measure = (): void => setWidth((old) => Math.floor(watched.clientWidth) || old);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(watched);
    return () => observer.disconnect();
  }, []);
  return [element, width];
};
