import type { ReactNode } from 'react';

/** One column of a grid: what it is called, how wide it is, and what it shows of a row. */
export type GridColumn<Row> = {
  readonly id: string;
  readonly header: string;
  /** First width in pixels; a growing column takes its share of what is left over, and gives way where too little is. */
  readonly width: number;
  readonly minWidth?: number;
  readonly grow?: boolean;
  readonly align?: 'start' | 'end';
  readonly mono?: boolean;
  /** False for the column that names the row. */
  readonly hideable?: boolean;
  readonly hiddenAtFirst?: boolean;
  /** The order the server sorts this column in, for the column it sorts by. */
  readonly sorted?: 'ascending' | 'descending';
  /** Sorts by this column, or the other way round: a press on its header, or Enter there. */
  readonly onSort?: () => void;
  readonly cell: (row: Row) => ReactNode;
  /** What Ctrl C copies; without it the text that is seen. */
  readonly text?: (row: Row) => string;
  /** Narrows the page to the value of this cell; undefined where the cell holds none. */
  readonly narrow?: (row: Row) => (() => void) | undefined;
};

export const GRID_ROW_HEIGHTS_PX = { compact: 32, comfortable: 40 } as const;
export type GridDensity = keyof typeof GRID_ROW_HEIGHTS_PX;

export const GRID_HEADER_HEIGHT_PX = 32;
