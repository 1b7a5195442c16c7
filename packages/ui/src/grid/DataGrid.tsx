import { useText } from '@redoubt/i18n';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useId, useImperativeHandle, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { GRID_HEADER_HEIGHT_PX, GRID_ROW_HEIGHTS_PX, type GridColumn, type GridDensity } from './grid-column.ts';
import { gridAction, type GridKey, type GridPosition } from './grid-keyboard.ts';
import { GridHeader } from './GridHeader.tsx';
import { GridRow, SkeletonRow } from './GridRow.tsx';
import styles from './grid.module.css';
import { useGridColumns } from './use-grid-columns.ts';
import { useGridKeys } from './use-grid-keys.ts';
import { useKeepPlace } from './use-keep-place.ts';

/** What a page can ask of a grid. */
export type GridHandle = {
  readonly focus: () => void;
  /** Brings a row into view. */
  readonly show: (id: string) => void;
};

export type DataGridProps<Row> = {
  /** What the rows are, for people who hear the page. */
  readonly label: string;
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  readonly columns: readonly GridColumn<Row>[];
  /** Ids of the columns to show, in order; the default view without it. */
  readonly shown?: readonly string[] | undefined;
  readonly density?: GridDensity;
  /** Rows of the whole result, where known. */
  readonly total?: number | undefined;
  /** True until the first rows are there: skeleton rows stand in their place. */
  readonly isLoading?: boolean;
  readonly hasMore?: boolean;
  readonly isLoadingMore?: boolean;
  /** Asked for the next page when the end comes near; called once per page. */
  readonly onMore?: () => void;
  /** The row in hand: the one the keyboard stands on and a peek shows. The grid keeps it itself without this. */
  readonly current?: string | null;
  readonly onCurrent?: (id: string) => void;
  readonly onOpen?: (row: Row) => void;
  /** Space, or a click on the row. */
  readonly onPeek?: (row: Row) => void;
  /** Shift Space. */
  readonly onSelect?: (row: Row) => void;
  /** Shift and an arrow: from the row in hand to the next one. */
  readonly onSelectTo?: (to: Row, from: Row) => void;
  /** Escape. */
  readonly onClose?: () => void;
  /** False where `j`, `k` and Space do not work while the heading of the page has the focus: in a panel beside it. */
  readonly takesPageKeys?: boolean;
  /** Where rows lie below others. */
  readonly tree?: GridTree<Row> | undefined;
  readonly ref?: Ref<GridHandle>;
};

/** How rows lie below each other; those that are folded away are no rows. */
export type GridTree<Row> = {
  /** From 1 for those below nothing. */
  readonly levelOf: (row: Row) => number;
  /** Whether the rows below it are there; undefined where it has none. */
  readonly isOpen: (row: Row) => boolean | undefined;
  /** Id of the row that it lies below. */
  readonly parentOf: (row: Row) => string | null;
  readonly onFold: (row: Row) => void;
};

const FIRST_SKELETONS = 30;
const MORE_SKELETONS = 3;
const FETCH_AHEAD_ROWS = 30;

/**
 * A grid of any number of rows with the keyboard of a spreadsheet. The focus stays on the grid itself and the cell in
 * hand is named by `aria-activedescendant`, so scrolling it out of the document loses nothing. Only rows in view are
 * drawn; rows are an array the page owns and extends by key.
 */
export const DataGrid = <Row,>(props: DataGridProps<Row>): ReactNode => {
  const { rows, rowId, columns, onOpen, onPeek, onClose, onMore, tree } = props;
  const { hasMore = false, isLoading = false, isLoadingMore = false } = props;
  const narrowText = useText('ui')('grid.narrow');
  const narrows = columns.some(({ narrow }) => narrow !== undefined);
  useGridKeys({
    opens: onOpen !== undefined,
    peeks: onPeek !== undefined,
    selects: props.onSelect !== undefined,
    narrows,
    folds: tree !== undefined,
  });
  const gridId = useId();
  const cellId = `${gridId}-cell`;
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeightPx = GRID_ROW_HEIGHTS_PX[props.density ?? 'compact'];
  const { placed, template, minWidthPx } = useGridColumns(columns, props.shown);
  const [column, setColumn] = useState(0);
  const [own, setOwn] = useState<string | null>(null);
  const { current = own, onCurrent = setOwn } = props;
  const [inHeader, setInHeader] = useState(false);

  const idAt = useCallback(
    (index: number) => {
      const row = rows[index];
      return row === undefined ? undefined : rowId(row);
    },
    [rows, rowId],
  );
  const currentIndex = useMemo(
    () => (current === null ? -1 : rows.findIndex((row) => rowId(row) === current)),
    [rows, rowId, current],
  );
  const count = isLoading ? FIRST_SKELETONS : rows.length + (hasMore ? MORE_SKELETONS : 0);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPx,
    overscan: 10,
    useFlushSync: false,
    scrollPaddingStart: GRID_HEADER_HEIGHT_PX,
  });
  const items = virtual.getVirtualItems();
  useEffect(() => virtual.measure(), [virtual, rowHeightPx]);
  const { remember } = useKeepPlace(scroller, { count: rows.length, idAt }, rowHeightPx);

  const lastDrawn = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && !isLoading && !isLoadingMore && lastDrawn >= rows.length - FETCH_AHEAD_ROWS) onMore?.();
  }, [hasMore, isLoading, isLoadingMore, lastDrawn, rows.length, onMore]);

  const scrollToRow = useCallback((index: number) => virtual.scrollToIndex(index, { align: 'auto' }), [virtual]);
  useImperativeHandle(
    props.ref,
    () => ({
      focus: () => scroller.current?.focus({ preventScroll: true }),
      show: (id) => {
        const index = rows.findIndex((row) => rowId(row) === id);
        if (index >= 0) scrollToRow(index);
      },
    }),
    [rows, rowId, scrollToRow],
  );

  const moveTo = (to: GridPosition): void => {
    setColumn(to.column);
    setInHeader(to.row < 0);
    const id = idAt(to.row);
    if (to.row < 0 || id === undefined) return;
    onCurrent(id);
    scrollToRow(to.row);
  };

  const copyCell = (): boolean => {
    const row = rows[currentIndex];
    if (row === undefined || !document.getSelection()?.isCollapsed) return false;
    const chosen = placed[column]?.column;
    const seen = document.getElementById(cellId)?.textContent;
    void navigator.clipboard?.writeText(chosen?.text?.(row) ?? seen ?? '');
    return true;
  };

  const pageRows = (): number =>
    Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - GRID_HEADER_HEIGHT_PX) / rowHeightPx));

  /** In the first column of a tree the arrows to the sides fold and unfold before they move. */
  const fold = (key: string): boolean => {
    const row = inHeader || column !== 0 ? undefined : rows[currentIndex];
    if (tree === undefined || row === undefined) return false;
    const isOpen = tree.isOpen(row);
    if (key === 'ArrowRight' && isOpen === false) tree.onFold(row);
    else if (key === 'ArrowRight' && isOpen === true) moveTo({ row: currentIndex + 1, column });
    else if (key === 'ArrowLeft' && isOpen === true) tree.onFold(row);
    else if (key === 'ArrowLeft') {
      const parentId = tree.parentOf(row);
      const parent = parentId === null ? -1 : rows.findIndex((each) => rowId(each) === parentId);
      if (parent < 0) return false;
      moveTo({ row: parent, column });
    } else return false;
    return true;
  };

  /** True where the key meant something to the grid. */
  const act = (key: GridKey & { readonly alt: boolean }): boolean => {
    if (key.alt && inHeader && (key.key === 'ArrowLeft' || key.key === 'ArrowRight')) {
      placed[column]?.resizeBy(key.key === 'ArrowRight' ? 8 : -8);
      return true;
    }
    if (inHeader && key.key === 'Enter' && !key.alt && placed[column]?.column.onSort) {
      placed[column].column.onSort();
      return true;
    }
    if (!key.ctrl && !key.alt && fold(key.key)) return true;
    const at = { row: inHeader ? -1 : currentIndex, column };
    const action = key.alt
      ? undefined
      : gridAction(key, at, { rows: rows.length, columns: placed.length, pageRows: pageRows() });
    if (!action || (rows.length === 0 && action.kind !== 'close')) return false;
    const row = inHeader ? undefined : rows[currentIndex];
    if (action.kind === 'selectTo') {
      const to = rows[action.to.row];
      if (row !== undefined && to !== undefined) props.onSelectTo?.(to, row);
      moveTo(action.to);
    } else if (action.kind === 'move') moveTo(action.to);
    else if (action.kind === 'copy') return copyCell();
    else if (action.kind === 'close') onClose?.();
    else if (row === undefined) return false;
    else if (action.kind === 'open') onOpen?.(row);
    else if (action.kind === 'peek') onPeek?.(row);
    else if (action.kind === 'select') props.onSelect?.(row);
    else placed[column]?.column.narrow?.(row)?.();
    return true;
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== scroller.current || event.metaKey) return;
    if (act({ key: event.key, ctrl: event.ctrlKey, alt: event.altKey, shift: event.shiftKey })) event.preventDefault();
  };

  const onPageKey = useRef<(event: globalThis.KeyboardEvent) => void>(undefined);
  onPageKey.current = (event) => {
    const { activeElement } = document;
    const free = activeElement === null || activeElement.matches('body, [data-page-title]');
    if (!free || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!['j', 'k', ' ', 'ArrowDown', 'ArrowUp'].includes(event.key)) return;
    if (!act({ key: event.key === ' ' && currentIndex < 0 ? 'j' : event.key, ctrl: false, alt: false })) return;
    event.preventDefault();
    scroller.current?.focus({ preventScroll: true });
  };
  const { takesPageKeys = true } = props;
  useEffect(() => {
    if (!takesPageKeys) return;
    const listen = (event: globalThis.KeyboardEvent): void => onPageKey.current?.(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [takesPageKeys]);

  /** From a press until the focus that it brings. */
  const pressed = useRef(false);
  const latest = useRef({ rows, rowId, onOpen, onPeek, onCurrent });
  latest.current = { rows, rowId, onOpen, onPeek, onCurrent };
  const withRow = useCallback((id: string, use: (row: Row) => void) => {
    const { rows: now, rowId: idOf } = latest.current;
    const row = now.find((each) => idOf(each) === id);
    if (row !== undefined) use(row);
  }, []);
  const onPick = useCallback(
    (id: string, at: number) => {
      setColumn(at);
      setInHeader(false);
      latest.current.onCurrent(id);
      withRow(id, (row) => latest.current.onPeek?.(row));
    },
    [withRow],
  );
  const onOpenId = useCallback((id: string) => withRow(id, (row) => latest.current.onOpen?.(row)), [withRow]);

  const visible = useMemo(() => placed.map((each) => each.column), [placed]);
  const standsOn = inHeader ? `${gridId}-header-cell` : currentIndex >= 0 ? cellId : undefined;
  const rowCount = props.total ?? (hasMore ? undefined : rows.length);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a grid or a tree grid, by its role
    <div
      ref={scroller}
      role={tree ? 'treegrid' : 'grid'}
      tabIndex={0}
      aria-label={props.label}
      aria-busy={isLoading}
      aria-rowcount={rowCount === undefined ? -1 : rowCount + 1}
      aria-colcount={placed.length}
      aria-activedescendant={standsOn}
      className={styles.grid}
      onKeyDown={onKeyDown}
      onScroll={remember}
      onPointerDown={() => {
        pressed.current = true;
      }}
      onBlur={(event) => {
        if (event.target === scroller.current) pressed.current = false;
      }}
      onFocus={(event) => {
        // A press says itself which row is meant; it must not stand on the first one before.
        const byPress = pressed.current;
        pressed.current = false;
        if (event.target === scroller.current && !byPress && currentIndex < 0 && !inHeader) {
          const first = idAt(0);
          if (first !== undefined) onCurrent(first);
        }
      }}
    >
      <GridHeader
        placed={placed}
        template={template}
        minWidthPx={minWidthPx}
        gridId={gridId}
        currentColumn={inHeader ? column : undefined}
        onPick={(at) => {
          setColumn(at);
          setInHeader(true);
        }}
      />
      <div role="rowgroup" className={styles.body} style={{ height: virtual.getTotalSize(), minWidth: minWidthPx }}>
        {items.map((item) => {
          const row = isLoading ? undefined : rows[item.index];
          const place = { index: item.index, topPx: item.start, heightPx: rowHeightPx, template, columns: visible };
          if (row === undefined) return <SkeletonRow key={`skeleton-${item.index}`} {...place} />;
          const id = rowId(row);
          return (
            <GridRow
              key={id}
              {...place}
              row={row}
              level={tree?.levelOf(row)}
              isOpen={tree?.isOpen(row)}
              id={id}
              isCurrent={id === current}
              currentColumn={id === current && !inHeader ? column : undefined}
              cellId={cellId}
              narrowText={narrowText}
              onPick={onPick}
              onOpen={onOpenId}
            />
          );
        })}
      </div>
    </div>
  );
};
