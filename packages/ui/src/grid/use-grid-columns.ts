import {
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import { shownColumns } from './column-choice.ts';
import type { GridColumn } from './grid-column.ts';

const features = tableFeatures({
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
});

const NO_ROWS: readonly Record<string, never>[] = [];
const MIN_WIDTH_PX = 48;
/** The part of its first width that a growing column keeps before the grid scrolls sideways; that of the name keeps all. */
const KEPT_SHARE = 0.6;
/** Padding of a row at both its ends, as in the style sheet. */
const SIDE_PADDING_PX = 16;

/** A column as it stands in the grid now. */
export type PlacedColumn<Row> = {
  readonly column: GridColumn<Row>;
  readonly sizePx: number;
  readonly isResizing: boolean;
  /** Starts a drag of the right edge. */
  readonly startResize: (event: unknown) => void;
  readonly resizeBy: (px: number) => void;
  readonly resetSize: () => void;
};

/** Columns seen and hidden as the chooser needs to know them. */
export const columnChoices = <Row>(columns: readonly GridColumn<Row>[]) =>
  columns.map(({ id, header, hideable = true, hiddenAtFirst = false }) => ({ id, header, hideable, hiddenAtFirst }));

/** Columns as a grid shows them by a saved choice, in its order. */
export const chosenColumns = <Row>(
  columns: readonly GridColumn<Row>[],
  shown: readonly string[] | undefined,
): readonly GridColumn<Row>[] => {
  const byId = new Map(columns.map((column) => [column.id, column]));
  return shownColumns(columnChoices(columns), shown).flatMap((id) => byId.get(id) ?? []);
};

/**
 * Order, visibility and widths of the columns. TanStack Table keeps the state of columns only: rows stay a plain array,
 * so a page more costs the same at ten rows and at a hundred thousand.
 */
export const useGridColumns = <Row>(columns: readonly GridColumn<Row>[], shown: readonly string[] | undefined) => {
  const order = useMemo(() => [...shownColumns(columnChoices(columns), shown)], [columns, shown]);
  const definitions = useMemo(
    () =>
      columns.map(({ id, width, minWidth = MIN_WIDTH_PX }) => ({ id, size: width, minSize: minWidth, maxSize: 1200 })),
    [columns],
  );
  const visibility = useMemo(
    () => Object.fromEntries(columns.map(({ id }) => [id, order.includes(id)])),
    [columns, order],
  );
  const table = useTable({
    features,
    columns: definitions,
    data: NO_ROWS,
    columnResizeMode: 'onChange',
    state: { columnOrder: order, columnVisibility: visibility },
  });
  const sizes = table.state.columnSizing;
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns]);

  const placed = table.getHeaderGroups()[0]?.headers.flatMap((header): readonly PlacedColumn<Row>[] => {
    const column = byId.get(header.column.id);
    if (!column) return [];
    const { minWidth = MIN_WIDTH_PX } = column;
    return [
      {
        column,
        sizePx: header.column.getSize(),
        isResizing: header.column.getIsResizing(),
        startResize: header.getResizeHandler(),
        resizeBy: (px) =>
          table.setColumnSizing((old) => ({
            ...old,
            [column.id]: Math.max(minWidth, (old[column.id] ?? column.width) + px),
          })),
        resetSize: () => header.column.resetSize(),
      },
    ];
  });

  const grows = ({ column }: PlacedColumn<Row>): boolean => column.grow === true && sizes[column.id] === undefined;
  const leastPx = (each: PlacedColumn<Row>): number =>
    grows(each) && each.column.hideable !== false
      ? Math.max(each.column.minWidth ?? MIN_WIDTH_PX, Math.round(each.sizePx * KEPT_SHARE))
      : each.sizePx;
  const template = (placed ?? [])
    .map((each) => (grows(each) ? `minmax(${leastPx(each)}px, ${each.sizePx}fr)` : `${each.sizePx}px`))
    .join(' ');
  const minWidthPx = (placed ?? []).reduce((sum, each) => sum + leastPx(each), SIDE_PADDING_PX);
  return { placed: placed ?? [], template, minWidthPx };
};
