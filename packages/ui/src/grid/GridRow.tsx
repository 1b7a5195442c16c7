import { FilterRegular } from '@fluentui/react-icons';
import { memo, useLayoutEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { joinClasses } from '../join-classes.ts';
import { CutValue } from '../values/CutValue.tsx';
import type { GridColumn } from './grid-column.ts';
import styles from './grid.module.css';

export type GridRowProps<Row> = {
  readonly row: Row;
  readonly id: string;
  /** In a tree: how deep it lies, and whether the rows below it are there. */
  readonly level: number | undefined;
  readonly isOpen: boolean | undefined;
  readonly index: number;
  readonly topPx: number;
  readonly heightPx: number;
  readonly template: string;
  readonly columns: readonly GridColumn<Row>[];
  readonly isCurrent: boolean;
  /** Place of the cell the keyboard stands on, where it stands in this row. */
  readonly currentColumn: number | undefined;
  readonly cellId: string;
  /** What narrowing to the value of a cell is called. */
  readonly narrowText: string;
  readonly onPick: (id: string, column: number) => void;
  readonly onOpen: (id: string) => void;
};

/** Identifiers are distinguished by both ends; code and sentences, which hold blanks, are read from their beginning. */
const contentOf = <Data,>(column: GridColumn<Data>, row: Data): ReactNode => {
  const content = column.cell(row);
  return column.mono && typeof content === 'string' && content !== '' && !/\s/u.test(content) ? (
    <CutValue value={content} />
  ) : (
    content
  );
};

const Row = <Data,>(props: GridRowProps<Data>): ReactNode => {
  const element = useRef<HTMLDivElement>(null);
  const [hovered, setHovered] = useState(false);
  useLayoutEffect(() => {
    for (const inside of element.current?.querySelectorAll<HTMLElement>('a, button') ?? []) inside.tabIndex = -1;
  });
  const { row, id, index, columns, currentColumn } = props;
  const place: CSSProperties = {
    transform: `translateY(${props.topPx}px)`,
    height: props.heightPx,
    gridTemplateColumns: props.template,
  };
  return (
    <div
      ref={element}
      role="row"
      aria-rowindex={index + 2}
      aria-level={props.level}
      aria-expanded={props.isOpen}
      aria-selected={props.isCurrent}
      className={joinClasses(styles.row, props.isCurrent && styles.current)}
      style={place}
      onDoubleClick={() => props.onOpen(id)}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
    >
      {columns.map((column, at) => {
        const narrow = hovered ? column.narrow?.(row) : undefined;
        return (
          <div
            key={column.id}
            role="gridcell"
            id={at === currentColumn ? props.cellId : undefined}
            aria-colindex={at + 1}
            data-current={at === currentColumn || undefined}
            className={styles.cell}
            data-align={column.align}
            data-mono={column.mono || undefined}
            onClick={(event) => {
              if (!event.defaultPrevented) props.onPick(id, at);
            }}
          >
            <span className={styles.value}>{contentOf(column, row)}</span>
            {narrow ? (
              <button
                type="button"
                className={styles.narrow}
                aria-label={`${props.narrowText}: ${column.header}`}
                title={props.narrowText}
                onClick={(event) => {
                  event.preventDefault();
                  narrow();
                }}
              >
                <FilterRegular fontSize={12} aria-hidden />
              </button>
            ) : null}
          </div>
        );
      })}
    </div>
  );
};

/**
 * One row; drawn again only when something of it changed. Links and buttons inside are for the pointer: the keyboard
 * moves by cells, so Tab leaves the grid instead of walking through every row.
 */
export const GridRow = memo(Row) as typeof Row;

/** A row that is still on its way, of its final height. */
export const SkeletonRow = (props: {
  readonly index: number;
  readonly topPx: number;
  readonly heightPx: number;
  readonly template: string;
  readonly columns: readonly { readonly id: string; readonly align?: 'start' | 'end' }[];
}): ReactNode => (
  <div
    aria-hidden
    className={styles.row}
    style={{
      transform: `translateY(${props.topPx}px)`,
      height: props.heightPx,
      gridTemplateColumns: props.template,
    }}
  >
    {props.columns.map((column, at) => (
      <div key={column.id} className={styles.cell} data-align={column.align}>
        <span className={styles.bone} style={{ width: `${40 + ((props.index * 7 + at * 23) % 45)}%` }} />
      </div>
    ))}
  </div>
);
