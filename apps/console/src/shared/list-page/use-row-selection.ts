import type { GridHandle } from '@redoubt/ui';
import { useRef, useState, type RefObject } from 'react';

/** The row the keyboard stands on, and the one that is open beside the rows. */
export type RowSelection = {
  readonly grid: RefObject<GridHandle | null>;
  readonly current: string | null;
  readonly isOpen: boolean;
  /** The keyboard went to a row: what is open follows it. */
  readonly move: (id: string) => void;
  readonly open: (id: string) => void;
  /** Closes what is open and gives the keyboard back to the rows. */
  readonly close: () => void;
};

/** Notes in the address which row is open; none by undefined. */
export type ChooseRow = (id: string | undefined, options?: { readonly replace: true }) => void;

/**
 * Keeps the row in hand, beginning with the one the address opens. Where `opensInHand`, the row in hand is open at once,
 * because a chart or pane beside the rows has nothing else to show.
 */
export const useRowSelection = (
  openId: string | null | undefined,
  choose: ChooseRow,
  { opensInHand = false }: { readonly opensInHand?: boolean } = {},
): RowSelection => {
  const grid = useRef<GridHandle>(null);
  const [current, setCurrent] = useState<string | null>(openId ?? null);
  const isOpen = typeof openId === 'string';
  return {
    grid,
    current,
    isOpen,
    move: (id) => {
      setCurrent(id);
      if ((isOpen || opensInHand) && id !== openId) choose(id, { replace: true });
    },
    open: choose,
    close: () => {
      choose(undefined);
      grid.current?.focus();
    },
  };
};
