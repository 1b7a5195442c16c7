import { ArrowDownRegular, ArrowUpRegular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { joinClasses } from '../join-classes.ts';
import { GRID_HEADER_HEIGHT_PX } from './grid-column.ts';
import styles from './grid.module.css';
import type { PlacedColumn } from './use-grid-columns.ts';

/** The header of a grid. Widths change by dragging an edge, or with Alt and the arrows while a header is current. */
export const GridHeader = <Row,>(props: {
  readonly placed: readonly PlacedColumn<Row>[];
  readonly template: string;
  readonly minWidthPx: number;
  readonly gridId: string;
  readonly currentColumn: number | undefined;
  readonly onPick: (column: number) => void;
}): ReactNode => (
  <div role="rowgroup" className={styles.head} style={{ minWidth: props.minWidthPx }}>
    <div
      role="row"
      aria-rowindex={1}
      className={styles.headRow}
      style={{ gridTemplateColumns: props.template, height: GRID_HEADER_HEIGHT_PX }}
    >
      {props.placed.map(({ column, isResizing, startResize, resetSize }, at) => (
        <div
          key={column.id}
          role="columnheader"
          id={at === props.currentColumn ? `${props.gridId}-header-cell` : undefined}
          aria-colindex={at + 1}
          aria-sort={column.sorted}
          data-current={at === props.currentColumn || undefined}
          data-sorted={column.sorted ? true : undefined}
          data-align={column.align}
          className={styles.headCell}
          data-sortable={column.onSort ? true : undefined}
          onClick={() => {
            props.onPick(at);
            column.onSort?.();
          }}
        >
          <span className={styles.value}>{column.header}</span>
          {column.sorted === 'descending' ? (
            <ArrowDownRegular className={joinClasses(styles.sort)} fontSize={12} aria-hidden />
          ) : null}
          {column.sorted === 'ascending' ? (
            <ArrowUpRegular className={joinClasses(styles.sort)} fontSize={12} aria-hidden />
          ) : null}
          <span
            aria-hidden="true"
            className={styles.resizer}
            data-resizing={isResizing || undefined}
            onMouseDown={startResize}
            onTouchStart={startResize}
            onDoubleClick={resetSize}
            onClick={(event) => event.stopPropagation()}
          />
        </div>
      ))}
    </div>
  </div>
);
