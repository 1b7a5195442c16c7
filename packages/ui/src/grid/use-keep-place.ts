import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Keeps the row at the top of the view where it is when rows arrive above it, as on a refresh of a list that is newest
 * first. A view that stands at the very top stays there and shows what is new.
 */
export const useKeepPlace = (
  scroller: RefObject<HTMLElement | null>,
  ids: { readonly count: number; readonly idAt: (index: number) => string | undefined },
  rowHeightPx: number,
): { readonly remember: () => void } => {
  const place = useRef<{ readonly id: string; readonly index: number } | null>(null);
  const { count, idAt } = ids;

  useLayoutEffect(() => {
    const element = scroller.current;
    const kept = place.current;
    if (!element || !kept || idAt(kept.index) === kept.id) return;
    for (let index = 0; index < count; index++) {
      if (idAt(index) !== kept.id) continue;
      element.scrollTop += (index - kept.index) * rowHeightPx;
      place.current = { id: kept.id, index };
      return;
    }
  }, [scroller, count, idAt, rowHeightPx]);

  const remember = (): void => {
    const top = scroller.current?.scrollTop ?? 0;
    const index = Math.floor(top / rowHeightPx);
    const id = idAt(index);
    place.current = top < rowHeightPx || id === undefined ? null : { id, index };
  };
  return { remember };
};
