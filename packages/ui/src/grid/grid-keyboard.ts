/** The cell a grid stands on. Row -1 is the header. */
export type GridPosition = { readonly row: number; readonly column: number };

export type GridExtent = {
  readonly rows: number;
  readonly columns: number;
  /** Whole rows that fit into the view: the step of Page Up and Page Down. */
  readonly pageRows: number;
};

export type GridKey = { readonly key: string; readonly ctrl: boolean; readonly shift?: boolean };

export type GridAction =
  | { readonly kind: 'move'; readonly to: GridPosition }
  | { readonly kind: 'open' }
  | { readonly kind: 'peek' }
  | { readonly kind: 'select' }
  | { readonly kind: 'selectTo'; readonly to: GridPosition }
  | { readonly kind: 'close' }
  | { readonly kind: 'narrow' }
  | { readonly kind: 'copy' };

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));

const moves: Readonly<Record<string, (at: GridPosition, extent: GridExtent, ctrl: boolean) => GridPosition>> = {
  ArrowUp: (at, _extent, ctrl) => ({ ...at, row: ctrl ? 0 : at.row - 1 }),
  ArrowDown: (at, extent, ctrl) => ({ ...at, row: ctrl ? extent.rows - 1 : at.row + 1 }),
  ArrowLeft: (at, _extent, ctrl) => ({ ...at, column: ctrl ? 0 : at.column - 1 }),
  ArrowRight: (at, extent, ctrl) => ({ ...at, column: ctrl ? extent.columns - 1 : at.column + 1 }),
  Home: (at, _extent, ctrl) => ({ row: ctrl ? 0 : at.row, column: 0 }),
  End: (at, extent, ctrl) => ({ row: ctrl ? extent.rows - 1 : at.row, column: extent.columns - 1 }),
  PageUp: (at, extent) => ({ ...at, row: Math.max(0, at.row - extent.pageRows) }),
  PageDown: (at, extent) => ({ ...at, row: at.row + extent.pageRows }),
  j: (at) => ({ ...at, row: at.row + 1 }),
  k: (at) => ({ ...at, row: Math.max(0, at.row - 1) }),
};

/**
 * What a key means in a grid, after the keyboard of a spreadsheet: arrows move by a cell (with Ctrl to the edge), Home
 * and End within the row (with Ctrl within the grid), Page Up and Page Down by a view, `j` and `k` by a row, Enter
 * opens, Space peeks, with Shift it selects and the arrows extend the selection, `f` narrows to the value, Escape closes the peek, Ctrl C copies the value. Undefined for any other key.
 */
export const gridAction = (key: GridKey, at: GridPosition, extent: GridExtent): GridAction | undefined => {
  if (key.ctrl && key.key.toLowerCase() === 'c') return { kind: 'copy' };
  if (key.shift === true && !key.ctrl) {
    if (key.key === ' ') return { kind: 'select' };
    const step = key.key === 'ArrowDown' ? 1 : key.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) return { kind: 'selectTo', to: { ...at, row: clamp(at.row + step, 0, extent.rows - 1) } };
  }
  const move = key.ctrl && key.key.length === 1 ? undefined : moves[key.key];
  if (move) {
    const to = move(at, extent, key.ctrl);
    return {
      kind: 'move',
      to: { row: clamp(to.row, -1, extent.rows - 1), column: clamp(to.column, 0, extent.columns - 1) },
    };
  }
  if (key.ctrl) return undefined;
  if (key.key === 'Enter') return { kind: 'open' };
  if (key.key === ' ') return { kind: 'peek' };
  if (key.key === 'Escape') return { kind: 'close' };
  if (key.key === 'f') return { kind: 'narrow' };
  return undefined;
};
