import { useRef, useState, type DOMAttributes } from 'react';
import { steadyRows, type SteadyRows } from '../../../shared/cases/steady-rows.ts';

/** Rows that do not move while the pointer or the keyboard is on them. */
export const useSteadyRows = <Row>(
  fresh: readonly Row[],
  idOf: (row: Row) => string,
): SteadyRows<Row> & {
  readonly hold: Pick<DOMAttributes<HTMLElement>, 'onPointerEnter' | 'onPointerLeave' | 'onFocus' | 'onBlur'>;
  /** Follows the server again until the pointer or the keyboard comes anew. */
  readonly renew: () => void;
} => {
  const shown = useRef(fresh);
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const steady = steadyRows(shown.current, fresh, idOf, isPointed || isFocused);
  shown.current = steady.rows;
  return {
    ...steady,
    hold: {
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      onFocus: () => setFocused(true),
      onBlur: (event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setFocused(false);
      },
    },
    renew: () => {
      setPointed(false);
      setFocused(false);
    },
  };
};
